#include "gusset/traces/sweep/sweep_summary.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/sweep/sweep_phrases.hpp"

namespace gusset::sweep {
namespace {

constexpr const char* tie_mark = "≈";
constexpr const char* front_mark = "*";
constexpr std::size_t max_reasons = 64;

const Configuration& configuration_of(const Sweep& sweep, std::size_t row) {
  return sweep.rows[row].configuration;
}

// " and 2 more", or empty.
std::string more_text(std::size_t left_out) {
  return left_out == 0 ? "" : " and " + std::to_string(left_out) + " more";
}

// Whether the objective's value is only known as an interval.
bool has_interval(const Sweep& sweep, const RankedRow& ranked) {
  return needs_time(sweep.objective) && measures_of(sweep, ranked).interval.has_value();
}

// The row to compare the best one with: the next row, or, of several rows that tie with the best, the one
// with the strongest argument for it.
const RankedRow& compared_row(const Sweep& sweep, const Ranking& ranking) {
  constexpr double worth_it = 0.05;  // a slower row must be this much better than the faster one before it
  const RankedRow& best = ranking.ranked.front();
  if (!best.ties_best) return ranking.ranked[1];
  const RankedRow* chosen = nullptr;
  double most = 0.0;
  for (std::size_t i = 1; i < ranking.ranked.size(); ++i) {
    const RankedRow& ranked = ranking.ranked[i];
    if (!ranked.ties_best) continue;
    const double share =
        advantage_of(sweep.objective, measures_of(sweep, ranked), measures_of(sweep, best)).share;
    if (chosen != nullptr && share < most + worth_it) continue;
    chosen = &ranked;
    most = share;
  }
  return *chosen;
}

// The best configuration and the one it is compared with. The names list only the settings that differ.
struct Compared {
  const RankedRow& best;
  const RankedRow& other;
  std::string name_of_best;
  std::string name_of_other;
};

Compared compared(const Sweep& sweep, const Ranking& ranking) {
  const RankedRow& best = ranking.ranked.front();
  const RankedRow& other = compared_row(sweep, ranking);
  const Configuration& a = configuration_of(sweep, best.row);
  const Configuration& b = configuration_of(sweep, other.row);
  return {best, other, label_beside(sweep.definition, a, b), label_beside(sweep.definition, b, a)};
}

// How far the other configuration is from the best, by the objective.
std::string comparison(const Sweep& sweep, const Ranking& ranking, const Compared& pair) {
  if (pair.best.ties_best) {
    const auto ties = static_cast<std::size_t>(std::count_if(ranking.ranked.begin() + 1, ranking.ranked.end(),
                                                             [](const RankedRow& r) { return r.ties_best; }));
    const std::string names = pair.name_of_other + more_text(ties - 1);
    if (has_interval(sweep, pair.best)) return names + (ties > 1 ? " tie with it" : " ties with it");
    return names + (ties > 1 ? " are as good" : " is as good");
  }
  const double least = pair.best.value.value;
  const double more = pair.other.value.value;
  if (least <= 0.0) return "next is " + pair.name_of_other + ", with " + value_text(sweep.objective, more);
  const std::string difference = difference_text(more / least - 1.0);
  return "next is " + pair.name_of_other +
         (sweep.objective == Objective::time ? ", " + difference + " slower"
                                             : ", with " + difference + " more");
}

// Why the best is better, if the counts explain it. Otherwise, the arguments against it.
std::string reason(const Sweep& sweep, const Compared& pair) {
  const Measures& its = measures_of(sweep, pair.best);
  const Measures& others = measures_of(sweep, pair.other);
  const std::string advantage = advantage_of(sweep.objective, its, others).text;
  // If the two tie, the argument for the other matters as much.
  const std::string of_other =
      pair.best.ties_best ? advantage_of(sweep.objective, others, its).text : std::string();
  std::string text;
  if (!advantage.empty()) text = "; " + pair.name_of_best + " " + advantage;
  if (!of_other.empty()) text += (text.empty() ? "; " : ", ") + pair.name_of_other + " " + of_other;
  if (!text.empty()) return text;
  if (needs_time(sweep.objective) && its.busy_share && others.busy_share &&
      *its.busy_share > *others.busy_share + 0.005)
    return "; its workers are busy for " + percent_text(*its.busy_share) + " of the time, not " +
           percent_text(*others.busy_share);
  const std::string drawback = drawback_of(sweep.objective, its, others).text;
  return drawback.empty() ? "; they hardly differ in bytes, balance and memory"
                          : "; though " + pair.name_of_best + " " + drawback;
}

std::string unusable_sentence(const Sweep& sweep, const Ranking& ranking) {
  if (!ranking.too_big.empty()) {
    std::size_t least = ranking.too_big.front();
    const auto bytes = [&](std::size_t row) { return sweep.rows[row].measures()->memory_bytes; };
    for (const std::size_t row : ranking.too_big) least = bytes(row) < bytes(least) ? row : least;
    return "No configuration fits into " + bytes_text(*sweep.memory_limit_bytes) +
           " per node: " + label_of(sweep.definition, configuration_of(sweep, least)) + " needs the least, " +
           bytes_text(bytes(least));
  }
  return "None of " + count_text(sweep.rows.size(), "configuration") + " could be simulated";
}

struct TableColumn {
  std::string heading;
  std::function<std::string(std::size_t place, const SweepRow& row)> cell;
};

bool any_of(const Ranking& ranking, const Sweep& sweep, auto has) {
  return std::any_of(ranking.ranked.begin(), ranking.ranked.end(),
                     [&](const RankedRow& ranked) { return has(measures_of(sweep, ranked)); });
}

// The labels of the first few rows.
std::string listed_rows(const Sweep& sweep, const std::vector<std::size_t>& rows) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, rows.size()); ++i) {
    text += (i == 0 ? "" : "; ") + label_of(sweep.definition, configuration_of(sweep, rows[i]));
  }
  return text + more_text(rows.size() - std::min(most, rows.size()));
}

