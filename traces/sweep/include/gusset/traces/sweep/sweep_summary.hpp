#pragma once
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::sweep {

/// The verdict, without its full stop: which configuration to use, why, and how it compares with the next
/// one. Says why if no configuration is usable.
std::string sweep_verdict(const Sweep& sweep, const Ranking& ranking);

/// The usable configurations in order, as text cells. Empty if there are none.
struct SweepTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> numbers;  ///< the configuration number of each row
};
SweepTable sweep_table(const Sweep& sweep, const Ranking& ranking);

/// The legend of the table's marks, in lines. Empty without a table.
std::string sweep_marks(const Sweep& sweep, const Ranking& ranking);
/// The rows that were left out, the rows that failed with their reasons, and the assumptions, in lines. May
/// be empty.
std::string sweep_notes(const Sweep& sweep, const Ranking& ranking);

/// All figures of one configuration, by name. A single entry says so if the configuration failed or is still
/// to come.
std::vector<std::pair<std::string, std::string>> configuration_facts(const SweepRow& row);

}  // namespace gusset::sweep
