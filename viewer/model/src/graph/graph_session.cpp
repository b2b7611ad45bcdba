#include "gusset/viewer/model/graph/graph_session.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/picture/graph/graph_shares.hpp"
#include "gusset/viewer/model/graph/placed_scene.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {
namespace {

constexpr const char* graph_drawing_slot = "graph drawing";
constexpr const char* graph_colours_slot = "graph colours";

struct DrawingRequest {
  std::shared_ptr<const LoadedTrace> loaded;
  std::shared_ptr<const traces::TaskGraph> graph;
  std::shared_ptr<const GraphDrawing> before;  ///< of the same trace with the same nodes; or null
  std::size_t panel = 0;
  GraphSession::By by = GraphSession::By::tasks;
  std::optional<traces::FoldBy> fold;  ///< nothing: the default for the graph's size
  std::vector<bool> open;
  std::vector<traces::ScenePoint> places;
  bool is_flat = false;
};

/// Returns null if cancelled.
std::shared_ptr<const GraphDrawing> draw(const DrawingRequest& request,
                                         const JobRunner::Cancelled& cancelled) {
  auto drawing = std::make_shared<GraphDrawing>();
  drawing->panel = request.panel;
  drawing->trace = request.loaded->trace;
  if (request.before != nullptr) {
    drawing->graph = request.before->graph;
    drawing->times = request.before->times;
  } else {
    auto drawn = request.by == GraphSession::By::tasks
                     ? traces::draw_tasks(*drawing->trace, *request.graph, &cancelled)
                     : traces::draw_versions(*drawing->trace, *request.graph, &cancelled);
    if (!drawn) return nullptr;
    drawing->graph = std::make_shared<const traces::DrawnGraph>(*std::move(drawn));
    drawing->times = std::make_shared<const GraphTimes>(
        picture::graph_times(*drawing->graph, *drawing->trace, request.loaded->times));
  }
  drawing->fold = request.fold.value_or(traces::usual_fold(drawing->graph->nodes.size()));
  drawing->tree = request.before != nullptr && request.before->fold == drawing->fold
                      ? request.before->tree
                      : std::make_shared<const traces::FoldTree>(traces::fold(
                            *drawing->graph, *drawing->trace, request.loaded->times, drawing->fold));
  drawing->open = request.open;
  drawing->open.resize(drawing->tree->groups.size(), false);
  drawing->places = request.places;
  drawing->is_flat = request.is_flat;
  auto scene = traces::compose_scene(*drawing->graph, *drawing->tree, *drawing->trace, drawing->open,
                                     &cancelled, nullptr, drawing->is_flat);
  if (!scene) return nullptr;
  drawing->scene =
      std::make_shared<const traces::GraphScene>(placed_scene(*std::move(scene), drawing->places));
  const auto times_of = [&](const traces::FoldTree::Group& group) {
    return GroupTimes(*drawing->graph, *drawing->times,
                      std::span(drawing->tree->nodes).subspan(group.first_node, group.node_count));
  };
  drawing->all_times = times_of(drawing->tree->groups.front());
  drawing->group_times.resize(drawing->scene->boxes.size());
  for (std::size_t i = 0; i < drawing->scene->boxes.size(); ++i) {
    const traces::GraphBox& box = drawing->scene->boxes[i];
    if (box.kind == traces::GraphBox::Kind::group)
      drawing->group_times[i] = times_of(drawing->tree->groups[box.number]);
  }
  return drawing;
}

// Linear in the tasks of the boxes.
std::shared_ptr<const BoxColours> colours_of(const GraphDrawing& drawing, const Document& document) {
  const LoadedTrace& loaded = document.panel(drawing.panel);
  // Tasks hidden by filters have the colour of hidden work in the timeline.
  return std::make_shared<BoxColours>(
      traces::box_colours(traces::box_shares(*drawing.scene, *drawing.tree, *drawing.trace, loaded.times,
                                             loaded.colouring.get(), loaded.shown.get()),
                          document.colours.of_categories(drawing.panel),
                          picture::filtered_colour(document.appearance.background)));
}

// In fork-join programs, an edge may also be a creation.
std::string edges_text(const traces::Trace& trace, std::uint64_t count) {
  if (trace.recorded.fork_join) return count_text(count, "edge");
  return count_text(count) + (count == 1 ? " dependency" : " dependencies");
}

}  // namespace

GraphSession::GraphSession(Session& session) : session_(session) {
  connections_ = {session_.document_changed.connect([this](bool keep_view) { document_changed(keep_view); }),
                  session_.graph_ready.connect([this] { start(); })};
}

void GraphSession::set_needed(bool needed) {
  needed_ = needed;
  start();
}