std::string too_big_text(const Sweep& sweep, const Ranking& ranking) {
  if (ranking.too_big.empty()) return {};
  return "Left out because a node would need more than " + bytes_text(*sweep.memory_limit_bytes) + ": " +
         listed_rows(sweep, ranking.too_big) + "\n";
}

// One line for each reason, in order of first occurrence.
std::string failures_text(const Sweep& sweep, const Ranking& ranking) {
  std::vector<std::string> reasons;
  std::map<std::string, std::vector<std::size_t>> rows;
  for (const std::size_t row : ranking.failed) {
    const std::string& failure = sweep.rows[row].screen->reason;
    if (rows[failure].empty()) reasons.push_back(failure);
    rows[failure].push_back(row);
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(max_reasons, reasons.size()); ++i) {
    text += "Failed: " + listed_rows(sweep, rows[reasons[i]]) + ": " + reasons[i] + "\n";
  }
  if (reasons.size() > max_reasons)
    text += "… and " + count_text(reasons.size() - max_reasons, "more reason") + "\n";
  return text;
}

std::string unconfirmed_text(const Sweep& sweep) {
  std::vector<std::size_t> rows;
  for (const SweepRow& row : sweep.rows) {
    if (row.confirm && !row.confirm->measures) rows.push_back(row.configuration.number);
  }
  if (rows.empty()) return {};
  return "Not confirmed: " + listed_rows(sweep, rows) + ": " + sweep.rows[rows.front()].confirm->reason +
         "\n";
}

// What the reader must know before trusting the figures, each point once.
std::string caveats(const Sweep& sweep, const Ranking& ranking) {
  std::set<std::string> assumptions;
  std::set<std::string> doubts;
  std::string text;
  std::size_t extrapolated = 0;
  if (ranking.ranked.empty()) return text;
  for (const RankedRow& ranked : ranking.ranked) {
    const Measures& measures = measures_of(sweep, ranked);
    extrapolated += measures.extrapolated_tasks > 0 ? 1U : 0U;
    for (const std::string& doubt : measures.doubts) {
      if (doubts.insert(doubt).second) text += "Not reliable: " + doubt + ".\n";
    }
    for (const std::string& assumption : measures.assumptions) {
      if (assumptions.insert(assumption).second) text += "Assumed: " + assumption + "\n";
    }
  }
  if (const auto& error = measures_of(sweep, ranking.ranked.front()).calibration_error)
    text += "Predicted from each other, the runs of the calibration were off by " + percent_text(*error) +
            " (median).\n";
  if (extrapolated > 0)
    text += "Extrapolated: costs of tasks whose sizes were not measured, in " + count_text(extrapolated) +
            " of " + count_text(ranking.ranked.size(), "configuration") + ".\n";
  return text;
}

