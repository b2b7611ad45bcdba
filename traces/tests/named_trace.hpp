#pragma once
#include <string>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::testing {

/// Selects what the text of a trace contains, for comparing traces whose tables are ordered differently.
struct NamedParts {
  bool workers = true;
  bool facts = true;  ///< parents, work, submit and ready
  bool accesses = true;
  bool dependencies = true;
  bool attributes = true;
  std::int64_t shift_ns = 0;  ///< added to all times
};

/// Describes a trace by names instead of indices: one line per span and task, sorted where order has no
/// meaning.
std::string named(const Trace& trace, const NamedParts& parts = {});

}  // namespace gusset::traces::testing
