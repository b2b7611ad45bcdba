#pragma once
#include <string>
#include <vector>

#include "gusset/traces/answers/table.hpp"
#include "gusset/traces/answers/verdict.hpp"

namespace gusset::traces {

/// Gusset's answer to one question about a trace. A command prints it, a panel shows it, an export writes it.
/// None of them adds words, headings or figures.
///
/// Each question has one header in this folder. It declares two functions, which turn an analysis into the
/// answer and into the JSON document that `--json` prints.
struct Answer {
  Verdict verdict;
  std::vector<std::string> notes = {};  ///< remarks that the trace carries about itself
  std::vector<Table> tables = {};
  friend bool operator==(const Answer&, const Answer&) = default;
};

}  // namespace gusset::traces
