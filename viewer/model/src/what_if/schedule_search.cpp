#include "gusset/viewer/model/what_if/schedule_search.hpp"

#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/schedules/schedule_answer.hpp"
#include "gusset/viewer/model/what_if/what_if.hpp"

namespace gusset::viewer {
namespace {

constexpr NumberRange any_share{0.0, 1.0, "a share from 0 to 1"};

ScheduleProgress progress_of(const JsonField& line) {
  const std::string stage = line.at("stage").text();
  if (stage == "search") {
    return {false, line.at("share").number(any_share),
            gusset::duration_text(line.at("found_s").number()) + " found, at least " +
                gusset::duration_text(line.at("bound_s").number()) + " needed"};
  }
  if (stage != "compare") throw line.expected("the stage search or compare");
  std::string text = "comparing: " + line.at("schedule").text();
  const std::uint64_t runs = line.at("runs").count();
  if (runs > 0) text += ", " + std::to_string(line.at("run").count()) + " of " + count_text(runs, "run");
  return {true, 1.0, text};
}

std::string bound_text(const schedules::ScheduleReport& report) {
  const traces::ScheduleBounds& bounds = report.found.bounds;
  const bool has_other_threads = report.trace_threads != 0 && report.trace_threads != report.threads();
  return "bound " + duration_text_ns(bounds.best_ns()) + " (" + std::string(bounds.name()) +
         (has_other_threads ? ", " + count_text(report.threads(), "worker") : "") +
         (report.is_typical ? ", typical durations" : "") + ")";
}

}  // namespace

ScheduleSearch default_search(const traces::Trace& trace) {
  return {unchanged(trace).threads};
}

bool has_schedule_files(const traces::Trace& trace) {
  return !trace.recorded.fork_join;
}

std::vector<std::string> schedule_arguments(const ScheduleSearch& search, const traces::Trace& trace,
                                            const std::filesystem::path& file, const ScheduleFiles& files) {
  std::vector<std::string> arguments{"schedule", file.string()};
  const auto add = [&arguments](const char* option, const std::string& value) {
    arguments.insert(arguments.end(), {option, value});
  };
  // Without --threads, the command schedules a trace without workers on the machine's cores.
  if (trace.workers.empty() || search.threads != default_search(trace).threads)
    add("--threads", std::to_string(search.threads));
  if (search.seconds != ScheduleSearch::default_seconds)
    add("--search", std::to_string(search.seconds) + "s");
  if (search.is_typical) add("--durations", "typical");
  if (has_schedule_files(trace)) {
    add("-o", files.schedule.string());
    add("--trace", files.trace.string());
  }
  return arguments;
}

std::string run_command(const traces::Trace& trace, const std::filesystem::path& schedule) {
  if (trace.metadata.command.empty() || !has_schedule_files(trace)) return {};
  std::vector<std::string> arguments{"run", "--schedule", schedule.string(), "--"};
  arguments.insert(arguments.end(), trace.metadata.command.begin(), trace.metadata.command.end());
  return shell_text("gusset", arguments);
}

std::optional<ScheduleProgress> parse_schedule_progress(const std::string& line) {
  auto progress = read_document(line, "progress", progress_of);
  if (!progress) return std::nullopt;
  return std::move(progress).value();
}

Result<FoundScheduleFacts> parse_found_schedule(std::string_view text, const std::string& name) {
  const auto report = schedules::parse_schedule_report(text, name);
  if (!report) return report.error();
  return FoundScheduleFacts{schedules::schedule_answer(*report),
                            report->threads(),
                            {report->found.found_ns, report->found.bounds.best_ns()},
                            bound_text(*report),
                            report->is_same_machine() && !report->is_typical};
}

std::string found_schedule_title(const ScheduleSearch& search) {
  return "found schedule: " + count_text(search.threads, "worker") +
         (search.is_typical ? ", typical durations" : "");
}

}  // namespace gusset::viewer
