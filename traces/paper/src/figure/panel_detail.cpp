#include "panel_detail.hpp"

#include <algorithm>
#include <thread>

namespace gusset::paper {

PanelDetail::PanelDetail(const Panel& panel)
    : TraceDetail(panel.trace, panel.colouring, panel.shown, std::thread::hardware_concurrency()),
      outlines(*trace, nesting.get()),
      off_core(*trace, nesting.get()),
      bound_tasks(*this),
      selected(*this) {
  if (panel.critical_path != nullptr) {
    chain = picture::DrawnChain(*this, panel.critical_path->chain.links);
    for (const traces::TaskId task : panel.critical_path->bound.tasks) bound_tasks.add(*this, task);
  }
  for (const traces::TaskId task : panel.selected) selected.add(*this, task);
  bound_tasks.finish();
  selected.finish();
  if (panel.messages) traffic = std::make_unique<traces::Traffic>(*trace);
}

std::size_t depths_of(const std::vector<PanelDetail>& details) {
  std::size_t depths = 1;
  for (const PanelDetail& detail : details) {
    if (detail.nesting != nullptr) depths = std::max(depths, detail.nesting->depths());
  }
  return depths;
}

std::vector<std::size_t> lanes_of(const Panel& panel) {
  if (!panel.lanes.empty()) return panel.lanes;
  std::vector<std::size_t> lanes;
  for (const traces::LaneId lane : picture::lanes_from_top(*panel.trace)) lanes.push_back(lane.value());
  return lanes;
}

}  // namespace gusset::paper
