#include "gusset/viewer/model/explain/arrows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {
namespace {

using picture::DrawnMessages;
using traces::ArrowBundle;
using traces::ArrowEnd;
using traces::TaskLink;

const char* const arrows_slot = "arrows";
constexpr double nearest_pixels = 5.0;  // maximum distance from the pointer to an arrow under it

std::string version_text(const traces::Trace& trace, const traces::Message& message) {
  if (message.handle.is_none()) return "not recorded";
  return traces::version_name(trace, message.handle, message.version);
}

std::string at_text(const LoadedTrace& loaded, std::int64_t time_ns) {
  return time_text(static_cast<double>(time_ns), 1.0, static_cast<double>(loaded.totals.makespan_ns));
}

void add_message_lines(const LoadedTrace& loaded, const traces::Message& message, Tooltip& tooltip) {
  const traces::Trace& trace = *loaded.trace;
  tooltip.lines.push_back({"carries", version_text(trace, message)});
  tooltip.lines.push_back({"contents", bytes_text(message.payload_bytes)});
  if (message.listeners > 0)
    tooltip.lines.push_back({"serves", count_text(message.listeners, "input") + " of tasks"});
  tooltip.lines.push_back({"from", traces::node_name(trace, message.from)});
  tooltip.lines.push_back({"to", traces::node_name(trace, message.to)});
  tooltip.lines.push_back({"sent", at_text(loaded, message.send_ns)});
  tooltip.lines.push_back({"in flight", duration_text_ns(message.receive_ns - message.send_ns)});
}

}  // namespace

double distance_to(const Shapes::Arrow& arrow, Pointer pointer) {
  double nearest = std::numeric_limits<double>::infinity();
  if (!arrow.clip.contains(pointer.x, pointer.y)) return nearest;
  constexpr int steps = 48;
  picture::Point from = arrow.curve[0];
  for (int i = 1; i <= steps + 1; ++i) {
    const picture::Point to = i <= steps ? traces::arrow_point(arrow.curve, static_cast<double>(i) / steps)
                                         : picture::Point{from.x + arrow.tail, from.y};
    const double x = to.x - from.x;
    const double y = to.y - from.y;
    const double square = x * x + y * y;
    const double along =
        square > 0.0 ? std::clamp(((pointer.x - from.x) * x + (pointer.y - from.y) * y) / square, 0.0, 1.0)
                     : 0.0;
    nearest = std::min(nearest, std::hypot(pointer.x - from.x - along * x, pointer.y - from.y - along * y));
    from = to;
  }
  return nearest;
}

LinkedTasks linked_tasks(const LoadedTrace& loaded, const traces::TaskGraph& graph,
                         const traces::TaskLinks& links, std::size_t panel,
                         std::span<const traces::TaskId> tasks) {
  LinkedTasks linked;
  linked.panel = panel;
  linked.tasks = tasks.size();
  linked.found = links.of(*loaded.trace, graph, loaded.times, tasks, Arrows::max_task_links);
  linked.arrows = traces::task_arrows(*loaded.trace, loaded.times, linked.found.links);
  return linked;
}

std::optional<ReportSection> message_section(const LoadedTrace& loaded, const LinkedTasks& linked,
                                             traces::TaskId task) {
  ReportSection section{"Messages", {}};
  std::size_t more = 0;
  for (const TaskLink& link : linked.found.links) {
    if (!link.message || (link.before != task && link.after != task)) continue;
    if (section.lines.size() == max_links) {
      ++more;
      continue;
    }
    const traces::Message& message = loaded.trace->messages[*link.message];
    const bool needed = link.after == task;
    const traces::TaskId other = needed ? link.before : link.after;
    const traces::NodeId node = needed ? message.from : message.to;
    ReportLine line{needed ? "needed" : "sent", {}};
    line.pieces.push_back({version_text(*loaded.trace, message) + ", " + bytes_text(message.payload_bytes) +
                               (needed ? ", from " : ", to ") + traces::node_name(*loaded.trace, node),
                           {}});
    if (!other.is_none()) {
      line.pieces.push_back({needed ? ", written by " : ", first read by ", {}});
      line.pieces.push_back({task_name(loaded, other), TaskReference{linked.panel, other}});
    }
    line.pieces.push_back({", " + duration_text_ns(message.receive_ns - message.send_ns) + " in flight", {}});
    section.lines.push_back(std::move(line));
  }
  if (section.lines.empty()) return std::nullopt;
  if (more > 0) section.lines.push_back({"", {{"… and " + count_text(more) + " more", {}}}});
  return section;
}

