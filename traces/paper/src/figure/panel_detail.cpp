#include "panel_detail.hpp"

#include <algorithm>
#include <numeric>
#include <thread>

#include "gusset/traces/picture/timeline/row_order.hpp"

namespace gusset::figure {
namespace {

// By category, of a panel's lanes together.
std::vector<std::int64_t> busy_of(const traces::LevelOfDetail& detail, const Panel& panel,
                                  std::int64_t from_ns, std::int64_t to_ns) {
  std::vector<std::int64_t> sums(detail.categories(), 0);
  for (const std::size_t lane : lanes_of(panel)) detail.add_busy_ns(lane, from_ns, to_ns, sums);
  return sums;
}

}  // namespace

PanelDetail::PanelDetail(const Panel& panel)
    : all(panel.trace, std::thread::hardware_concurrency(), panel.colouring.get()),
      nesting(*panel.trace),
      sub_rows(traces::sub_row_details(panel.trace, nesting, std::thread::hardware_concurrency(),
                                       panel.colouring.get(), panel.shown.get())),
      outlines(*panel.trace, nesting.depths() > 1 ? &nesting : nullptr) {
  if (panel.messages) traffic = std::make_unique<traces::Traffic>(*panel.trace);
  if (panel.shown == nullptr) return;
  shown = std::make_unique<traces::LevelOfDetail>(panel.trace, std::thread::hardware_concurrency(),
                                                  panel.colouring.get(), panel.shown.get());
}

std::vector<std::int64_t> PanelDetail::busy_ns(const Panel& panel, std::int64_t from_ns,
                                               std::int64_t to_ns) const {
  return busy_of(visible(), panel, from_ns, to_ns);
}

std::int64_t PanelDetail::all_busy_ns(const Panel& panel, std::int64_t from_ns, std::int64_t to_ns) const {
  const std::vector<std::int64_t> sums = busy_of(all, panel, from_ns, to_ns);
  return std::accumulate(sums.begin(), sums.end(), std::int64_t{0});
}

std::size_t depths_of(const std::vector<PanelDetail>& details) {
  std::size_t depths = 1;
  for (const PanelDetail& detail : details) depths = std::max(depths, detail.nesting.depths());
  return depths;
}

std::vector<std::size_t> lanes_of(const Panel& panel) {
  if (!panel.lanes.empty()) return panel.lanes;
  std::vector<std::size_t> lanes;
  for (const traces::LaneId lane : picture::lanes_from_top(*panel.trace)) lanes.push_back(lane.value());
  return lanes;
}

}  // namespace gusset::figure