void GraphSession::document_changed(bool keep_view) {
  const std::shared_ptr<const Document> document = session_.document();
  if (!keep_view || panel_ >= document->traces.size()) panel_ = 0;
  const bool is_same =
      drawing_ != nullptr && !document->empty() && document->panel(panel_).trace == drawing_->trace;
  if (is_same) {
    if (drawing_->is_flat != document->appearance.is_projected || drawing_->places != places()) {
      toggled_.reset();
      is_stale_ = true;
      start();
    }
    find_colours();
    changed(false);
    return;
  }
  session_.jobs().cancel(graph_drawing_slot);
  is_busy_ = false;
  if (!fold_chosen_) fold_ = {};
  start_over();
}

void GraphSession::show_panel(std::size_t panel) {
  if (panel == panel_ || panel >= session_.document()->traces.size()) return;
  panel_ = panel;
  start_over();
}

void GraphSession::show_by(By by) {
  if (by == by_) return;
  by_ = by;
  start_over();
}

/// Drops the drawing and starts with another graph.
void GraphSession::start_over() {
  drop_drawing();
  draw_folded();
  changed(true);
}

void GraphSession::draw_folded() {
  open_.clear();
  toggled_.reset();
  is_stale_ = true;
  start();
}

void GraphSession::fold_by(traces::FoldBy by) {
  if (fold_chosen_ && by == fold_) return;
  fold_ = std::move(by);
  fold_chosen_ = true;
  draw_folded();
  changed(false);
}

void GraphSession::toggle(std::uint32_t group) {
  if (drawing_ == nullptr || group >= drawing_->tree->groups.size() || group == 0) return;
  if (drawing_->fold != fold_) return;  // its groups are about to be replaced
  open_.resize(drawing_->tree->groups.size(), false);
  open_[group] = !open_[group];
  // Closes everything inside the group as well.
  for (std::uint32_t inner = group + 1; inner < open_.size() && !open_[group]; ++inner) {
    for (std::uint32_t above = drawing_->tree->groups[inner].parent; above != traces::FoldTree::none;
         above = drawing_->tree->groups[above].parent) {
      if (above == group) open_[inner] = false;
    }
  }
  toggled_ = group;
  is_stale_ = true;
  start();
  changed(false);
}

void GraphSession::fold_all() {
  if (!is_any_open()) return;
  draw_folded();
  changed(false);
}

bool GraphSession::is_any_open() const {
  return std::find(open_.begin(), open_.end(), true) != open_.end();
}

std::vector<traces::FoldBy> GraphSession::folds() const {
  const std::shared_ptr<const Document> document = session_.document();
  if (panel_ >= document->traces.size()) return {};
  return traces::possible_folds(*document->panel(panel_).trace);
}

std::optional<std::string> GraphSession::missing_reason() const {
  const std::shared_ptr<const Document> document = session_.document();
  if (panel_ >= document->traces.size()) return "No trace is open";
  const traces::Trace& trace = *document->panel(panel_).trace;
  if (trace.tasks.size() == 0) return "This trace has no tasks";
  if (by_ == By::data && !trace.recorded.accesses)
    return "Data accesses were not recorded in this trace:\nthere are no data versions to draw";
  const bool has_creations = trace.recorded.fork_join && trace.recorded.parents;
  if (!trace.recorded.accesses && !trace.recorded.dependencies && !has_creations)
    return "Dependencies were not recorded in this trace:\nthere is no graph to draw";
  if (!failure_.empty()) return failure_;
  return std::nullopt;
}

// The places that the user chose in the graph being built. Its schedule has the same tasks.
std::vector<traces::ScenePoint> GraphSession::places() const {
  const std::shared_ptr<const Document> document = session_.document();
  const std::shared_ptr<const GraphDraft> draft = session_.edits().graph;
  const bool is_built = draft != nullptr && (panel_ == 0 || panel_ == newest_schedule(*document)) &&
                        document->panel(panel_).trace->tasks.size() == draft->tasks().size();
  return is_built ? draft->places() : std::vector<traces::ScenePoint>();
}

