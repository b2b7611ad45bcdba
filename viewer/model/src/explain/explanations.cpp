#include "gusset/viewer/model/explain/explanations.hpp"

#include <algorithm>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/viewer/model/explain/verdict.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {
namespace {

const char* const set_slot = "selected tasks";
const char* const why_slot = "why not earlier";

}  // namespace

Explanations::Explanations(Session& session)
    : session_(session),
      verdict_(session, "verdict", verdict_of),
      outlines_(session, "nested tasks",
                [](const LoadedTrace& loaded) {
                  return picture::ParentOutlines(*loaded.trace, loaded.nesting.get());
                }),
      off_core_(
          session, "processor time",
          [](const LoadedTrace& loaded) { return picture::OffCore(*loaded.trace, loaded.nesting.get()); }),
      children_(session, "children of tasks",
                [](const LoadedTrace& loaded) { return TaskChildren(*loaded.trace); }),
      path_(session, "critical path", critical_path_facts),
      idle_(session, "idle time", idle_facts) {
  connections_ = {
      session_.traces_changed.connect([this] { drop(); }),
      session_.document_changed.connect([this] { document_changed(); }),
      session_.graph_ready.connect([this](std::size_t panel) {
        if (why_task_ && why_task_->panel == panel) find_why();
      }),
      session_.selection().changed.connect([this](const SelectionState& state) { selection_changed(state); }),
      verdict_.ready.connect([this] { verdict_changed(); }),
      outlines_.ready.connect([this](std::size_t panel) {
        if (outlines_.get(panel)->size() > 0) shapes_changed();
      }),
      off_core_.ready.connect([this](std::size_t panel) {
        if (off_core_.get(panel)->empty()) return;
        off_core_changed();
        shapes_changed();
      }),
      children_.ready.connect([this](std::size_t panel) {
        const SelectionState& state = session_.selection().state();
        if (!state.task() || state.task()->panel != panel) return;
        find_children(state);
        children_changed();
        if (marked_children_ != nullptr) shapes_changed();
      }),
      idle_.ready.connect([this] {
        idle_changed();
        if (shows_idle_) shapes_changed();
      }),
      path_.ready.connect([this] {
        path_changed();
        if (shows_path_) shapes_changed();
      })};
}

Explanations::~Explanations() {
  session_.jobs().cancel(set_slot);
  session_.jobs().cancel(why_slot);
}

void Explanations::drop() {
  marked_children_.reset();
  session_.jobs().cancel(why_slot);
  why_task_.reset();
  why_.reset();
}

void Explanations::document_changed() {
  why_changed();
  if (shows_path_) path_.need_all();
  if (shows_idle_) idle_.need_all();
  find_children(session_.selection().state());
}

void Explanations::show_idle(bool shown) {
  shows_idle_ = shown;
  if (shown) idle_.need_all();
  shapes_changed();
}

void Explanations::ask_why() {
  const std::optional<TaskReference> task = session_.selection().state().task();
  if (!task || task == why_task_ || !session_.document()->has(*task)) {
    forget_why();
    return;
  }
  why_task_ = task;
  why_.reset();
  session_.need_graph(task->panel);
  find_why();
  why_changed();
}

void Explanations::find_why() {
  const std::shared_ptr<const traces::TaskGraph> graph = session_.shared_graph(why_task_->panel);
  if (graph == nullptr || why_ != nullptr) return;
  session_.jobs().start(
      why_slot,
      [graph, loaded = session_.document()->traces[why_task_->panel],
       task = *why_task_](const JobRunner::Cancelled&) {
        return std::shared_ptr<const WhyFacts>(std::make_shared<WhyFacts>(why_facts(*loaded, *graph, task)));
      },
      [this](std::shared_ptr<const WhyFacts> why) {
        why_ = std::move(why);
        why_changed();
        shapes_changed();
      });
}

void Explanations::forget_why() {
  if (!why_task_) return;
  session_.jobs().cancel(why_slot);
  why_task_.reset();
  why_.reset();
  why_changed();
  shapes_changed();
}

void Explanations::show_path(bool shown) {
  if (shown) forget_why();  // its chain would cover this one
  shows_path_ = shown;
  if (shown) path_.need_all();
  path_changed();
  shapes_changed();
}

std::optional<traces::Headline> Explanations::headline(std::size_t panel) const {
  const traces::Verdict* const verdict = verdict_.get(panel);
  if (verdict == nullptr || !verdict->headline) return std::nullopt;
  const auto found = std::ranges::find(searched_, panel, &SearchedTrace::panel);
  if (found == searched_.end() || panel >= session_.document()->traces.size()) return verdict->headline;
  return traces::headline_after_search(*verdict->headline, found->limits,
                                       session_.document()->panel(panel).totals);
}

void Explanations::set_searched(std::vector<SearchedTrace> searched) {
  if (searched == searched_) return;
  searched_ = std::move(searched);
  verdict_changed();
}

