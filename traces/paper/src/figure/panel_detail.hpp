#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "gusset/traces/analysis/time/traffic.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/canvas/canvas.hpp"
#include "gusset/traces/picture/timeline/drawn_chain.hpp"
#include "gusset/traces/picture/timeline/marked_tasks.hpp"
#include "gusset/traces/picture/timeline/off_core.hpp"
#include "gusset/traces/picture/timeline/parent_outlines.hpp"
#include "gusset/traces/picture/timeline/trace_detail.hpp"

namespace gusset::paper {

/// What a panel's rows show at any scale.
struct PanelDetail : picture::TraceDetail {
  explicit PanelDetail(const Panel& panel);

  picture::ParentOutlines outlines;  ///< outlines of tasks that ran around others
  picture::OffCore off_core;         ///< when tasks had no processor
  picture::DrawnChain chain;         ///< the critical chain
  picture::MarkedTasks bound_tasks;  ///< the tasks on the critical path
  picture::MarkedTasks selected;
  std::unique_ptr<const traces::Traffic> traffic;  ///< null: messages are not drawn
};

/// The largest number of nesting depths in any lane.
std::size_t depths_of(const std::vector<PanelDetail>& details);

/// Lays out a figure of panels with known details, which several pictures can share. Returns the result of
/// `use`, which gets the figure's size in pixels and a function that draws the figure on a canvas.
using UseFigure =
    std::function<Result<Done>(int width, int height, const std::function<void(picture::Canvas&)>& draw_on)>;
Result<Done> use_figure(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
                        const FigureOptions& options, const UseFigure& use);

/// Returns the title size of a figure with these panels.
double title_size_of(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
                     const FigureOptions& options);

/// The lanes that a panel draws, from the top.
std::vector<std::size_t> lanes_of(const Panel& panel);

}  // namespace gusset::paper
