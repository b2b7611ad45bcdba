#include "sweep_answer.hpp"

#include "gusset/traces/sweep/sweep_edges.hpp"
#include "gusset/traces/sweep/sweep_front.hpp"
#include "gusset/traces/sweep/sweep_summary.hpp"
#include "output/table.hpp"

namespace gusset::cli {

std::string sweep_answer(const sweep::Sweep& sweep, const sweep::Ranking& ranking, const std::string& file) {
  const auto table_text = [&file](const sweep::SweepTable& found) -> std::string {
    if (found.rows.empty()) return {};
    Table table(found.header);
    for (const std::vector<std::string>& row : found.rows) table.add_row(row);
    return "\n" + table.text(max_rows, "configuration", file);
  };
  std::string text = sweep::sweep_verdict(sweep, ranking) + ".\n" + sweep::edges_text(sweep, ranking);
  text += table_text(sweep::sweep_table(sweep, ranking)) + sweep::sweep_marks(sweep, ranking);
  const std::string front = table_text(sweep::front_table(sweep, ranking));
  if (!front.empty()) text += "\nThe front of time and core-hours, fastest first:" + front;
  const std::string rest = sweep::sweep_notes(sweep, ranking);
  return rest.empty() ? text : text + "\n" + rest;
}

}  // namespace gusset::cli