void Explanations::show_bounds(std::vector<BoundLine> bounds) {
  if (bounds == bounds_) return;
  bounds_ = std::move(bounds);
  shapes_changed();
}

// Finds the children of the selected task. Runs again once they are known.
void Explanations::find_children(const SelectionState& state) {
  const std::optional<TaskReference> task = state.task();
  if (!task || !session_.document()->has(*task) ||
      !session_.document()->panel(task->panel).trace->recorded.parents) {
    marked_children_.reset();
    return;
  }
  if (marked_children_ != nullptr && marked_children_->parent == *task) return;  // only the range changed
  marked_children_.reset();
  children_.need(task->panel);
  if (const TaskChildren* children = children_.get(task->panel))
    marked_children_ = mark_children(*session_.document(), *children, *task);
}

void Explanations::selection_changed(const SelectionState& state) {
  if (!state.task()) forget_why();
  const bool had_shapes = marked_set_ != nullptr || has_rows_ || marked_children_ != nullptr;
  find_children(state);
  has_rows_ = !state.task() && state.set == nullptr && !state.rows.empty();
  if (state.set != set_) {
    set_ = state.set;
    marked_set_.reset();
    session_.jobs().cancel(set_slot);
    if (set_ != nullptr) {
      session_.jobs().start(
          set_slot,
          [document = session_.document(), set = set_](const JobRunner::Cancelled&) {
            return mark_set(*document, set);
          },
          [this](std::shared_ptr<const MarkedSet> marked) {
            marked_set_ = std::move(marked);
            shapes_changed();
            selection_to_reveal();
          });
    }
  }
  if (had_shapes || has_rows_ || marked_children_ != nullptr) shapes_changed();
}

std::vector<traces::TaskId> Explanations::selected_tasks(std::size_t panel) const {
  const SelectionState& state = session_.selection().state();
  std::vector<traces::TaskId> tasks;
  for (const TaskReference& task : state.set != nullptr ? state.set->tasks : state.tasks) {
    if (task.panel == panel) tasks.push_back(task.task);
  }
  return tasks;
}

std::optional<Tooltip> Explanations::tooltip_at(const Timeline& timeline, Pointer pointer) const {
  if (!shows_idle_) return std::nullopt;
  const Hit hit = timeline.hit(pointer.x, pointer.y);
  if (hit.area != Hit::Area::row || !hit.row || hit.task) return std::nullopt;
  const IdleFacts* const facts = idle_.get(hit.row->panel);
  if (facts == nullptr) return std::nullopt;
  const LoadedTrace& loaded = timeline.document().panel(hit.row->panel);
  return idle_tooltip(loaded, *facts, loaded.rows[hit.row->row], hit.time_ns, pointer);
}

void Explanations::decorate(const Timeline& timeline, Picture& picture) const {
  const ViewPalette& palette = view_palette_of(timeline.document().appearance);
  picture.shapes.halo = with_alpha(palette.halo, 190);
  picture.shapes.tag_text = palette.on_accent;
  for (std::size_t panel = 0; panel < timeline.layout().panels(); ++panel) {
    if (const picture::ParentOutlines* outlines = outlines_.get(panel))
      outlines->draw(placed_rows(timeline, panel), picture.shapes);
    if (const picture::OffCore* off_core = off_core_.get(panel))
      off_core->draw(placed_rows(timeline, panel), picture.shapes);
    if (const IdleFacts* facts = idle_.get(panel); shows_idle_ && facts != nullptr)
      add_idle_strips(timeline, panel, *facts, picture);
    if (const CriticalPathFacts* facts = path_.get(panel); shows_path_ && facts != nullptr)
      add_critical_path_shapes(timeline, panel, *facts, picture.shapes);
  }
  for (const BoundLine& bound : bounds_) {
    if (bound.panel < timeline.layout().panels())
      add_bound_line(timeline, bound, palette.bound, picture.shapes);
  }
  if (why_ != nullptr) {
    const std::size_t hidden =
        why_->chain.draw(placed_rows(timeline, why_->task.panel), palette.why, {}, picture.shapes);
    if (hidden > 0) {
      const Box clip = rows_box(timeline, why_->task.panel);
      picture.shapes.tags.push_back(
          {clip.left + 6 * timeline.scale(), clip.top + 24 * timeline.scale(),
           "why not earlier: " + count_text(hidden) + " changes of row here; zoom in to see them",
           palette.why, clip, true});
    }
  }
  if (marked_children_ != nullptr) add_children_shapes(timeline, *marked_children_, picture.shapes);
  if (marked_set_ != nullptr) add_set_shapes(timeline, *marked_set_, picture.shapes);
  if (has_rows_) add_row_shapes(timeline, session_.selection().state(), picture.shapes);
}

}  // namespace gusset::viewer
