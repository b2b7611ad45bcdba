#pragma once
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::sweep {

/// One sentence, without its end: which configuration to take, why, and how it compares with the next. Where
/// there is none to take, why.
std::string advice_sentence(const Sweep& sweep, const Ranking& ranking);

/// The configurations in order, as cells of text; empty where none can be used.
struct SweepTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> numbers;  ///< of each row's configuration
};
SweepTable sweep_table(const Sweep& sweep, const Ranking& ranking);

/// What the table's marks mean, in lines; empty without a table.
std::string sweep_marks(const Sweep& sweep, const Ranking& ranking);
/// Those that were left out, those that failed with their reasons, and what was assumed, in lines; may be
/// empty.
std::string sweep_notes(const Sweep& sweep, const Ranking& ranking);

/// All figures of one configuration, by name; where it failed or is to come, that.
std::vector<std::pair<std::string, std::string>> configuration_facts(const SweepRow& row);

}  // namespace gusset::sweep