// Block sizes are usually parameters. With one rate for all sizes, only parallelism and messages tell them
// apart.
bool compares_sizes_by_one_rate(const Sweep& sweep, const RankedRow& best) {
  const auto& parameters = sweep.definition.parameters;
  return needs_time(sweep.objective) && measures_of(sweep, best).has_one_rate &&
         std::any_of(parameters.begin(), parameters.end(),
                     [](const Parameter& parameter) { return parameter.values.size() > 1; });
}

}  // namespace

std::string sweep_verdict(const Sweep& sweep, const Ranking& ranking) {
  if (ranking.ranked.empty()) return unusable_sentence(sweep, ranking);
  const RankedRow& best = ranking.ranked.front();
  const std::string caution = compares_sizes_by_one_rate(sweep, best)
                                  ? "Block sizes can't be compared, because tasks of all sizes are assumed to "
                                    "run at one rate; with it, "
                                  : "";
  const std::string text = caution + label_of(sweep.definition, configuration_of(sweep, best.row)) + " " +
                           best_text(sweep.objective, best.value, measures_of(sweep, best));
  if (ranking.ranked.size() == 1)
    return text + (sweep.rows.size() > 1 ? "; no other configuration could be used" : "");
  const Compared pair = compared(sweep, ranking);
  return text + "; " + comparison(sweep, ranking, pair) + reason(sweep, pair);
}

SweepTable sweep_table(const Sweep& sweep, const Ranking& ranking) {
  SweepTable table;
  if (ranking.ranked.empty()) return table;
  std::vector<TableColumn> columns;
  const auto add = [&](const std::string& heading, auto cell_of) {
    columns.push_back(
        {heading, [cell_of](std::size_t, const SweepRow& row) { return cell_of(*row.measures()); }});
  };
  columns.push_back({"rank", [&](std::size_t place, const SweepRow&) {
                       const RankedRow& ranked = ranking.ranked[place];
                       return std::to_string(place + 1) + (ranked.ties_best && place > 0 ? tie_mark : "") +
                              (ranked.on_front ? front_mark : "");
                     }});
  add("grid", [](const Measures& m) { return m.grid; });
  std::set<unsigned> nodes;
  for (const SweepRow& row : sweep.rows) {
    if (row.measures() != nullptr) nodes.insert(row.measures()->nodes);
  }
  if (nodes.size() > 1) add("nodes", [](const Measures& m) { return std::to_string(m.nodes); });
  for (const Setting& setting : settings_of(sweep.definition)) {
    if (setting.is_parameter || setting.varies)
      columns.push_back({setting.name, [value = setting.value](std::size_t, const SweepRow& row) {
                           return value(row.configuration);
                         }});
  }
  const bool is_timed = measures_of(sweep, ranking.ranked.front()).makespan_s.has_value();
  const bool has_intervals = any_of(ranking, sweep, [](const Measures& m) { return m.interval.has_value(); });
  const bool has_ranges = any_of(ranking, sweep, [](const Measures& m) { return m.range.has_value(); });
  if (sweep.objective == Objective::node_hours)
    add("node-hours", [](const Measures& m) {
      return value_text(Objective::node_hours, value_of(m, Objective::node_hours)->value);
    });
  if (is_timed) add("time", [](const Measures& m) { return duration_text(*m.makespan_s); });
  if (has_intervals) {
    add("90 % of runs", [](const Measures& m) {
      return m.interval ? range_text(Objective::time, m.interval->low_s, m.interval->high_s) : "";
    });
  } else if (has_ranges) {
    add("range over seeds", [](const Measures& m) {
      return m.range ? range_text(Objective::time, m.range->min_s, m.range->max_s) : "";
    });
  }
  add("bytes sent", [](const Measures& m) { return bytes_text(m.payload_bytes); });
  if (any_of(ranking, sweep, [](const Measures& m) { return m.migrated_tasks.has_value(); }))
    add("migrated", [](const Measures& m) { return count_text(m.migrated_tasks.value_or(0)); });
  add("busiest/mean", [](const Measures& m) { return fixed_text(m.balance, 3); });
  add("memory", [](const Measures& m) { return bytes_text(m.memory_bytes); });
  if (is_timed) {
    add("busy", [](const Measures& m) { return m.busy_share ? percent_text(*m.busy_share) : ""; });
    add("network", [](const Measures& m) { return m.network.empty() ? "none" : m.network; });
  }
  for (const TableColumn& column : columns) table.header.push_back(column.heading);
  for (std::size_t place = 0; place < ranking.ranked.size(); ++place) {
    const std::size_t row = ranking.ranked[place].row;
    auto& cells = table.rows.emplace_back();
    for (const TableColumn& column : columns) cells.push_back(column.cell(place, sweep.rows[row]));
    table.numbers.push_back(row);
  }
  return table;
}

