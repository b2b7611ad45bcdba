#include "gusset/viewer/model/state/session.hpp"

#include <algorithm>
#include <utility>

#include "gusset/traces/analysis/time/task_table.hpp"

namespace gusset::viewer {
namespace {

using Loaded = std::vector<std::shared_ptr<const LoadedTrace>>;

const char* const appearance_slot = "colours and filters";

JobRunner::Slot graph_slot(std::size_t panel) {
  return {"task graph", panel};
}

// A trace that is read again keeps its title.
std::shared_ptr<const LoadedTrace> with_previous_title(const Document& document,
                                                       std::shared_ptr<const LoadedTrace> loaded) {
  for (const auto& open : document.traces) {
    if (!open->title.empty() && open->path == loaded->path) return retitled(*loaded, open->title);
  }
  return loaded;
}

// Task numbers differ between traces, so an alignment at a task does not carry over to other traces.
traces::Alignment next_alignment(const Document& before, const Loaded& next) {
  const bool is_same = next.size() >= before.traces.size() &&
                       std::equal(before.traces.begin(), before.traces.end(), next.begin(),
                                  [](const auto& a, const auto& b) { return a->trace == b->trace; });
  traces::Alignment alignment = before.alignment;
  if (alignment.at != traces::AlignAt::task || is_same) return alignment;
  alignment.at = traces::AlignAt::recorded;
  alignment.tasks.clear();
  return alignment;
}

}  // namespace

Session::Session(JobRunner::Post post, unsigned threads)
    : threads_(threads), document_(std::make_shared<Document>()), jobs_(std::move(post), 2) {
  connection_ = selection_.changed.connect([this](const SelectionState& state) { selection_changed(state); });
}

void Session::open(std::vector<std::filesystem::path> paths) {
  if (takes_over && takes_over(paths)) return;
  if (asks_first && !paths.empty() && asks_first([this, paths] { open(paths); })) return;
  load(std::move(paths), false, false);
}

void Session::add(std::vector<std::filesystem::path> paths) {
  if (takes_over && takes_over(paths)) return;
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
  if (asks_first && asks_first([this] { close(); })) return;
  jobs_.cancel(open_slot);
  show(make_document({}));
}

void Session::load(std::vector<std::filesystem::path> paths, bool keep_open, bool keep_view) {
  if (paths.empty()) return;
  using Opened = Result<Loaded>;
  std::vector<std::string> names;
  for (const std::filesystem::path& path : paths) names.push_back(path.filename().string());
  progress_ = std::make_shared<LoadProgress>(std::move(names));
  jobs_.start(
      open_slot,
      [paths = std::move(paths), threads = threads_, appearance = appearance_,
       progress = progress_](const JobRunner::Cancelled& cancelled) -> Opened {
        Loaded loaded;
        for (const std::filesystem::path& path : paths) {
          const LoadWatch watch{progress.get(), loaded.size(), &cancelled};
          Result<std::shared_ptr<const LoadedTrace>> one = load_trace(path, threads, appearance, watch);
          if (!one) return one.error();
          if (one.value() == nullptr) break;  // cancelled: the result is dropped
          loaded.push_back(std::move(one).value());
        }
        return loaded;
      },
      [this, keep_open, keep_view, appearance = appearance_](Opened result) {
        if (!result) {
          jobs_.failed(result.error().message());
        } else {
          Loaded all = keep_open ? document_->traces : Loaded();
          for (auto& loaded : result.value())
            all.push_back(with_previous_title(*document_, std::move(loaded)));
          traces::Alignment alignment = keep_view ? next_alignment(*document_, all) : traces::Alignment();
          show(make_document(std::move(all), appearance, std::move(alignment)), keep_view);
          if (appearance != appearance_) apply_appearance();
        }
      });
}

void Session::set_appearance(Appearance appearance, UndoStep step) {
  if (appearance == appearance_) return;
  appearance_ = std::move(appearance);
  settings_changed(step);
  apply_appearance();
}

ViewSettings Session::view_settings() const {
  return {appearance_.colour_by, appearance_.conditions, appearance_.hidden, alignment_};
}

void Session::set_view_settings(ViewSettings settings) {
  if (settings == view_settings()) return;
  const bool realigns = settings.alignment != alignment_;
  Appearance next = appearance_;
  next.colour_by = std::move(settings.colour_by);
  next.conditions = std::move(settings.conditions);
  next.hidden = std::move(settings.hidden);
  const bool reappears = next != appearance_;
  appearance_ = std::move(next);
  alignment_ = std::move(settings.alignment);
  settings_changed(UndoStep::separate);
  if (realigns) apply_alignment();
  if (reappears) apply_appearance();
}

void Session::align(traces::Alignment alignment) {
  ViewSettings settings = view_settings();
  settings.alignment = std::move(alignment);
  set_view_settings(std::move(settings));
}

void Session::apply_alignment() {
  const std::shared_ptr<const Document> before = std::exchange(document_, aligned(*document_, alignment_));
  if (document_->empty()) return;
  totals_.drop();
  document_changed(true);
  if (const std::optional<TimeRange> range = selection_.state().range)
    selection_.move_range(document_->on_axis(0, before->own_range(0, *range)), SelectionOrigin::timeline);
  totals_.need(selection_.state().range);
}

void Session::colour_by(const traces::ColourBy& by) {
  if (by == appearance_.colour_by) return;
  Appearance next = appearance_;
  next.colour_by = by;
  next.hidden.clear();  // categories of another colouring
  set_appearance(std::move(next));
}

std::optional<std::string> Session::condition_error(const std::string& condition) const {
  std::optional<std::string> why;
  for (const auto& loaded : document_->traces) {
    const Result<TaskQuery> parsed = TaskQuery::parse(*loaded->trace, condition);
    if (parsed.ok()) return std::nullopt;
    if (!why) why = parsed.error().message();
  }
  return why;
}

std::vector<std::string> Session::colour_keys() const {
  std::vector<std::string> keys;
  for (const auto& loaded : document_->traces) {
    for (std::string& key : traces::colour_keys(*loaded->trace)) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(std::move(key));
    }
  }
  return keys;
}