void GraphSession::start() {
  if (!needed_ || !is_stale_) return;
  failure_.clear();
  if (missing_reason()) return;
  const std::shared_ptr<const Document> document = session_.document();
  DrawingRequest request;
  request.graph = session_.shared_graph(panel_);
  is_busy_ = true;
  if (request.graph == nullptr) {
    session_.need_graph(panel_);
    return;
  }
  request.loaded = document->traces[panel_];
  if (drawing_ != nullptr && drawing_->trace == request.loaded->trace) request.before = drawing_;
  request.panel = panel_;
  request.by = by_;
  const bool may_be_whole = request.loaded->trace->tasks.size() <= traces::max_drawn_tasks;
  if (fold_chosen_ && (may_be_whole || fold_.kind != traces::FoldBy::Kind::nothing)) request.fold = fold_;
  request.open = open_;
  request.places = places();
  request.is_flat = document->appearance.is_projected;
  is_stale_ = false;
  session_.jobs().start(
      graph_drawing_slot,
      [request = std::move(request), document](const JobRunner::Cancelled& cancelled) {
        std::shared_ptr<const GraphDrawing> drawing = draw(request, cancelled);
        std::shared_ptr<const BoxColours> colours = drawing ? colours_of(*drawing, *document) : nullptr;
        return std::pair(std::move(drawing), std::move(colours));
      },
      [this,
       document](std::pair<std::shared_ptr<const GraphDrawing>, std::shared_ptr<const BoxColours>> drawn) {
        is_busy_ = false;
        drop_drawing();
        std::tie(drawing_, colours_) = std::move(drawn);
        if (drawing_ != nullptr) fold_ = drawing_->fold;
        if (document != session_.document()) find_colours();
        changed(true);
      },
      [this](const std::string& what) {
        is_busy_ = false;
        failure_ = "The graph can't be drawn: expected enough memory, found " + what;
        changed(true);
      });
}

std::optional<std::uint32_t> GraphSession::box_of(TaskReference task) const {
  if (drawing_ == nullptr || task.panel != drawing_->panel ||
      task.task.value() >= drawing_->trace->tasks.size())
    return std::nullopt;
  const std::uint32_t box = drawing_->scene->box_of_node[task.task.value()];
  return box == traces::GraphScene::none ? std::nullopt : std::optional(box);
}

// The boxes keep their current colours until new ones are computed.
void GraphSession::find_colours() {
  if (drawing_ == nullptr) return;
  session_.jobs().start(
      graph_colours_slot,
      [drawing = drawing_, document = session_.document()](const JobRunner::Cancelled&) {
        return colours_of(*drawing, *document);
      },
      [this](std::shared_ptr<const BoxColours> colours) {
        colours_ = std::move(colours);
        changed(false);
      });
}

void GraphSession::drop_drawing() {
  session_.jobs().cancel(graph_colours_slot);
  drawing_ = nullptr;
  colours_ = nullptr;
}

std::string GraphSession::message() const {
  if (const std::optional<std::string> why = missing_reason()) return *why;
  if (!is_busy_) return {};
  return "Laying out " + count_text(session_.document()->panel(panel_).trace->tasks.size(), "task") + "…";
}

std::vector<std::string> GraphSession::tooltip(const traces::GraphBox& box) const {
  if (drawing_ == nullptr) return {};
  const LoadedTrace& loaded = session_.document()->panel(panel_);
  if (box.is_group()) {
    std::vector<std::string> lines = {box.label, box.second_line};
    if (box.kind == traces::GraphBox::Kind::group && box.inner_edges > 0)
      lines.push_back(edges_text(*drawing_->trace, box.inner_edges) + " inside");
    lines.emplace_back(box.kind == traces::GraphBox::Kind::group ? "Click to unfold"
                                                                 : "Click the title to fold");
    return lines;
  }
  if (box.kind == traces::GraphBox::Kind::junction) {
    const traces::DrawnGraph::Node& node = drawing_->graph->nodes[box.number];
    return {traces::handle_name(*drawing_->trace, node.handle), picture::junction_meaning};
  }
  if (box.kind == traces::GraphBox::Kind::version) return {box.label, picture::version_meaning};
  std::vector<std::string> lines = {box.label};
  const std::string number = "#" + std::to_string(box.number);
  // While a graph is built, its names are unique and its tasks' numbers change.
  if (session_.edits().graph == nullptr && box.label.find(number) == std::string::npos)
    lines.front() += " " + number;
  if (const auto range = session_.document()->range_of({panel_, traces::TaskId(box.number)})) {
    const auto largest = static_cast<double>(session_.document()->extent_ns);
    std::string ran = "ran " + duration_text_ns(loaded.times.duration_ns[box.number]) + " from " +
                      time_text(static_cast<double>(range->begin_ns), 1.0, largest);
    if (const auto row = loaded.row_of(traces::TaskId(box.number))) ran += " on " + loaded.rows[*row].label;
    lines.push_back(std::move(ran));
  } else {
    lines.emplace_back("never ran");
  }
  return lines;
}

std::vector<std::string> GraphSession::tooltip(const traces::GraphLine& line) const {
  if (drawing_ == nullptr) return {};
  const std::string from = drawing_->scene->boxes[line.from].label;
  const std::string to = drawing_->scene->boxes[line.to].label;
  if (line.kind == traces::GraphLine::Kind::commutes) return {from + " – " + to, picture::commutes_meaning};
  if (line.kind == traces::GraphLine::Kind::creates && line.count == 1)
    return {from + " → " + to, picture::creates_meaning};
  return {from + " → " + to, edges_text(*drawing_->trace, line.count)};
}

}  // namespace gusset::viewer
