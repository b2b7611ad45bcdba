#include "gusset/viewer/model/session.hpp"

#include <utility>

#include "gusset/traces/task_table.hpp"

namespace gusset::viewer {
namespace {

using Loaded = std::vector<std::shared_ptr<const LoadedTrace>>;

std::string graph_slot(std::size_t panel) {
  return "graph " + std::to_string(panel);
}

}  // namespace

Session::Session(JobRunner::Post post, unsigned threads)
    : threads_(threads), document_(std::make_shared<Document>()), jobs_(std::move(post), 2) {
  subscription_ = selection_.subscribe([this](const SelectionState& state) { selection_changed(state); });
}

void Session::open(std::vector<std::filesystem::path> paths) {
  load(std::move(paths), false, false);
}

void Session::add(std::vector<std::filesystem::path> paths) {
  load(std::move(paths), true, true);
}

void Session::reload() {
  std::vector<std::filesystem::path> paths;
  for (const auto& loaded : document_->traces) {
    if (!loaded->path.empty()) paths.push_back(loaded->path);
  }
  if (paths.empty()) return;
  load(std::move(paths), false, true);
}

void Session::close() {
  jobs_.cancel("open");
  show(make_document({}));
}

void Session::load(std::vector<std::filesystem::path> paths, bool keep_open, bool keep_view) {
  if (paths.empty()) return;
  using Result = traces::Result<Loaded>;
  jobs_.start(
      "open",
      [paths = std::move(paths), threads = threads_](const JobRunner::Cancelled& cancelled) -> Result {
        Loaded loaded;
        for (const std::filesystem::path& path : paths) {
          if (cancelled.load(std::memory_order_relaxed)) break;  // relaxed: the result is dropped
          traces::Result<std::shared_ptr<const LoadedTrace>> one = load_trace(path, threads);
          if (!one) return one.error();
          loaded.push_back(std::move(one).value());
        }
        return loaded;
      },
      [this, keep_open, keep_view](Result result) {
        if (!result) {
          if (events.failed) events.failed(result.error().message());
        } else {
          Loaded all = keep_open ? document_->traces : Loaded();
          for (auto& loaded : result.value()) all.push_back(std::move(loaded));
          show(make_document(std::move(all)), keep_view);
        }
        tell(events.busy_changed);
      },
      [this](const std::string& what) {
        if (events.failed) events.failed("opening: expected enough memory for the trace, found " + what);
        tell(events.busy_changed);
      });
  tell(events.busy_changed);
}

void Session::show(std::shared_ptr<const Document> document, bool keep_view) {
  for (std::size_t panel = 0; panel < graphs_.size(); ++panel) jobs_.cancel(graph_slot(panel));
  jobs_.cancel("totals");
  document_ = std::move(document);
  graphs_.assign(document_->traces.size(), nullptr);
  waited_for_.reset();
  totals_range_.reset();
  wanted_range_.reset();
  const std::optional<TaskReference> task = selection_.state().task();
  if (!keep_view || (task && !document_->has(*task))) selection_.clear(SelectionOrigin::command);
  if (events.document_changed) events.document_changed(keep_view);
  selection_changed(selection_.state());
}

const traces::TaskGraph* Session::graph(std::size_t panel) const {
  return panel < graphs_.size() ? graphs_[panel].get() : nullptr;
}

std::vector<const traces::Statistics*> Session::totals() const {
  std::vector<const traces::Statistics*> totals;
  for (std::size_t panel = 0; panel < document_->traces.size(); ++panel) {
    totals.push_back(totals_range_ ? &range_totals_[panel] : &document_->panel(panel).totals);
  }
  return totals;
}

void Session::selection_changed(const SelectionState& state) {
  waited_for_.reset();
  if (const std::optional<TaskReference> task = state.task(); task && document_->has(*task)) {
    need_graph(task->panel);
    find_waited_for();
  }
  tell(events.waited_for_changed);
  need_totals(state.range);
}

void Session::need_graph(std::size_t panel) {
  if (graphs_[panel] || jobs_.busy(graph_slot(panel))) return;
  jobs_.start(
      graph_slot(panel),
      [trace = document_->panel(panel).trace](const JobRunner::Cancelled&) {
        return std::shared_ptr<const traces::TaskGraph>(std::make_shared<traces::TaskGraph>(*trace));
      },
      [this, panel](std::shared_ptr<const traces::TaskGraph> graph) {
        graphs_[panel] = std::move(graph);
        find_waited_for();
        tell(events.waited_for_changed);
        tell(events.busy_changed);
      },
      [this](const std::string& what) {
        if (events.failed) events.failed("task graph: expected enough memory for it, found " + what);
        tell(events.busy_changed);
      });
  tell(events.busy_changed);
}

void Session::find_waited_for() {
  const std::optional<TaskReference> task = selection_.state().task();
  if (!task || !document_->has(*task) || !graphs_[task->panel]) return;
  const LoadedTrace& loaded = document_->panel(task->panel);
  const traces::TaskDetails details =
      traces::task_details(*loaded.trace, *graphs_[task->panel], loaded.times, task->task);
  waited_for_.reset();
  if (!details.last_predecessor.is_none()) waited_for_ = TaskReference{task->panel, details.last_predecessor};
}

void Session::need_totals(std::optional<TimeRange> range) {
  if (range == wanted_range_) return;
  wanted_range_ = range;
  if (!range || document_->empty()) {
    jobs_.cancel("totals");
    totals_range_.reset();
    tell(events.totals_changed);
    tell(events.busy_changed);
    return;
  }
  jobs_.start(
      "totals",
      [document = document_, range = *range](const JobRunner::Cancelled& cancelled) {
        std::vector<traces::Statistics> totals;
        for (const auto& loaded : document->traces) {
          if (cancelled.load(std::memory_order_relaxed)) break;  // relaxed: the result is dropped
          totals.push_back(traces::compute_statistics(*loaded->trace, range.begin_ns, range.end_ns));
        }
        return totals;
      },
      [this, range = *range](std::vector<traces::Statistics> totals) {
        range_totals_ = std::move(totals);
        totals_range_ = range;
        tell(events.totals_changed);
        tell(events.busy_changed);
      },
      [this](const std::string& what) {
        if (events.failed) events.failed("statistics: expected enough memory for them, found " + what);
        tell(events.busy_changed);
      });
  tell(events.busy_changed);
}

}  // namespace gusset::viewer
