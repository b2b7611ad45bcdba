#include "gusset/traces/answers/repeated_runs_answer.hpp"

#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/answers/answer_json.hpp"

namespace gusset::traces {
namespace {

using Decision = ChangeLimit::Decision;
using Kind = Table::Kind;

const std::string enough_text = std::to_string(enough_runs) + " runs of each are enough";

std::string interval_text(const RatioInterval& interval) {
  return deviation_text(interval.low) + " to " + deviation_text(interval.high);
}

std::string medians_text(const RepeatedRuns& runs, const DurationChange& change) {
  return duration_text_ns(change.median_a_ns) + " in A (median of " + count_text(runs.a.size(), "run") +
         "), " + duration_text_ns(change.median_b_ns) + " in B (" + count_text(runs.b.size(), "run") + ")";
}

std::string makespan_sentence(const RepeatedRuns& runs) {
  const DurationChange& makespan = runs.of(RunQuantity::makespan);
  const std::string medians = medians_text(runs, makespan);
  if (!makespan.estimate) return "The makespan is 0 in some run, so the change is unknown: " + medians + ".";
  const std::string change = "B's makespan differs by " + deviation_text(makespan.estimate->ratio);
  if (const auto& interval = makespan.estimate->interval) {
    const std::string meaning = interval->low > 1.0    ? "B is slower than A: "
                                : interval->high < 1.0 ? "B is faster than A: "
                                                       : "Noise alone may explain the difference: ";
    return meaning + change + " (95 % confidence interval: " + interval_text(*interval) + "); " + medians +
           ".";
  }
  const bool is_unknown = std::min(runs.a.size(), runs.b.size()) < min_runs;
  return change + ", but " +
         (is_unknown ? "the noise is unknown" : "so few runs can't show a difference with 95 % confidence") +
         ": " + medians + "; " + enough_text + ".";
}

std::string decision_sentence(const ChangeLimit& limit, const DurationChange& change) {
  if (!change.estimate)
    return "Undecided, so not a failure: " + change.name + " is 0 in some run, so " + limit.text() +
           " means nothing.";
  if (!change.estimate->interval)
    return "Undecided, so not a failure: there are too few runs to check " + limit.text() + "; " +
           enough_text + ".";
  const std::string interval = interval_text(*change.estimate->interval);
  switch (limit.decide(change.estimate)) {
    case Decision::failed:
      return "Failed: " + limit.text() + " is true with 95 % confidence, because the whole interval of " +
             interval + " lies " + (limit.is_above ? "above" : "below") + " the limit.";
    case Decision::passed:
      return "Passed: " + limit.text() +
             " is false with 95 % confidence, because no part of the interval of " + interval + " lies " +
             (limit.is_above ? "above" : "below") + " the limit.";
    case Decision::undecided:
      break;
  }
  return "Undecided, so not a failure: the interval of " + interval + " contains the limit of " +
         limit.text() + "; more runs make it narrower.";
}

// Runs of one group should repeat one run.
void add_other_command(std::vector<std::string>& notes, const std::string& group,
                       const std::vector<RunTimes>& runs) {
  const auto first = std::ranges::find_if(runs, [](const RunTimes& run) { return !run.command.empty(); });
  const auto other = std::ranges::find_if(
      runs, [&](const RunTimes& run) { return !run.command.empty() && run.command != first->command; });
  if (other == runs.end()) return;
  notes.push_back("Not all of " + group + "'s runs have the same command line: " + first->command + " in " +
                  first->file + ", " + other->command + " in " + other->file + ".");
}

std::vector<std::string> notes_of(const RepeatedRuns& runs) {
  std::vector<std::string> notes;
  std::uint64_t fewest = runs.a.front().workers;
  std::uint64_t most = fewest;
  for (const auto* group : {&runs.a, &runs.b}) {
    for (const RunTimes& run : *group) {
      fewest = std::min(fewest, run.workers);
      most = std::max(most, run.workers);
      if (run.is_incomplete)
        notes.push_back(run.file + " is incomplete: part of the run is missing, so its times are too short.");
    }
  }
  add_other_command(notes, "A", runs.a);
  add_other_command(notes, "B", runs.b);
  if (fewest != most)
    notes.push_back("Not all runs have the same number of workers: " + count_text(fewest) + " to " +
                    count_text(most) + ".");
  return notes;
}

Table table_of(const std::string& noun, const std::string& times) {
  const std::string pairs = "The median of the ratios of each run of B to each run of A";
  return {noun,
          {{noun, Kind::text, noun},
           {times + "A", Kind::duration, "a_s", "The median of A's runs"},
           {times + "B", Kind::duration, "b_s", "The median of B's runs"},
           {"B to A", Kind::deviation, "ratio", pairs},
           {"from", Kind::deviation, "low_ratio", "The true change is not below this, with 95 % confidence"},
           {"to", Kind::deviation, "high_ratio", "The true change is not above this, with 95 % confidence"}}};
}

void add(Table& table, const DurationChange& change) {
  std::vector<Cell> cells{change.name, change.median_a_ns, change.median_b_ns, {}, {}, {}};
  if (change.estimate) cells[3] = change.estimate->ratio;
  if (change.estimate && change.estimate->interval) {
    cells[4] = change.estimate->interval->low;
    cells[5] = change.estimate->interval->high;
  }
  table.rows.push_back({std::move(cells)});
}

Table quantity_table(const RepeatedRuns& runs) {
  Table table = table_of("quantity", "");
  for (const DurationChange& quantity : runs.quantities) add(table, quantity);
  return table;
}

Table type_table(const RepeatedRuns& runs) {
  Table table = table_of("type", "mean ");
  for (const DurationChange& type : runs.types) add(table, type);
  if (interval_rank(runs.a.size(), runs.b.size()) > 0 && runs.types.size() > 1)
    table.remark = "On average, up to one in twenty of these intervals misses the true change.";
  return table;
}

Json runs_json(const std::vector<RunTimes>& runs) {
  Json rows = Json::array();
  for (const RunTimes& run : runs) {
    Json row{{"file", run.file}, {"workers", run.workers}};
    for (std::size_t i = 0; i < run_quantities; ++i)
      row[std::string(quantity_name(static_cast<RunQuantity>(i))) + "_s"] = seconds(run.ns[i]);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Answer repeated_runs_answer(const RepeatedRuns& runs, const std::optional<ChangeLimit>& fail_if) {
  Answer answer;
  if (fail_if) answer.verdict.add(decision_sentence(*fail_if, runs.of(fail_if->quantity)));
  answer.verdict.add(makespan_sentence(runs));
  answer.notes = notes_of(runs);
  answer.tables = {quantity_table(runs)};
  if (!runs.types.empty()) answer.tables.push_back(type_table(runs));
  return answer;
}

std::string repeated_runs_json(const RepeatedRuns& runs, const std::optional<ChangeLimit>& fail_if) {
  Json json{{"format", "gusset compare runs"}, {"version", 1}, {"confidence", interval_confidence}};
  json["a"] = runs_json(runs.a);
  json["b"] = runs_json(runs.b);
  json["quantities"] = rows_json(quantity_table(runs));
  json["types"] = rows_json(type_table(runs));
  json["fail_if"] = nullptr;
  if (fail_if) {
    const DurationChange& change = runs.of(fail_if->quantity);
    json["fail_if"] = {{"condition", fail_if->text()},
                       {"decision", decision_name(fail_if->decide(change.estimate))},
                       {"reason", decision_sentence(*fail_if, change)}};
  }
  return document_text(json);
}

}  // namespace gusset::traces
