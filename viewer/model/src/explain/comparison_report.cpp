#include "gusset/viewer/model/explain/comparison_report.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "gusset/traces/answers/comparison_words.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/viewer/model/document/time_text.hpp"

namespace gusset::viewer {
namespace {

struct Change {
  std::string name;
  std::optional<std::int64_t> a_ns;
  std::optional<std::int64_t> b_ns;
  std::int64_t ns() const { return a_ns && b_ns ? *b_ns - *a_ns : 0; }
};

std::string known_text(const std::optional<std::int64_t>& ns) {
  return ns ? duration_text(*ns) : "–";
}

std::string signed_text(std::int64_t ns) {
  if (ns == 0) return "0";
  return (ns > 0 ? "+" : "−") + duration_text(std::abs(ns));
}

ChangeSection section_of(std::string title, std::vector<Change> changes, const std::string& noun) {
  ChangeSection section{std::move(title), {}, {}};
  if (changes.size() > most_change_bars) {
    section.note = "… and " + count_text(changes.size() - most_change_bars, "more " + noun) +
                   " that changed less";
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& x, const Change& y) { return std::abs(x.ns()) > std::abs(y.ns()); });
    changes.resize(most_change_bars);
  }
  std::int64_t largest = 0;
  for (const Change& change : changes) largest = std::max(largest, std::abs(change.ns()));
  for (const Change& change : changes) {
    const double share = largest == 0 ? 0.0 : static_cast<double>(change.ns()) / static_cast<double>(largest);
    section.bars.push_back({change.name, known_text(change.a_ns), known_text(change.b_ns),
                            change.a_ns && change.b_ns ? signed_text(change.ns()) : "", share});
  }
  return section;
}

}  // namespace

ComparisonReport comparison_report(const Document& document, std::size_t a, std::size_t b,
                                   const PairFacts& facts) {
  const traces::Trace& trace_a = *document.panel(a).trace;
  const traces::Trace& trace_b = *document.panel(b).trace;
  const traces::Comparison& comparison = facts.twins->comparison;
  const traces::ComparisonWords words =
      traces::comparison_words(trace_a, trace_b, comparison, facts.chain, facts.parting);
  ComparisonReport report;
  const auto say = [&report](const std::string& sentence, std::optional<TaskReference> link = std::nullopt) {
    if (!sentence.empty()) report.sentences.push_back({sentence, link});
  };
  say(words.times);
  const bool parts = facts.parting && facts.parting->parts;
  say(words.parting, parts ? std::optional(TaskReference{a, facts.parting->task}) : std::nullopt);
  say(words.chain);
  say(words.types);
  say(words.match);

  std::vector<Change> types;
  for (const traces::TypeComparison& type : comparison.types) {
    types.push_back({type.type, type.tasks_a > 0 ? std::optional(type.busy_a_ns) : std::nullopt,
                     type.tasks_b > 0 ? std::optional(type.busy_b_ns) : std::nullopt});
  }
  report.sections.push_back(section_of("Busy time of types", std::move(types), "type"));

  std::vector<Change> workers;
  for (const traces::WorkerComparison& worker : facts.workers) {
    const traces::Trace& named = worker.busy_a_ns ? trace_a : trace_b;
    const std::string& name = named.workers[worker.worker.value()].name;
    workers.push_back({name.empty() ? "worker " + std::to_string(worker.worker.value()) : name,
                       worker.busy_a_ns, worker.busy_b_ns});
  }
  report.sections.push_back(section_of("Busy time of workers", std::move(workers), "worker"));

  if (!facts.chain) {
    report.sections.push_back({"On the critical chain", "not recorded", {}});
    return report;
  }
  std::vector<Change> chain;
  for (const traces::ChainComparison& part : *facts.chain)
    chain.push_back({traces::chain_part_name(part), part.a_ns, part.b_ns});
  report.sections.push_back(section_of("On the critical chain", std::move(chain), "part"));
  return report;
}

std::optional<ReportSection> twins_section(const Document& document, Comparisons& comparisons,
                                           TaskReference task) {
  if (document.traces.size() < 2) return std::nullopt;
  ReportSection section{"The same task", {}};
  for (std::size_t panel = 0; panel < document.traces.size(); ++panel) {
    if (panel == task.panel) continue;
    ReportLine line{document.panel(panel).name(), {}, true};
    const bool is_known = comparisons.knows_twins(std::min(panel, task.panel), std::max(panel, task.panel));
    const auto twin = comparisons.twin(task, panel);
    if (twin) {
      const std::optional<TimeRange> range = document.range_of(*twin);
      line.unknown = false;
      line.pieces.push_back({task_name(document.panel(panel), twin->task), twin});
      if (range) line.pieces.push_back({", " + duration_text(range->duration_ns()), std::nullopt});
    } else {
      line.pieces.push_back({is_known ? "not found there" : "…", std::nullopt});
    }
    section.lines.push_back(std::move(line));
  }
  return section;
}

}  // namespace gusset::viewer
