#include <cmath>
#include <utility>

#include "gusset/base/json_field.hpp"
#include "gusset/traces/schedules/schedule_answer.hpp"

namespace gusset::schedules {
namespace {

constexpr NumberRange report_time{0.0, 9e9, "a time from 0 to 9e9 s"};  // fits ScheduleReport's ns
constexpr NumberRange schedule_threads{1.0, 65536.0, "a number of threads from 1 to 65536"};
constexpr NumberRange worker_count{0.0, 4294967295.0, "a number of workers"};

std::int64_t ns_of(const JsonField& field) {
  return std::llround(field.number(report_time) * 1e9);
}

traces::ScheduleBounds::Intervals intervals_of(const JsonField& field) {
  using Intervals = traces::ScheduleBounds::Intervals;
  for (const Intervals intervals : {Intervals::all, Intervals::some, Intervals::ends}) {
    if (field.text() == traces::intervals_name(intervals)) return intervals;
  }
  throw field.expected("all, some or ends");
}

bool is_typical(const JsonField& field) {
  const std::string text = field.text();
  if (text != "exact" && text != "typical") throw field.expected("exact or typical");
  return text == "typical";
}

FoundSchedule found_of(const JsonField& document) {
  FoundSchedule found;
  found.schedule.lists.resize(document.at("threads").small_count(schedule_threads));
  found.found_ns = ns_of(document.at("found_s"));
  found.first_ns = ns_of(document.at("list_schedule_s"));
  const JsonField bounds = document.at("bounds");
  found.bounds.work_ns = ns_of(bounds.at("work_s"));
  found.bounds.path_ns = ns_of(bounds.at("critical_path_s"));
  found.bounds.group_ns = ns_of(bounds.at("exclusion_s"));
  found.bounds.energetic_ns = ns_of(bounds.at("energetic_s"));
  found.bounds.intervals = intervals_of(bounds.at("intervals"));
  found.evaluations = document.at("evaluations").count();
  found.is_interrupted = document.at("interrupted").flag();
  return found;
}

ScheduleChoice choice_from(const JsonField& field, bool are_drawn) {
  ScheduleChoice choice{field.at("schedule").text(), field.at("key").text(),
                        field.at("needs_schedule").flag(), ns_of(field.at("exact_s"))};
  choice.median_ns = are_drawn ? ns_of(field.at("median_s")) : choice.exact_ns;
  choice.p5_ns = are_drawn ? ns_of(field.at("p5_s")) : choice.exact_ns;
  choice.p95_ns = are_drawn ? ns_of(field.at("p95_s")) : choice.exact_ns;
  return choice;
}

}  // namespace

Result<ScheduleReport> parse_schedule_report(std::string_view text, const std::string& name) {
  return read_document(text, name, [](const JsonField& document) {
    document.check_format("gusset schedule", 1);
    ScheduleReport report;
    report.found = found_of(document);
    report.is_typical = is_typical(document.at("durations"));
    report.took_ns = document.at("took_s").unless_null(ns_of);
    if (const auto ending = document.find("ending_s")) report.ending_ns = ns_of(*ending);
    report.is_predicted = document.at("predicted").flag();
    if (const auto policy = document.find("policy")) report.policy = policy->optional_text();
    report.trace_threads = document.at("trace_threads").small_count(worker_count);
    report.is_of_strands = document.at("strands").flag();
    report.is_comparison_stopped = document.at("comparison_stopped").flag();
    report.draws = document.at("draws").count();
    report.rounding_ns = ns_of(document.at("rounding_s"));
    report.seed = document.at("seed").count();
    report.assumptions = document.at("assumptions").texts();
    if (const auto choices = document.find("choices")) {
      report.choices =
          choices->list_of([&](const JsonField& choice) { return choice_from(choice, report.draws > 0); });
    }
    return report;
  });
}

}  // namespace gusset::schedules