Arrows::Arrows(Session& session)
    : session_(session),
      links_(session, "messages of tasks",
             [](const LoadedTrace& loaded) { return traces::TaskLinks(*loaded.trace); }),
      traffic_(session, "messages between nodes",
               [](const LoadedTrace& loaded) { return traces::Traffic(*loaded.trace); }) {
  connections_ = {session_.traces_changed.connect([this] { drop(); }),
                  session_.document_changed.connect([this] {
                    if (shown_.messages) traffic_.need_all();
                    selection_changed();
                  }),
                  session_.graph_ready.connect([this] { find_links(); }),
                  session_.selection().changed.connect([this] { selection_changed(); }),
                  links_.ready.connect([this] { find_links(); }),
                  traffic_.ready.connect([this] {
                    if (shown_.messages) shapes_changed();
                  })};
}

Arrows::~Arrows() {
  session_.jobs().cancel(arrows_slot);
}

void Arrows::drop() {
  tasks_.clear();
  too_many_tasks_ = false;
  forget_links();
  drawn_messages_.clear();
}

void Arrows::show(ArrowsShown shown) {
  if (shown == shown_) return;
  shown_ = shown;
  if (shown_.messages) traffic_.need_all();
  shapes_changed();
  shown_changed();
}

void Arrows::mark_last(bool marked) {
  if (marked == marks_last_) return;
  marks_last_ = marked;
  if (!linked_.empty()) shapes_changed();
}

void Arrows::set_playback(std::optional<std::int64_t> time_ns) {
  if (time_ns == played_ns_) return;
  played_ns_ = time_ns;
  if (shown_.messages) shapes_changed();
}

void Arrows::selection_changed() {
  const SelectionState& state = session_.selection().state();
  const std::vector<TaskReference>& of = state.set != nullptr ? state.set->tasks : state.tasks;
  const bool too_many = of.size() > max_tasks;
  std::vector<TaskReference> tasks;
  for (std::size_t i = 0; i < of.size() && !too_many; ++i) {
    if (session_.document()->has(of[i])) tasks.push_back(of[i]);
  }
  if (tasks == tasks_ && too_many == too_many_tasks_) return;  // only the range changed
  tasks_ = std::move(tasks);
  const bool had_any = !linked_.empty() || too_many_tasks_;
  too_many_tasks_ = too_many;
  forget_links();
  find_links();
  if (had_any || too_many) shapes_changed();
}

void Arrows::forget_links() {
  session_.jobs().cancel(arrows_slot);
  linked_.clear();
  drawn_bundles_.clear();
}

// Starts computing what these tasks' traces still need. Returns whether everything is known.
bool Arrows::are_known(const std::vector<TaskReference>& tasks) {
  bool known = true;
  for (const TaskReference& task : tasks) {
    session_.need_graph(task.panel);
    links_.need(task.panel);
    known = known && session_.graph(task.panel) != nullptr && links_.get(task.panel) != nullptr;
  }
  return known;
}

void Arrows::find_links() {
  if (tasks_.empty() || !linked_.empty() || !are_known(tasks_)) return;
  struct Panel {
    std::shared_ptr<const LoadedTrace> loaded;
    std::shared_ptr<const traces::TaskGraph> graph;
    std::shared_ptr<const traces::TaskLinks> links;
    std::vector<traces::TaskId> tasks;
  };
  std::map<std::size_t, Panel> panels;
  for (const TaskReference& task : tasks_) {
    Panel& panel = panels[task.panel];
    panel.loaded = session_.document()->traces[task.panel];
    panel.graph = session_.shared_graph(task.panel);
    panel.links = links_.shared(task.panel);
    panel.tasks.push_back(task.task);
  }
  session_.jobs().start(
      arrows_slot,
      [panels = std::move(panels)](const JobRunner::Cancelled&) {
        std::vector<LinkedTasks> linked;
        for (const auto& [index, panel] : panels)
          linked.push_back(linked_tasks(*panel.loaded, *panel.graph, *panel.links, index, panel.tasks));
        return linked;
      },
      [this](std::vector<LinkedTasks> linked) {
        linked_ = std::move(linked);
        shapes_changed();
        links_changed();
      });
}

