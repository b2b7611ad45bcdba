#include "gusset/viewer/model/graph/graph_session.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/picture/graph/graph_shares.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {
namespace {

constexpr const char* graph_drawing_slot = "graph drawing";
constexpr const char* graph_colours_slot = "graph colours";

struct DrawingOrder {
  std::shared_ptr<const LoadedTrace> loaded;
  std::shared_ptr<const traces::TaskGraph> graph;
  std::shared_ptr<const LaidGraph> before;  ///< of the same trace with the same nodes; or null
  std::size_t panel = 0;
  GraphSession::By by = GraphSession::By::tasks;
  std::optional<traces::FoldBy> fold;  ///< nothing: the default for the graph's size
  std::vector<bool> open;
};

/// Returns null if cancelled.
std::shared_ptr<const LaidGraph> draw(const DrawingOrder& order, const JobRunner::Cancelled& cancelled) {
  auto laid = std::make_shared<LaidGraph>();
  laid->panel = order.panel;
  laid->trace = order.loaded->trace;
  if (order.before != nullptr) {
    laid->graph = order.before->graph;
    laid->times = order.before->times;
  } else {
    auto drawn = order.by == GraphSession::By::tasks
                     ? traces::draw_tasks(*laid->trace, *order.graph, &cancelled)
                     : traces::draw_versions(*laid->trace, *order.graph, &cancelled);
    if (!drawn) return nullptr;
    laid->graph = std::make_shared<const traces::DrawnGraph>(*std::move(drawn));
    laid->times = std::make_shared<const GraphTimes>(
        picture::graph_times(*laid->graph, *laid->trace, order.loaded->times));
  }
  laid->fold = order.fold.value_or(traces::usual_fold(laid->graph->nodes.size()));
  laid->tree = order.before != nullptr && order.before->fold == laid->fold
                   ? order.before->tree
                   : std::make_shared<const traces::FoldTree>(
                         traces::fold(*laid->graph, *laid->trace, order.loaded->times, laid->fold));
  laid->open = order.open;
  laid->open.resize(laid->tree->groups.size(), false);
  auto scene = traces::compose_scene(*laid->graph, *laid->tree, *laid->trace, laid->open, &cancelled);
  if (!scene) return nullptr;
  laid->scene = std::make_shared<const traces::GraphScene>(*std::move(scene));
  const auto times_of = [&](const traces::FoldTree::Group& group) {
    return GroupTimes(*laid->graph, *laid->times,
                      std::span(laid->tree->nodes).subspan(group.first_node, group.node_count));
  };
  laid->all_times = times_of(laid->tree->groups.front());
  laid->group_times.resize(laid->scene->boxes.size());
  for (std::size_t i = 0; i < laid->scene->boxes.size(); ++i) {
    const traces::GraphBox& box = laid->scene->boxes[i];
    if (box.kind == traces::GraphBox::Kind::group)
      laid->group_times[i] = times_of(laid->tree->groups[box.number]);
  }
  return laid;
}

// Linear in the tasks of the boxes.
std::shared_ptr<const BoxColours> colours_of(const LaidGraph& laid, const Document& document) {
  const LoadedTrace& loaded = document.panel(laid.panel);
  // Tasks hidden by filters have the colour of hidden work in the timeline.
  return std::make_shared<BoxColours>(traces::box_colours(
      traces::box_shares(*laid.scene, *laid.tree, *laid.trace, loaded.times, loaded.colouring.get(),
                         loaded.shown.get()),
      document.colours.of_categories(laid.panel), picture::filtered_colour(document.appearance.paper)));
}

std::string edges_text(std::uint64_t count) {
  return count_text(count) + (count == 1 ? " dependency" : " dependencies");
}

}  // namespace

GraphSession::GraphSession(Session& session) : session_(session) {
  connections_ = {session_.document_changed.connect([this] { document_changed(); }),
                  session_.graph_ready.connect([this] { start(); })};
}

void GraphSession::set_needed(bool needed) {
  needed_ = needed;
  start();
}

void GraphSession::document_changed() {
  const std::shared_ptr<const Document> document = session_.document();
  const bool is_same =
      laid_ != nullptr && panel_ < document->traces.size() && document->panel(panel_).trace == laid_->trace;
  if (is_same) {
    find_colours();
    changed(false);
    return;
  }
  session_.jobs().cancel(graph_drawing_slot);
  drop_drawing();
  is_busy_ = false;
  is_stale_ = true;
  open_.clear();
  toggled_.reset();
  if (panel_ >= document->traces.size()) panel_ = 0;
  if (!fold_chosen_) fold_ = {};
  start();
  changed(true);
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
  open_.clear();
  toggled_.reset();
  is_stale_ = true;
  start();
  changed(true);
}

void GraphSession::fold_by(traces::FoldBy by) {
  if (fold_chosen_ && by == fold_) return;
  fold_ = std::move(by);
  fold_chosen_ = true;
  open_.clear();
  toggled_.reset();
  is_stale_ = true;
  start();
  changed(false);
}