void Session::edit(Edits edits) {
  if (edits == this->edits()) return;
  edit_history_.before_change(this->edits());
  edit_history_.end_gesture();
  restore(std::move(edits));
}

void Session::set_marks(std::vector<Mark> marks) {
  edit_history_.clear();
  marks_ = std::move(marks);
  marks_changed();
}

bool Session::undo_edit() {
  std::optional<Edits> before = edit_history_.undo(edits());
  if (before) restore(std::move(*before));
  return before.has_value();
}

bool Session::redo_edit() {
  std::optional<Edits> after = edit_history_.redo(edits());
  if (after) restore(std::move(*after));
  return after.has_value();
}

void Session::build(std::shared_ptr<const GraphDraft> graph, std::shared_ptr<const Document> document) {
  jobs_.cancel(open_slot);
  next_graph_ = std::move(graph);
  show(std::move(document));
}

void Session::restore(Edits edits) {
  marks_ = std::move(edits.marks);
  const bool is_other_graph = graph_ != edits.graph;
  graph_ = std::move(edits.graph);
  Appearance next = appearance_;
  next.custom_colours = std::move(edits.custom_colours);
  set_appearance(std::move(next));
  marks_changed();
  if (is_other_graph) graph_edited();
}

void Session::apply_appearance() {
  if (!jobs_.busy(appearance_slot) && appearance_.differs_in_colours_only(document_->appearance)) {
    document_ = make_document(document_->traces, appearance_, alignment_);
    document_changed(true);
    return;
  }
  if (document_->empty()) return;
  jobs_.start(
      appearance_slot,
      [document = document_, appearance = appearance_,
       threads = threads_](const JobRunner::Cancelled& cancelled) {
        Loaded all;
        for (const auto& loaded : document->traces) {
          if (cancelled.load(std::memory_order_relaxed)) break;  // relaxed: the result is dropped
          all.push_back(with_appearance(*loaded, appearance, threads));
        }
        return all;
      },
      [this, appearance = appearance_](Loaded all) {
        // The traces are the same, so graphs and the selection remain valid.
        document_ = make_document(std::move(all), appearance, alignment_);
        // Totals of a range use the previous categories, so compute them again.
        totals_.drop();
        document_changed(true);
        totals_.need(selection_.state().range);
      });
}

void Session::show(std::shared_ptr<const Document> document, bool keep_view) {
  for (std::size_t panel = 0; panel < graphs_.size(); ++panel) jobs_.cancel(graph_slot(panel));
  totals_.drop();
  const bool was_changing = jobs_.busy(appearance_slot);
  jobs_.cancel(appearance_slot);
  if (!keep_view) graph_ = std::exchange(next_graph_, nullptr);
  const bool is_same = have_same_traces(*document_, *document);
  document_ = std::move(document);
  alignment_ = document_->alignment;
  graphs_.assign(document_->traces.size(), nullptr);
  waited_for_.reset();
  if (!is_same) traces_changed();
  search_.find("");
  if (!keep_view) {
    edit_history_.clear();
    marks_ = document_->empty() ? std::vector<Mark>() : document_->panel(0).trace->marks;
    marks_changed();
  }
  const SelectionState& selected = selection_.state();
  const bool is_gone = selected.task() ? !document_->has(*selected.task()) : !is_same && selected.set;
  if (!keep_view || is_gone) selection_.clear(SelectionOrigin::command);
  document_changed(keep_view);
  selection_changed(selection_.state());
  tracks_.restart();
  if (was_changing) apply_appearance();
}

const traces::TaskGraph* Session::graph(std::size_t panel) const {
  return panel < graphs_.size() ? graphs_[panel].get() : nullptr;
}

std::shared_ptr<const traces::TaskGraph> Session::shared_graph(std::size_t panel) const {
  return panel < graphs_.size() ? graphs_[panel] : nullptr;
}

void Session::selection_changed(const SelectionState& state) {
  waited_for_.reset();
  if (const std::optional<TaskReference> task = state.task(); task && document_->has(*task)) {
    need_graph(task->panel);
    find_waited_for();
  }
  waited_for_changed();
  totals_.need(state.range);
}

void Session::need_graph(std::size_t panel) {
  if (panel >= graphs_.size() || graphs_[panel] || jobs_.busy(graph_slot(panel))) return;
  jobs_.start(
      graph_slot(panel),
      [trace = document_->panel(panel).trace](const JobRunner::Cancelled&) {
        struct TraceAndGraph {
          explicit TraceAndGraph(std::shared_ptr<const traces::Trace> of)
              : trace(std::move(of)), graph(*trace) {}
          std::shared_ptr<const traces::Trace> trace;  // the graph refers to it
          traces::TaskGraph graph;
        };
        const auto both = std::make_shared<const TraceAndGraph>(trace);
        both->graph.strands();  // here, because the window's thread must not wait for them
        return std::shared_ptr<const traces::TaskGraph>(both, &both->graph);
      },
      [this, panel](std::shared_ptr<const traces::TaskGraph> graph) {
        graphs_[panel] = std::move(graph);
        find_waited_for();
        waited_for_changed();
        graph_ready(panel);
      });
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

}  // namespace gusset::viewer
