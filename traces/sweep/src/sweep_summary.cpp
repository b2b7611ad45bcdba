#include "gusset/traces/sweep/sweep_summary.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/traces/sweep/sweep_limits.hpp"
#include "gusset/traces/sweep/sweep_phrases.hpp"

namespace gusset::sweep {
namespace {

constexpr std::size_t max_reasons = 64;

const Configuration& configuration_of(const Sweep& sweep, std::size_t row) {
  return sweep.rows[row].configuration;
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
  if (!ranking.outside.empty()) return nothing_inside_text(sweep, ranking);
  return "None of " + count_text(sweep.rows.size(), "configuration") + " could be simulated";
}

// The configurations that a search did not simulate, or only with one seed.
std::string search_text(const Sweep& sweep, const Ranking& ranking) {
  if (!sweep.is_search || ranking.to_come.empty()) return {};
  const auto has_one_seed = [&sweep](std::size_t row) { return sweep.rows[row].one_seed.has_value(); };
  const auto once =
      static_cast<std::size_t>(std::count_if(ranking.to_come.begin(), ranking.to_come.end(), has_one_seed));
  const std::size_t never = ranking.to_come.size() - once;
  std::string text = "The search ";
  if (never > 0) text += "left out " + std::to_string(never);
  if (once > 0)
    text +=
        std::string(never > 0 ? " and " : "") + "simulated " + std::to_string(once) + " with one seed only";
  return text + ", of " + count_text(sweep.rows.size(), "configuration") +
         ": a better one may be among them. Without --search, all are simulated.\n";
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
    text += "Predicting each run of the calibration from the others is off by " + percent_text(*error) +
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
  const std::string caution =
      compares_sizes_by_one_rate(sweep, best)
          ? "Block sizes can't be compared, because tasks of all sizes are assumed to "
            "run at one rate; at that rate, "
          : "";
  const std::string text = caution + label_of(sweep.definition, configuration_of(sweep, best.row)) + " " +
                           best_text(sweep.objective, best.value, measures_of(sweep, best));
  if (ranking.ranked.size() == 1)
    return text + (sweep.rows.size() > 1 ? "; no other configuration could be used" : "");
  const Compared pair = compared(sweep, ranking);
  return text + "; " + comparison(sweep, ranking, pair) + reason(sweep, pair);
}

std::string sweep_notes(const Sweep& sweep, const Ranking& ranking) {
  return search_text(sweep, ranking) + outside_text(sweep, ranking) + failures_text(sweep, ranking) +
         unconfirmed_text(sweep) + caveats(sweep, ranking);
}

std::vector<std::pair<std::string, std::string>> configuration_facts(const SweepRow& row) {
  const Measures* const measures = row.measures();
  if (measures == nullptr)
    return {row.screen ? std::pair("failed", row.screen->reason)
                       : std::pair("to come", std::string("not simulated yet, or left out by the search"))};
  const Measures& m = *measures;
  std::vector<std::pair<std::string, std::string>> facts;
  facts.emplace_back("time", m.makespan_s ? duration_text(*m.makespan_s) : "not timed: only counted");
  if (std::string spread = spread_text(Objective::time, m); !spread.empty())
    facts.emplace_back(m.interval ? "interval" : "range", std::move(spread));
  facts.emplace_back("machine",
                     count_text(m.nodes, "node") + " (" + m.grid + ") of " + count_text(m.threads, "thread"));
  if (const auto hours = value_of(m, Objective::core_hours))
    facts.emplace_back("cost", value_text(Objective::core_hours, hours->value));
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
