#pragma once
#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/exchange/read_trace.hpp"

namespace gusset::traces::testing {

/// Reads text as a file named "t".
inline Result<ReadTrace> read_text(std::string_view text, bool strict = false) {
  return read_trace(std::as_bytes(std::span(text.data(), text.size())), "t", {strict});
}

inline std::string error_of(std::string_view text, bool strict = false) {
  const auto read = read_text(text, strict);
  return read ? "no error" : read.error().message();
}

/// The issues of a readable text, one per line.
inline std::string issues_of(std::string_view text) {
  const auto read = read_text(text);
  if (!read) return read.error().message();
  std::string all;
  for (const ImportIssue& issue : read->issues) all += issue.message() + "\n";
  return all;
}

/// The trace of a text that is read without an issue. The trace must pass `check`.
inline Trace trace_of(std::string_view text) {
  const auto read = read_text(text);
  EXPECT_TRUE(read.ok()) << read.error().message();
  if (!read) return {};
  EXPECT_THAT(read->issues, ::testing::IsEmpty()) << read->issues.front().message();
  EXPECT_EQ(check(*read->trace).total, 0u);
  return *read->trace;
}

/// The number of tasks of each type.
inline std::map<std::string, std::size_t> task_counts(const Trace& trace) {
  std::map<std::string, std::size_t> counts;
  for (const TypeId type : trace.tasks.type) ++counts[trace.types[type.value()]];
  return counts;
}

inline std::size_t span_count(const Trace& trace, SpanKind kind) {
  std::size_t count = 0;
  for (const Lane& lane : trace.lanes) {
    count += static_cast<std::size_t>(std::count(lane.spans.kind.begin(), lane.spans.kind.end(), kind));
  }
  return count;
}

}  // namespace gusset::traces::testing