std::optional<ReportSection> Arrows::messages_of(TaskReference task) const {
  for (const LinkedTasks& linked : linked_) {
    if (linked.panel == task.panel && session_.document()->has(task))
      return message_section(session_.document()->panel(task.panel), linked, task.task);
  }
  return std::nullopt;
}

void Arrows::add_notes(std::span<const picture::PlacedRows> rows, Shapes& shapes) const {
  const auto add_note = [&](std::size_t panel, const std::string& reason) {
    const Rgba colour = picture::arrow_palette_on(rows[panel].background).dependency_tag;
    picture::TagPlacer(rows[panel], shapes).add_note("no arrows: more than " + reason, colour);
  };
  if (too_many_tasks_ && !rows.empty()) add_note(0, count_text(max_tasks) + " tasks are selected");
  for (const LinkedTasks& linked : linked_) {
    if (linked.found.too_many && linked.panel < rows.size())
      add_note(linked.panel, count_text(max_task_links) + " would be drawn");
  }
}

void Arrows::decorate(const Timeline& timeline, Picture& picture) {
  const ViewPalette& palette = view_palette_on(timeline.document().appearance.background);
  picture.shapes.halo = with_alpha(palette.halo, 190);
  picture.shapes.tag_text = palette.on_accent;
  drawn_bundles_.clear();
  drawn_messages_.clear();
  left_out_notes_.clear();
  const bool has_links = shown_.of_selection && (too_many_tasks_ || !linked_.empty());
  if (!shown_.messages && !has_links) return;
  std::vector<picture::PlacedRows> rows;  // of each panel
  for (std::size_t panel = 0; panel < timeline.layout().panels(); ++panel)
    rows.push_back(placed_rows(timeline, panel));
  for (std::size_t panel = 0; shown_.messages && panel < rows.size(); ++panel) {
    const traces::Traffic* traffic = traffic_.get(panel);
    if (traffic == nullptr) continue;
    const std::size_t earlier_tags = picture.shapes.tags.size();
    for (DrawnMessages& drawn : add_message_shapes(rows[panel], *traffic, picture.shapes, played_ns_))
      drawn_messages_.emplace_back(panel, std::move(drawn));
    for (std::size_t i = earlier_tags; i < picture.shapes.tags.size(); ++i) {
      const Shapes::Tag& tag = picture.shapes.tags[i];
      if (tag.name != picture::not_drawn_note) continue;
      const picture::TagSize& size = rows[panel].tag_size;
      left_out_notes_.push_back({static_cast<int>(tag.x), static_cast<int>(tag.y),
                                 static_cast<int>(rows[panel].text_width(tag.text) + size.padding),
                                 static_cast<int>(size.height)});
    }
  }
  if (!has_links) return;
  for (std::size_t i = 0; i < linked_.size(); ++i) {
    if (linked_[i].panel >= rows.size()) continue;
    const picture::PlacedRows& placed = rows[linked_[i].panel];
    traces::BundledArrows bundled = bundle_arrows(placed, linked_[i].arrows);
    if (bundled.left_out_bundles > 0 && tasks_.size() > 1) {
      add_too_many_arrows(placed, bundled, picture.shapes);
      continue;
    }
    for (ArrowBundle& bundle : bundled.bundles) bundle.is_strong = bundle.is_strong && marks_last_;
    add_arrow_shapes(placed, bundled, picture.shapes);
    for (const ArrowBundle& bundle : bundled.bundles)
      drawn_bundles_.push_back({arrow_shape(placed, bundle), bundle, i});
  }
  add_notes(rows, picture.shapes);
}

