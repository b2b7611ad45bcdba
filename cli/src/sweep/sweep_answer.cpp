#include "sweep_answer.hpp"

#include "gusset/traces/sweep/sweep_summary.hpp"
#include "output/table.hpp"

namespace gusset::cli {

std::string sweep_answer(const sweep::Sweep& sweep, const sweep::Ranking& ranking, const std::string& file) {
  std::string text = sweep::sweep_verdict(sweep, ranking) + ".\n";
  if (!ranking.ranked.empty()) {
    const sweep::SweepTable found = sweep::sweep_table(sweep, ranking);
    Table table(found.header);
    for (const std::vector<std::string>& row : found.rows) table.add_row(row);
    text += "\n" + table.text(max_rows, "configuration", file) + sweep::sweep_marks(sweep, ranking);
  }
  const std::string rest = sweep::sweep_notes(sweep, ranking);
  return rest.empty() ? text : text + "\n" + rest;
}

}  // namespace gusset::cli
