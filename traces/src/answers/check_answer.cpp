#include "gusset/traces/answers/check_answer.hpp"

#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/answer_json.hpp"

namespace gusset::traces {
namespace {

// A screen holds no more. The document has every violation that `check` describes.
constexpr std::size_t max_shown = 20;

// The checks that are impossible because the trace lacks the data.
std::string unchecked(const Trace& trace) {
  std::string text;
  const auto add = [&text](bool recorded, const char* what) {
    if (!recorded) text += (text.empty() ? "" : ", ") + std::string(what);
  };
  add(trace.recorded.accesses || trace.recorded.dependencies, "accesses or dependencies");
  add(trace.recorded.submit, "submissions");
  add(trace.recorded.ready, "readiness");
  add(trace.recorded.messages || trace.nodes.size() < 2, "messages");
  add(!trace.metadata.incomplete, "what the incomplete recording lost");
  return text;
}

std::string possible_text(const Trace& trace) {
  const std::uint64_t ran = compute_statistics(trace).tasks;
  return "a possible execution of " + count_text(trace.tasks.size(), "task") +
         (ran < trace.tasks.size() ? ", of which " + count_text(ran) + " ran" : "");
}

}  // namespace

Answer check_answer(const Trace& trace, const CheckResult& result, const std::string& file) {
  Answer answer;
  const std::string missing = unchecked(trace);
  answer.verdict.add(file + ": " +
                     (result.ok()
                          ? possible_text(trace)
                          : "not a possible execution: " + count_text(result.total, "contradiction")) +
                     "." + (missing.empty() ? "" : " Not recorded, so not checked: " + missing + "."));
  for (std::size_t i = 0; i < std::min(max_shown, result.findings.size()); ++i) {
    const Violation& violation = result.findings[i];
    std::vector<FindingTarget> targets;
    for (const TaskId task : {violation.task, violation.other}) {
      if (!task.is_none())
        targets.push_back(FindingTarget::of_tasks("task " + std::to_string(task.value()), {task}));
    }
    answer.verdict.add(violation.error.message() + " (" + std::string(kind_name(violation.kind)) + ")",
                       std::move(targets));
  }
  if (result.total > max_shown)
    answer.verdict.add("… and " + count_text(result.total - max_shown) + " more: see --json");
  return answer;
}

std::string check_json(const Trace& trace, const CheckResult& result, const std::string& file) {
  Json json = answer_document("check", file);
  json["possible"] = result.ok();
  json["total"] = result.total;
  json["not_recorded"] = unchecked(trace);
  json["findings"] = Json::array();
  for (const Violation& violation : result.findings) {
    json["findings"].push_back({{"kind", kind_name(violation.kind)},
                                {"task", id_json(violation.task)},
                                {"other", id_json(violation.other)},
                                {"handle", id_json(violation.handle)},
                                {"where", violation.error.where},
                                {"expected", violation.error.expected},
                                {"found", violation.error.found}});
  }
  return document_text(json);
}

}  // namespace gusset::traces