Tooltip Arrows::bundle_tooltip(const Timeline& timeline, const DrawnBundle& drawn) const {
  const LinkedTasks& linked = linked_[drawn.linked];
  const LoadedTrace& loaded = timeline.document().panel(linked.panel);
  const ArrowBundle& bundle = drawn.bundle;
  const traces::TaskArrow& arrow = linked.arrows[bundle.first];
  Tooltip tooltip;
  if (bundle.count > 1) {
    tooltip.lines.push_back(
        {"", count_text(bundle.count) + (bundle.is_message ? " messages" : " dependencies")});
    const auto row_text = [&](const ArrowEnd& end, traces::LaneId lane) -> std::string {
      switch (end.where) {
        case ArrowEnd::Where::above:
          return "rows above";
        case ArrowEnd::Where::below:
          return "rows below";
        default:
          return loaded.rows[loaded.row_of_lane[lane.value()]].label;
      }
    };
    tooltip.lines.push_back({"from", row_text(bundle.from, arrow.from_lane)});
    tooltip.lines.push_back({"to", row_text(bundle.to, arrow.to_lane)});
    if (bundle.is_message) tooltip.lines.push_back({"contents", bytes_text(bundle.bytes)});
    return tooltip;
  }
  const TaskLink& link = linked.found.links[bundle.first];
  const auto name = [&](traces::TaskId task, traces::NodeId node) {
    return task.is_none() ? traces::node_name(*loaded.trace, node) : task_name(loaded, task);
  };
  if (!link.message) {
    tooltip.lines.push_back({"", task_name(loaded, link.before) + " → " + task_name(loaded, link.after)});
    tooltip.lines.push_back({"end → start", duration_text_ns(arrow.to_ns - arrow.from_ns)});
    if (link.is_last) tooltip.lines.push_back({"last", "everything else it waited for had ended"});
    return tooltip;
  }
  const traces::Message& message = loaded.trace->messages[*link.message];
  tooltip.lines.push_back({"", name(link.before, message.from) + " → " + name(link.after, message.to)});
  add_message_lines(loaded, message, tooltip);
  return tooltip;
}

Tooltip Arrows::message_tooltip(const Timeline& timeline, std::size_t panel,
                                const DrawnMessages& drawn) const {
  const LoadedTrace& loaded = timeline.document().panel(panel);
  Tooltip tooltip;
  tooltip.lines.push_back({"", traces::node_name(*loaded.trace, drawn.traffic.from) + " → " +
                                   traces::node_name(*loaded.trace, drawn.traffic.to)});
  if (drawn.message) {
    add_message_lines(loaded, loaded.trace->messages[*drawn.message], tooltip);
  } else {
    tooltip.lines.push_back({"messages", count_text(drawn.traffic.messages)});
    tooltip.lines.push_back({"contents", bytes_text(drawn.traffic.payload_bytes)});
  }
  return tooltip;
}

bool Arrows::leaves_out_messages_at(Pointer pointer) const {
  return std::any_of(left_out_notes_.begin(), left_out_notes_.end(),
                     [&](const picture::Box& note) { return note.contains(pointer.x, pointer.y); });
}

std::optional<Tooltip> Arrows::tooltip_at(const Timeline& timeline, Pointer pointer) const {
  double nearest = nearest_pixels * timeline.scale();
  std::optional<Tooltip> tooltip;
  const auto is_nearer = [&](const Shapes::Arrow& shape) {
    const double distance = distance_to(shape, pointer);
    if (distance >= nearest) return false;
    nearest = distance;
    return true;
  };
  for (const DrawnBundle& drawn : drawn_bundles_) {
    if (is_nearer(drawn.shape)) tooltip = bundle_tooltip(timeline, drawn);
  }
  for (const auto& [panel, drawn] : drawn_messages_) {
    if (is_nearer(drawn.shape)) tooltip = message_tooltip(timeline, panel, drawn);
  }
  if (leaves_out_messages_at(pointer)) {
    tooltip.emplace();
    tooltip->lines.push_back({"", "Click: show all messages as a matrix"});
  }
  if (tooltip) tooltip->at = pointer;
  return tooltip;
}

}  // namespace gusset::viewer
