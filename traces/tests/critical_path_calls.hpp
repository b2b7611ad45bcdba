#pragma once
#include <gmock/gmock.h>

#include <ostream>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"

namespace gusset::traces {

inline void PrintTo(const ChainLink& link, std::ostream* out) {
  *out << kind_name(link.kind) << " of " << link.task.value() << " [" << link.begin_ns << ", " << link.end_ns
       << ")";
}
inline void PrintTo(TaskId task, std::ostream* out) {
  *out << task.value();
}

namespace testing {

using LinkKind = ChainLink::Kind;

inline CriticalBound bound_of(const Trace& trace) {
  const auto bound = critical_bound(trace, TaskGraph(trace));
  EXPECT_TRUE(bound.has_value());
  return bound.value_or(CriticalBound{});
}

inline std::vector<ChainLink> chain_of(const Trace& trace) {
  const auto chain = critical_chain(trace, TaskGraph(trace));
  EXPECT_TRUE(chain.has_value());
  return chain.value_or(CriticalChain{}).links;
}

inline ChainLink link(LinkKind kind, std::size_t task, std::int64_t begin, std::int64_t end) {
  return {kind, TaskId(task), begin, end};
}

}  // namespace testing
}  // namespace gusset::traces
