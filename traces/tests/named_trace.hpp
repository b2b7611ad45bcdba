#pragma once
#include <string>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::testing {

/// What of a trace a text shows, for comparisons of traces whose tables are in another order.
struct NamedParts {
  bool workers = true;
  bool facts = true;  ///< parents, work, submit and ready
  bool accesses = true;
  bool dependencies = true;
  bool attributes = true;
  std::int64_t shift_ns = 0;  ///< added to all times
};

/// A trace by names instead of indices, a line per span and task, sorted where order means nothing.
std::string named(const Trace& trace, const NamedParts& parts = {});

}  // namespace gusset::traces::testing
