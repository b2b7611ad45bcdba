#include "gusset/viewer/app/explain/as_seen.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/timeline/arrow_shapes.hpp"
#include "gusset/viewer/model/graph/placed_scene.hpp"
#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {
namespace {

constexpr std::size_t max_hidden_named = 3;

// Returns, for example, "only duration>10us · without potrf, trsm": the filters that a figure's reader must
// know, worded like the chips above the view.
std::string filters_text(const Appearance& appearance) {
  std::string text;
  for (const std::string& condition : appearance.conditions)
    text += (text.empty() ? "only " : " · only ") + condition;
  std::size_t named = 0;
  for (const std::string& name : appearance.hidden) {
    if (named == max_hidden_named) break;
    text += named > 0 ? ", " + name : (text.empty() ? "without " : " · without ") + name;
    ++named;
  }
  if (appearance.hidden.size() > named)
    text += " and " + count_text(appearance.hidden.size() - named) + " more";
  return text;
}

// A prediction states its conditions, one made here in its title ("what if: gemm 2× as fast"); then come the
// filters.
std::string subtitle_of(const LoadedTrace& loaded, const Appearance& appearance) {
  const std::string conditions = loaded.title.empty() ? paper::default_subtitle(*loaded.trace) : loaded.title;
  const std::string filters = filters_text(appearance);
  return conditions + (conditions.empty() || filters.empty() ? "" : " · ") + filters;
}

// Whether figures leave a panel out: a graph that has not run has no rows, so it is left out beside traces
// that have times.
bool is_left_out(const Document& document, std::size_t panel) {
  return document.panel(panel).is_graph_only() && !document.has_only_graphs();
}

// Removes what belongs to panels that figures leave out.
template <class Value>
void leave_out(std::vector<Value>& values, const Document& document) {
  for (std::size_t panel = document.traces.size(); panel-- > 0;) {
    if (is_left_out(document, panel)) values.erase(values.begin() + static_cast<std::ptrdiff_t>(panel));
  }
}

void add_arrows(std::vector<paper::Panel>& panels, const Timeline& timeline, const Arrows& arrows) {
  for (paper::Panel& panel : panels) panel.messages = arrows.shown().messages;
  if (!arrows.shown().of_selection) return;
  for (const LinkedTasks& linked : arrows.linked()) {
    if (linked.panel >= panels.size()) continue;
    // Draws all arrows of several selected tasks or none, like the window.
    const picture::PlacedRows rows = placed_rows(timeline, linked.panel);
    const bool are_too_many = linked.tasks > 1 && bundle_arrows(rows, linked.arrows).left_out_bundles > 0;
    if (!are_too_many) panels[linked.panel].arrows = linked.arrows;
  }
}

// Returns the critical path of a trace, or null if it is not known.
std::shared_ptr<const traces::CriticalPathAnalysis> analysis_of(const CriticalPathFacts& facts) {
  if (facts.state != CriticalPathFacts::State::known) return nullptr;
  auto analysis = std::make_shared<traces::CriticalPathAnalysis>();
  analysis->state = facts.state;
  analysis->work_bound_ns = facts.work_bound_ns;
  analysis->bound = facts.bound;
  analysis->chain.links = facts.chain.links();
  return analysis;
}

// Adds the selected tasks, the bounds, and the explanations that are shown and known.
void add_explanations(std::vector<paper::Panel>& panels, const Explanations& explanations) {
  for (std::size_t panel = 0; panel < panels.size(); ++panel) {
    if (const auto facts = explanations.idle().shared(panel); explanations.shows_idle() && facts != nullptr)
      panels[panel].idle = std::shared_ptr<const traces::IdleHistory>(facts, &facts->history);
    if (const CriticalPathFacts* facts = explanations.path().get(panel);
        explanations.shows_path() && facts != nullptr)
      panels[panel].critical_path = analysis_of(*facts);
    panels[panel].selected = explanations.selected_tasks(panel);
  }
  for (const BoundLine& bound : explanations.bounds()) {
    if (bound.panel < panels.size()) panels[bound.panel].bounds.push_back({bound.text, bound.time_ns});
  }
}

}  // namespace

