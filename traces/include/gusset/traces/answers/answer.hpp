#pragma once
#include <string>
#include <vector>

#include "gusset/traces/answers/table.hpp"
#include "gusset/traces/answers/verdict.hpp"

namespace gusset::traces {

/// What Gusset says to one question about a trace. A command prints it, a panel shows it, an export writes
/// it: none of them has words, headings or figures of its own.
///
/// Each question has a header in this room with two functions, from its analysis to the answer and to the
/// JSON document that `--json` prints.
struct Answer {
  Verdict verdict;
  std::vector<std::string> notes = {};  ///< what the trace says of itself
  std::vector<Table> tables = {};
  friend bool operator==(const Answer&, const Answer&) = default;
};

}  // namespace gusset::traces