void GraphSession::toggle(std::uint32_t group) {
  if (laid_ == nullptr || group >= laid_->tree->groups.size() || group == 0) return;
  if (laid_->fold != fold_) return;  // its groups are about to be replaced
  open_.resize(laid_->tree->groups.size(), false);
  open_[group] = !open_[group];
  // Closes everything inside the group as well.
  for (std::uint32_t inner = group + 1; inner < open_.size() && !open_[group]; ++inner) {
    for (std::uint32_t above = laid_->tree->groups[inner].parent; above != traces::FoldTree::none;
         above = laid_->tree->groups[above].parent) {
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
  open_.clear();
  toggled_.reset();
  is_stale_ = true;
  start();
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

std::optional<std::string> GraphSession::why_none() const {
  const std::shared_ptr<const Document> document = session_.document();
  if (panel_ >= document->traces.size()) return "No trace open";
  const traces::Trace& trace = *document->panel(panel_).trace;
  if (trace.tasks.size() == 0) return "This trace has no tasks";
  if (by_ == By::data && !trace.recorded.accesses)
    return "Which data tasks access was not recorded in this trace:\nversions of data can't be drawn";
  if (!trace.recorded.accesses && !trace.recorded.dependencies)
    return "Dependencies were not recorded in this trace:\nthere is no graph to draw";
  if (!failure_.empty()) return failure_;
  return std::nullopt;
}

void GraphSession::start() {
  if (!needed_ || !is_stale_) return;
  failure_.clear();
  if (why_none()) return;
  const std::shared_ptr<const Document> document = session_.document();
  DrawingOrder order;
  order.graph = session_.shared_graph(panel_);
  is_busy_ = true;
  if (order.graph == nullptr) {
    session_.need_graph(panel_);
    return;
  }
  order.loaded = document->traces[panel_];
  if (laid_ != nullptr && laid_->trace == order.loaded->trace) order.before = laid_;
  order.panel = panel_;
  order.by = by_;
  const bool may_be_whole = order.loaded->trace->tasks.size() <= traces::most_drawn_tasks;
  if (fold_chosen_ && (may_be_whole || fold_.kind != traces::FoldBy::Kind::nothing)) order.fold = fold_;
  order.open = open_;
  is_stale_ = false;
  session_.jobs().start(
      graph_drawing_slot,
      [order = std::move(order), document](const JobRunner::Cancelled& cancelled) {
        std::shared_ptr<const LaidGraph> laid = draw(order, cancelled);
        std::shared_ptr<const BoxColours> colours = laid ? colours_of(*laid, *document) : nullptr;
        return std::pair(std::move(laid), std::move(colours));
      },
      [this, document](std::pair<std::shared_ptr<const LaidGraph>, std::shared_ptr<const BoxColours>> drawn) {
        is_busy_ = false;
        drop_drawing();
        std::tie(laid_, colours_) = std::move(drawn);
        if (laid_ != nullptr) fold_ = laid_->fold;
        if (document != session_.document()) find_colours();
        changed(true);
      },
      [this](const std::string& what) {
        is_busy_ = false;
        failure_ = "The graph can't be drawn: expected enough memory for it, found " + what;
        changed(true);
      });
}

std::optional<std::uint32_t> GraphSession::box_of(TaskReference task) const {
  if (laid_ == nullptr || task.panel != laid_->panel || task.task.value() >= laid_->trace->tasks.size())
    return std::nullopt;
  const std::uint32_t box = laid_->scene->box_of_node[task.task.value()];
  return box == traces::GraphScene::none ? std::nullopt : std::optional(box);
}

// The boxes keep their current colours until new ones are computed.
void GraphSession::find_colours() {
  if (laid_ == nullptr) return;
  session_.jobs().start(
      graph_colours_slot,
      [laid = laid_, document = session_.document()](const JobRunner::Cancelled&) {
        return colours_of(*laid, *document);
      },
      [this](std::shared_ptr<const BoxColours> colours) {
        colours_ = std::move(colours);
        changed(false);
      });
}

void GraphSession::drop_drawing() {
  session_.jobs().cancel(graph_colours_slot);
  laid_ = nullptr;
  colours_ = nullptr;
}

std::string GraphSession::message() const {
  if (const std::optional<std::string> why = why_none()) return *why;
  if (!is_busy_) return {};
  return "Laying out " + count_text(session_.document()->panel(panel_).trace->tasks.size(), "task") + "…";
}

std::vector<std::string> GraphSession::about(const traces::GraphBox& box) const {
  if (laid_ == nullptr) return {};
  const LoadedTrace& loaded = session_.document()->panel(panel_);
  if (box.is_group()) {
    std::vector<std::string> lines = {box.label, box.second_line};
    if (box.kind == traces::GraphBox::Kind::group && box.inner_edges > 0)
      lines.push_back(edges_text(box.inner_edges) + " within");
    lines.emplace_back(box.kind == traces::GraphBox::Kind::group ? "Click: unfold"
                                                                 : "Click on the title: fold");
    return lines;
  }
  if (box.kind == traces::GraphBox::Kind::junction) {
    const traces::DrawnGraph::Node& node = laid_->graph->nodes[box.number];
    return {traces::handle_name(*laid_->trace, node.handle), "Each task below waits for all above"};
  }
  if (box.kind == traces::GraphBox::Kind::version) return {box.label, "A version of data"};
  std::vector<std::string> lines = {box.label};
  const std::string number = "#" + std::to_string(box.number);
  if (box.label.find(number) == std::string::npos) lines.front() += " " + number;
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

std::vector<std::string> GraphSession::about(const traces::GraphLine& line) const {
  if (laid_ == nullptr) return {};
  const std::string from = laid_->scene->boxes[line.from].label;
  const std::string to = laid_->scene->boxes[line.to].label;
  if (line.kind == traces::GraphLine::Kind::commutes)
    return {from + " – " + to, "in any order, but not at once"};
  return {from + " → " + to, edges_text(line.count)};
}

}  // namespace gusset::viewer