std::vector<paper::Panel> panels_as_seen(const Document& document, const Timeline& timeline,
                                         const Arrows* arrows, const Explanations* explanations) {
  std::vector<paper::Panel> panels;
  for (std::size_t i = 0; i < document.traces.size(); ++i) {
    const LoadedTrace& loaded = document.panel(i);
    paper::Panel panel{loaded.trace, paper::default_title(*loaded.trace), loaded.colouring, loaded.shown, {}};
    panel.subtitle = subtitle_of(loaded, document.appearance);
    if (document.traces.size() > 1) panel.name = panel_name(document, i);
    if (timeline.row_options(i) != RowOptions()) {
      for (const ShownRow& shown : timeline.arrangement(i).rows()) {
        for (const std::size_t row : shown.rows) panel.lanes.push_back(loaded.rows[row].lane.value());
      }
    }
    if (const std::span<const traces::Track> tracks = timeline.tracks(i); !tracks.empty())
      panel.tracks = std::make_shared<const std::vector<traces::Track>>(tracks.begin(), tracks.end());
    panels.push_back(std::move(panel));
  }
  if (arrows != nullptr) add_arrows(panels, timeline, *arrows);
  if (explanations != nullptr) add_explanations(panels, *explanations);
  leave_out(panels, document);
  return panels;
}

paper::FigureOptions options_as_seen(const Timeline& timeline, paper::FigureOptions options) {
  const Document& document = timeline.document();
  options.custom_colours = document.appearance.custom_colours;
  options.sub_rows = timeline.shows_sub_rows();
  options.boxes = timeline.shape() == TaskShape::box;
  if (document.alignment.at != traces::AlignAt::recorded || document.has_own_scales()) {
    options.side_by_side = document.side_by_side;
    leave_out(options.side_by_side->placements, document);
    leave_out(options.side_by_side->zeros_ns, document);
    options.ruler_text = ruler_text(document);
  }
  if (timeline.axis().shows_everything()) return options;
  const auto extent = static_cast<double>(document.extent_ns);
  const double from = std::clamp(std::floor(timeline.axis().begin_ns()), 0.0, extent);
  const double to = std::clamp(std::ceil(timeline.axis().end_ns()), 0.0, extent);
  options.from_ns = static_cast<std::int64_t>(from);
  options.to_ns = std::max(static_cast<std::int64_t>(to), *options.from_ns + 1);
  return options;
}

paper::Report report_as_seen(const Document& document, const Timeline& timeline, const Arrows* arrows,
                             const Explanations* explanations, std::vector<Mark> marks) {
  paper::Report report;
  std::vector<paper::Panel> panels = panels_as_seen(document, timeline, arrows, explanations);
  auto next = panels.begin();
  for (std::size_t i = 0; i < document.traces.size(); ++i) {
    if (is_left_out(document, i)) continue;
    report.traces.push_back({std::move(*next++), panel_name(document, i), document.panel(i).path.string()});
    if (explanations != nullptr) report.traces.back().headline = explanations->headline(i);
  }
  report.figure = options_as_seen(timeline, {});
  report.marks = std::move(marks);
  return report;
}

paper::GraphFigure graph_as_seen(const Document& document, const GraphDrawing& drawing) {
  const LoadedTrace& loaded = document.panel(drawing.panel);
  // A figure has no tooltips, so its boxes show how long their tasks ran.
  auto scene = placed_scene(*traces::compose_scene(*drawing.graph, *drawing.tree, *drawing.trace,
                                                   drawing.open, nullptr, &loaded.times),
                            drawing.places);
  return {drawing.trace,
          paper::default_graph_title(*drawing.trace, *drawing.graph, drawing.fold),
          paper::default_graph_subtitle(*drawing.trace, subtitle_of(loaded, document.appearance)),
          drawing.tree,
          std::make_shared<const traces::GraphScene>(std::move(scene)),
          loaded.colouring,
          loaded.shown};
}

}  // namespace gusset::viewer