std::string sweep_marks(const Sweep& sweep, const Ranking& ranking) {
  if (ranking.ranked.empty()) return {};
  const Measures& best = measures_of(sweep, ranking.ranked.front());
  std::string text;
  if (ranking.ranked.front().ties_best) {
    text +=
        std::string(tie_mark) + " ties with the first: " +
        (has_interval(sweep, ranking.ranked.front()) ? "their 90 % intervals overlap\n" : "they are equal\n");
  }
  text += std::string(front_mark) + " on the front of " + (best.makespan_s ? "time, " : "") +
          "bytes, balance and memory: no other is better in one of them and worse in none\n";
  if (best.makespan_s && !best.range) {
    text += "Each time comes from one seed: differences of a few percent may be chance.\n";
  } else if (best.makespan_s && !best.interval) {
    text +=
        "How much runs vary is not known, so differences of a few percent may be chance: costs calibrated "
        "from three traces or more would tell.\n";
  }
  return text;
}

std::string sweep_notes(const Sweep& sweep, const Ranking& ranking) {
  return too_big_text(sweep, ranking) + failures_text(sweep, ranking) + unconfirmed_text(sweep) +
         caveats(sweep, ranking);
}

std::vector<std::pair<std::string, std::string>> configuration_facts(const SweepRow& row) {
  const Measures* const measures = row.measures();
  if (measures == nullptr)
    return {row.screen ? std::pair("failed", row.screen->reason)
                       : std::pair("to come", std::string("not simulated yet"))};
  const Measures& m = *measures;
  std::vector<std::pair<std::string, std::string>> facts;
  facts.emplace_back("time", m.makespan_s ? duration_text(*m.makespan_s) : "not timed: only counted");
  if (std::string spread = spread_text(Objective::time, m); !spread.empty())
    facts.emplace_back(m.interval ? "interval" : "range", std::move(spread));
  facts.emplace_back("machine",
                     count_text(m.nodes, "node") + " (" + m.grid + ") of " + count_text(m.threads, "thread"));
  facts.emplace_back("tasks", std::to_string(m.tasks));
  facts.emplace_back("messages", std::to_string(m.messages) + ", " + bytes_text(m.payload_bytes));
  if (m.migrated_tasks) facts.emplace_back("migrated tasks", count_text(*m.migrated_tasks));
  facts.emplace_back("busiest ÷ mean", fixed_text(m.balance, 3));
  facts.emplace_back("memory per node", bytes_text(m.memory_bytes));
  if (m.busy_share) facts.emplace_back("busy", percent_text(*m.busy_share));
  facts.emplace_back("network", m.network.empty() ? "none" : m.network);
  for (const std::string& assumption : m.assumptions) facts.emplace_back("assumed", assumption);
  if (row.confirm && !row.confirm->measures) facts.emplace_back("not confirmed", row.confirm->reason);
  return facts;
}

}  // namespace gusset::sweep
