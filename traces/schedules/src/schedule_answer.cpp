#include "gusset/traces/schedules/schedule_answer.hpp"

#include <algorithm>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/answers/answer_json.hpp"

namespace gusset::schedules {
namespace {

using traces::Json;
using traces::Table;
using Kind = traces::Table::Kind;

constexpr double negligible = 0.01;  // a difference that is not worth a change

constexpr double least_mentioned = 0.001;

std::string percentile_phrase(std::size_t draws) {
  return count_text(draws, "run") + (draws == 1 ? " was" : " were") +
         " drawn in which each task takes as long as a similar one did: median, 5th and 95th percentile.";
}

double saving(std::int64_t before_ns, std::int64_t after_ns) {
  return before_ns <= 0 ? 0.0 : 1.0 - static_cast<double>(after_ns) / static_cast<double>(before_ns);
}

// What a reader may not know is said in plain words, before its name.
std::string bound_phrase(const ScheduleReport& report) {
  const traces::ScheduleBounds& bounds = report.found.bounds;
  const std::string_view name = bounds.name();
  std::string text = "can be shorter than " + duration_text_ns(bounds.best_ns());
  if (name == "exclusion") text += ", because some tasks exclude each other";
  if (name == "energetic bound") text += ", because one interval has more work than the workers can do in it";
  if (name == "steps") text += ", because steps of the program follow each other";
  return text + " (" + std::string(name) + ")";
}

std::string found_phrase(const FoundSchedule& found) {
  std::string text = duration_text_ns(found.found_ns) + " was found";
  if (found.is_optimal()) text += ", the shortest possible";
  return text;
}

std::string worth_phrase(const ScheduleReport& report) {
  const double most = saving(*report.took_ns, report.found.bounds.best_ns() + report.ending_ns);
  if (most <= negligible) return "; a better schedule is not worth having";
  const double saved = saving(*report.took_ns, report.found.found_ns + report.ending_ns);
  const std::string text =
      ", which would save " + (saved > negligible ? percent_text(saved) : std::string("less than 1 %"));
  return report.found.is_optimal() ? text : text + "; no schedule can save more than " + percent_text(most);
}

/// Schedules end with their last task.
std::string ending_phrase(const ScheduleReport& report) {
  const double share = static_cast<double>(report.ending_ns) / static_cast<double>(*report.took_ns);
  return share <= least_mentioned
             ? ""
             : " (the last " + duration_text_ns(report.ending_ns) + " after its last task)";
}

/// Whether the schedules let the parts of ordered loops run in another order than the program would.
bool ignores_order(const ScheduleReport& report) {
  return std::ranges::find(report.assumptions, traces::ordered_loops_assumption) != report.assumptions.end();
}

/// Whether the run was shorter than any schedule on as many threads can be.
bool is_contradiction(const ScheduleReport& report) {
  return report.took_ns && !report.is_typical && report.threads() >= report.trace_threads &&
         *report.took_ns < report.found.bounds.best_ns();
}

/// How long the run took, what no schedule can beat, what was found, and whether a better schedule is worth
/// having.
std::string main_sentence(const ScheduleReport& report) {
  std::string text;
  const std::string on_threads = " on " + count_text(report.threads(), "worker");
  if (report.took_ns) {
    text = std::string(report.is_predicted ? "Predicted: " : "Took ") + duration_text_ns(*report.took_ns) +
           " on " + count_text(report.trace_threads, "worker") + ending_phrase(report) + "; ";
  }
  text += std::string(text.empty() ? "No" : "no") + " schedule" +
          (report.is_same_machine() ? "" : on_threads) + " " + bound_phrase(report);
  if (report.is_typical) text += " with typical durations";
  text += "; " + found_phrase(report.found);
  if (is_contradiction(report))
    return text + "; the run was shorter because it broke dependencies (gusset check names them).";
  if (ignores_order(report))
    return text + ", but only if the parts of its ordered loops may run in any order, which they may not.";
  if (report.is_same_machine() && !report.is_typical) text += worth_phrase(report);
  return text + ".";
}

std::string recommendation(const ScheduleReport& report) {
  const ScheduleChoice& best = report.choices[recommended(report)];
  const bool is_other_policy = !report.policy.empty() && report.policy != best.key;
  std::string text = "Recommended: " + best.name +
                     (is_other_policy ? " instead of the trace's policy, " + report.policy : "") + ", " +
                     (report.draws > 0 ? "median " : "") + duration_text_ns(best.median_ns);
  const auto fastest = std::ranges::min_element(report.choices, {}, &ScheduleChoice::median_ns);
  const auto slowest = std::ranges::max_element(report.choices, {}, &ScheduleChoice::median_ns);
  const auto is_mentioned = [&](std::int64_t less_ns, std::int64_t more_ns) {
    const double share = saving(best.median_ns, best.median_ns - (more_ns - less_ns));
    return share > least_mentioned && more_ns - less_ns > report.rounding_ns;
  };
  if (fastest->key != best.key && is_mentioned(fastest->median_ns, best.median_ns)) {
    text += "; " + fastest->name + " is only " + percent_text(saving(best.median_ns, fastest->median_ns)) +
            " faster";
  } else if (is_mentioned(best.median_ns, slowest->median_ns)) {
    text += "; " + slowest->name + " takes " + percent_text(-saving(best.median_ns, slowest->median_ns)) +
            " longer";
  }
  return text + ".";
}

std::string remark(const ScheduleReport& report) {
  std::string text = report.draws > 0 ? percentile_phrase(report.draws)
                                      : "Similar tasks all took the same time, so runs do not differ.";
  if (report.found.is_interrupted) text += " The search was stopped early.";
  const std::uint64_t examined = report.found.evaluations;
  text += " " + count_text(examined, "schedule") + (examined == 1 ? " was" : " were") + " examined.";
  for (const std::string& assumption : report.assumptions) text += " Assumed: " + assumption + ".";
  return text;
}

Table choices_table(const ScheduleReport& report) {
  Table table{"schedule",
              {{"schedule", Kind::text, "schedule"},
               {"", Kind::text, "key"},
               {"exact", Kind::duration, "exact_s", "with the trace's own durations"}},
              {},
              remark(report)};
  if (report.draws > 0) {
    table.columns.push_back({"median", Kind::duration, "median_s"});
    table.columns.push_back({"p5", Kind::duration, "p5_s", "95 % of the runs take longer"});
    table.columns.push_back({"p95", Kind::duration, "p95_s", "5 % of the runs take longer"});
  }
  for (const ScheduleChoice& choice : report.choices) {
    Table::Row row{{choice.name, choice.key, choice.exact_ns}};
    if (report.draws > 0) row.cells.insert(row.cells.end(), {choice.median_ns, choice.p5_ns, choice.p95_ns});
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

ScheduleChoice choice_of(std::string name, std::string key, bool needs_schedule, std::int64_t exact_ns,
                         std::vector<std::int64_t> drawn_ns) {
  std::ranges::sort(drawn_ns);
  const auto at = [&](std::size_t percent) {
    return drawn_ns[std::min(drawn_ns.size() - 1, drawn_ns.size() * percent / 100)];
  };
  return {std::move(name), std::move(key), needs_schedule, exact_ns, at(50), at(5), at(95)};
}

std::size_t recommended(const ScheduleReport& report) {
  const auto& choices = report.choices;
  const double best =
      static_cast<double>(std::ranges::min_element(choices, {}, &ScheduleChoice::median_ns)->median_ns);
  const auto is_close = [best, &report](const ScheduleChoice& choice) {
    return static_cast<double>(choice.median_ns) <=
           best * (1.0 + negligible) + static_cast<double>(report.rounding_ns);
  };
  auto chosen = std::ranges::find_if(
      choices, [&](const ScheduleChoice& choice) { return is_close(choice) && !choice.needs_schedule; });
  if (chosen == choices.end()) chosen = std::ranges::find_if(choices, is_close);
  return static_cast<std::size_t>(chosen - choices.begin());
}

traces::Answer schedule_answer(const ScheduleReport& report) {
  traces::Answer answer;
  answer.verdict.add(main_sentence(report));
  if (report.is_of_strands)
    answer.verdict.add(
        "This assumes that a task may continue on any thread after it has created a task, waited or taken a "
        "lock, that loops stay divided as they were, and that barriers and starting tasks take no time. Runs "
        "of OpenMP programs are not compared.");
  if (report.is_comparison_stopped)
    answer.verdict.add("The comparison with other ways to run the tasks was stopped.");
  if (report.choices.empty()) return answer;
  answer.verdict.add(recommendation(report));
  answer.tables.push_back(choices_table(report));
  return answer;
}

std::string schedule_json(const ScheduleReport& report, const std::string& file) {
  const FoundSchedule& found = report.found;
  const traces::ScheduleBounds& bounds = found.bounds;
  Json json = traces::answer_document("schedule", file);
  json["threads"] = report.threads();
  json["took_s"] = report.took_ns ? Json(seconds(*report.took_ns)) : Json(nullptr);
  json["ending_s"] = seconds(report.ending_ns);
  json["predicted"] = report.is_predicted;
  json["policy"] = report.policy.empty() ? Json(nullptr) : Json(report.policy);
  json["trace_threads"] = report.trace_threads;
  json["strands"] = report.is_of_strands;
  json["durations"] = report.is_typical ? "typical" : "exact";
  json["found_s"] = seconds(found.found_ns);
  json["bound_s"] = seconds(bounds.best_ns());
  json["bound"] = bounds.name();
  json["bounds"] = {
      {"work_s", seconds(bounds.work_ns)},       {"critical_path_s", seconds(bounds.path_ns)},
      {"exclusion_s", seconds(bounds.group_ns)}, {"energetic_s", seconds(bounds.energetic_ns)},
      {"steps_s", seconds(bounds.steps_ns)},     {"intervals", traces::intervals_name(bounds.intervals)}};
  json["optimal"] = found.is_optimal();
  json["list_schedule_s"] = seconds(found.first_ns);
  json["seed"] = report.seed;
  json["evaluations"] = found.evaluations;
  json["interrupted"] = found.is_interrupted;
  json["comparison_stopped"] = report.is_comparison_stopped;
  json["draws"] = report.draws;
  json["rounding_s"] = seconds(report.rounding_ns);
  if (!report.choices.empty()) {
    json["recommended"] = report.choices[recommended(report)].key;
    json["choices"] = traces::rows_json(choices_table(report));
    for (std::size_t i = 0; i < report.choices.size(); ++i)
      json["choices"][i]["needs_schedule"] = report.choices[i].needs_schedule;
  }
  json["assumptions"] = report.assumptions;
  return traces::document_text(json);
}

}  // namespace gusset::schedules
