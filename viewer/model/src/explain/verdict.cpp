#include "gusset/viewer/model/explain/verdict.hpp"

#include <algorithm>
#include <utility>

#include "gusset/base/numbers.hpp"

namespace gusset::viewer {
namespace {

constexpr std::size_t max_notes = 8;

using traces::FindingTarget;

template <class Fits>
std::vector<RowReference> rows_that(const LoadedTrace& loaded, std::size_t panel, Fits fits) {
  std::vector<RowReference> rows;
  for (std::size_t row = 0; row < loaded.rows.size(); ++row) {
    if (fits(loaded.trace->lanes[loaded.rows[row].lane.value()].worker)) rows.push_back({panel, row});
  }
  return rows;
}

}  // namespace

std::vector<VerdictPiece> verdict_pieces(const traces::Finding& finding) {
  struct Place {
    std::size_t at;
    std::size_t target;
  };
  std::vector<Place> places;
  std::vector<std::size_t> remaining;
  const auto overlaps = [&](std::size_t at, const std::string& text) {
    return std::any_of(places.begin(), places.end(), [&](const Place& other) {
      return at < other.at + finding.targets[other.target].text.size() && other.at < at + text.size();
    });
  };
  for (std::size_t i = 0; i < finding.targets.size(); ++i) {
    const std::string& text = finding.targets[i].text;
    std::size_t at = finding.sentence.find(text);
    while (at != std::string::npos && overlaps(at, text)) at = finding.sentence.find(text, at + 1);
    if (at == std::string::npos) {
      remaining.push_back(i);
    } else {
      places.push_back({at, i});
    }
  }
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.at < b.at; });
  std::vector<VerdictPiece> pieces;
  std::size_t from = 0;
  for (const Place& place : places) {
    if (place.at > from) pieces.push_back({finding.sentence.substr(from, place.at - from), {}});
    const std::string& text = finding.targets[place.target].text;
    pieces.push_back({text, place.target});
    from = place.at + text.size();
  }
  if (from < finding.sentence.size()) pieces.push_back({finding.sentence.substr(from), {}});
  for (const std::size_t target : remaining) {
    pieces.push_back({" ", {}});
    pieces.push_back({finding.targets[target].text, target});
  }
  return pieces;
}

std::vector<ReportPiece> linked_pieces(const traces::Finding& finding, std::size_t panel) {
  std::vector<ReportPiece> pieces;
  for (const VerdictPiece& piece : verdict_pieces(finding)) {
    pieces.push_back({piece.text, {}});
    if (!piece.target) continue;
    const FindingTarget& target = finding.targets[*piece.target];
    if (target.tasks.size() == 1) pieces.back().link = TaskReference{panel, target.tasks.front()};
  }
  return pieces;
}

traces::Verdict verdict_of(const LoadedTrace& loaded, const std::atomic<bool>* cancelled) {
  traces::VerdictOptions options;
  options.file = loaded.path.empty() ? loaded.name() : loaded.path.string();
  options.cancelled = cancelled;
  return traces::verdict(*loaded.trace, options);
}

std::vector<std::string> verdict_notes(const LoadedTrace& loaded) {
  const traces::Metadata& metadata = loaded.trace->metadata;
  if (metadata.incomplete && metadata.notes.empty()) return {"the trace is incomplete"};
  std::vector<std::string> notes = metadata.notes;
  if (notes.size() <= max_notes) return notes;
  notes.resize(max_notes);
  notes.push_back("and " + count_text(metadata.notes.size() - max_notes) + " more; gusset info lists all");
  return notes;
}

std::vector<RowReference> rows_of_worker(const Document& document, std::size_t panel,
                                         traces::WorkerId worker) {
  return rows_that(document.panel(panel), panel, [&](traces::WorkerId of) { return of == worker; });
}

std::vector<RowReference> rows_of_node(const Document& document, std::size_t panel, traces::NodeId node) {
  const traces::Trace& trace = *document.panel(panel).trace;
  return rows_that(document.panel(panel), panel,
                   [&](traces::WorkerId of) { return trace.workers[of.value()].node == node; });
}

std::shared_ptr<const TaskSet> tasks_of_type(const Document& document, std::size_t panel,
                                             traces::TypeId type) {
  const LoadedTrace& loaded = document.panel(panel);
  auto set = std::make_shared<TaskSet>();
  set->name = loaded.trace->types[type.value()];
  for (std::size_t task = 0; task < loaded.trace->tasks.size(); ++task) {
    if (loaded.trace->tasks.type[task] == type && loaded.times.begin_ns[task] != traces::unknown_time)
      set->tasks.push_back({panel, traces::TaskId(task)});
  }
  return set->tasks.empty() ? nullptr : set;
}

void select_target(const Document& document, std::size_t panel, const FindingTarget& target,
                   Selection& selection) {
  constexpr SelectionOrigin origin = SelectionOrigin::command;
  switch (target.kind) {
    case FindingTarget::Kind::tasks: {
      if (target.tasks.size() == 1) {
        const TaskReference task{panel, target.tasks.front()};
        selection.select_task(task, document.row_of(task), origin);
        return;
      }
      auto set = std::make_shared<TaskSet>();
      set->name = target.text;
      for (const traces::TaskId task : target.tasks) set->tasks.push_back({panel, task});
      selection.select_tasks(std::move(set), origin);
      return;
    }
    case FindingTarget::Kind::range:
      selection.select_rows(target.worker.is_none() ? std::vector<RowReference>()
                                                    : rows_of_worker(document, panel, target.worker),
                            TimeRange{target.begin_ns, target.end_ns}, origin);
      return;
    case FindingTarget::Kind::worker:
      selection.select_rows(rows_of_worker(document, panel, target.worker), std::nullopt, origin);
      return;
    case FindingTarget::Kind::node:
      selection.select_rows(rows_of_node(document, panel, target.node), std::nullopt, origin);
      return;
    case FindingTarget::Kind::type:
      selection.select_tasks(tasks_of_type(document, panel, target.type), origin);
      return;
  }
}

}  // namespace gusset::viewer
