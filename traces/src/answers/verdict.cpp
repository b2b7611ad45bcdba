#include "gusset/traces/answers/verdict.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "answers/findings/findings.hpp"
#include "answers/headline.hpp"
#include "answers/verdict_facts.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/answers/answer_json.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

constexpr std::size_t max_findings = 3;
constexpr double min_barrier_cost = 0.02;
// A target may be all tasks of a long path. Above this number, the document only gives their count.
constexpr std::size_t max_tasks = 1000;

constexpr std::array<std::string_view, 28> finding_names{
    "incomplete",      "preempted",          "blocked",        "outlier",      "too_fine",
    "too_few_tasks",   "little_parallelism", "serial_part",    "imbalance",    "serial_producer",
    "paused_producer", "slow_messages",      "slow_worker",    "slow_node",    "ready_not_taken",
    "late_release",    "lock_contention",    "loop_imbalance", "barrier_wait", "work_inflation",
    "first_touch",     "critical_type",      "not_recorded",   "well_used",    "potential",
    "heaviest_type",   "nothing_ran",        "statement"};

// In the order of FindingTarget::Kind.
constexpr std::array target_names{"tasks", "range", "worker", "node", "type"};

Json target_json(const Trace& trace, const FindingTarget& target) {
  using Kind = FindingTarget::Kind;
  Json json{{"kind", target_names.at(static_cast<std::size_t>(target.kind))}, {"text", target.text}};
  switch (target.kind) {
    case Kind::tasks:
      json["count"] = target.tasks.size();
      json["tasks"] = Json::array();
      for (std::size_t i = 0; i < std::min(target.tasks.size(), max_tasks); ++i)
        json["tasks"].push_back(target.tasks[i].value());
      break;
    case Kind::range:
      json["begin_ns"] = target.begin_ns;
      json["end_ns"] = target.end_ns;
      json["worker"] = id_json(target.worker);
      break;
    case Kind::worker:
      json["worker"] = target.worker.value();
      json["name"] = worker_place(trace, target.worker);
      break;
    case Kind::node:
      json["node"] = target.node.value();
      json["name"] = node_name(trace, target.node);
      break;
    case Kind::type:
      json["type"] = target.type.value();
      json["name"] = trace.types[target.type.value()];
      break;
  }
  return json;
}

/// Recordings of tiny tasks are partly about the recorder: the first sentence says so.
void add_recording_time(const VerdictFacts& facts, Finding& first) {
  if (!facts.trace.metadata.recording_ns) return;
  const double share = facts.share(static_cast<double>(*facts.trace.metadata.recording_ns));
  if (share < min_recording_share) return;
  first.sentence +=
      " Recording itself took at least " + percent_text(share) +
      " of the workers' time, which these figures include in part; it may have made the run longer than "
      "that.";
  first.figures.emplace_back("recording_share", share);
}

/// Little waiting at barriers is usual, so it is not worth a sentence below another one.
void leave_out_short_waits(std::vector<Finding>& found) {
  if (found.empty()) return;
  const auto is_short = [](const Finding& finding) {
    return finding.kind == Finding::Kind::barrier_wait && finding.cost < min_barrier_cost;
  };
  found.erase(std::remove_if(found.begin() + 1, found.end(), is_short), found.end());
}

}  // namespace

std::string_view kind_name(Finding::Kind kind) {
  return finding_names.at(static_cast<std::size_t>(kind));
}

std::optional<double> Finding::figure(std::string_view name) const {
  const auto found = std::ranges::find(figures, name, &std::pair<std::string, double>::first);
  return found == figures.end() ? std::nullopt : std::optional(found->second);
}

void Verdict::add(std::string sentence, std::vector<FindingTarget> targets) {
  findings.push_back({.sentence = std::move(sentence), .targets = std::move(targets)});
}

Verdict verdict(const Trace& trace, const VerdictOptions& options) {
  const VerdictFacts facts(trace, options);
  if (facts.is_cancelled()) return {};
  if (facts.statistics.tasks == 0) return {nothing_ran(facts)};
  std::vector<Finding> found = findings_of(facts);
  std::ranges::stable_sort(found, std::ranges::greater{}, &Finding::cost);
  leave_out_short_waits(found);
  found.resize(std::min(found.size(), max_findings));
  if (found.size() > 1) std::erase_if(found, [](const Finding& each) { return each.cost < 0.0; });
  for (Finding& finding : found) finding.cost = std::clamp(finding.cost, 0.0, 1.0);
  if (!found.empty()) add_recording_time(facts, found.front());
  Verdict result{std::move(found)};
  // A recording that was cut says nothing about the whole run, so that must be the first thing to read.
  if (facts.incomplete.empty())
    result.headline = headline_of(facts, result.findings.empty() ? nullptr : &result.findings.front());
  return result;
}

std::string report_json(const Trace& trace, const Verdict& verdict, const VerdictOptions& options) {
  Json json = answer_document("report", options.file);
  json["baseline"] = options.baseline == nullptr ? Json(nullptr) : Json(options.baseline_file);
  if (verdict.headline) {
    json["headline"] = {{"rating", std::string(rating_text(verdict.headline->rating))},
                        {"reason", verdict.headline->reason},
                        {"figure", verdict.headline->figure},
                        {"cause", verdict.headline->cause}};
  }
  json["findings"] = Json::array();
  for (const Finding& finding : verdict.findings) {
    Json figures = Json::object();
    for (const auto& [name, value] : finding.figures) figures[name] = value;
    Json targets = Json::array();
    for (const FindingTarget& target : finding.targets) targets.push_back(target_json(trace, target));
    json["findings"].push_back({{"kind", std::string(kind_name(finding.kind))},
                                {"cost", finding.cost},
                                {"sentence", finding.sentence},
                                {"next", finding.next},
                                {"figures", std::move(figures)},
                                {"targets", std::move(targets)}});
  }
  return document_text(json);
}

}  // namespace gusset::traces
