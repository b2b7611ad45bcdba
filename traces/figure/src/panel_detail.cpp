#include "panel_detail.hpp"

#include <algorithm>
#include <numeric>
#include <thread>

namespace gusset::figure {

PanelDetail::PanelDetail(const Panel& panel)
    : all(panel.trace, std::thread::hardware_concurrency(), panel.colouring.get()),
      nesting(*panel.trace),
      sub_rows(traces::sub_row_details(panel.trace, nesting, std::thread::hardware_concurrency(),
                                       panel.colouring.get(), panel.shown.get())) {
  if (panel.messages) traffic = std::make_unique<traces::Traffic>(*panel.trace);
  if (panel.shown == nullptr) return;
  shown = std::make_unique<traces::LevelOfDetail>(panel.trace, std::thread::hardware_concurrency(),
                                                  panel.colouring.get(), panel.shown.get());
}

std::vector<std::int64_t> PanelDetail::busy_ns(const Panel& panel, std::int64_t from_ns,
                                               std::int64_t to_ns) const {
  std::vector<std::int64_t> sums(visible().categories(), 0);
  for (const std::size_t lane : lanes_of(panel)) visible().add_busy_ns(lane, from_ns, to_ns, sums);
  return sums;
}

std::int64_t PanelDetail::all_busy_ns(const Panel& panel, std::int64_t from_ns, std::int64_t to_ns) const {
  std::vector<std::int64_t> sums(all.categories(), 0);
  for (const std::size_t lane : lanes_of(panel)) all.add_busy_ns(lane, from_ns, to_ns, sums);
  return std::accumulate(sums.begin(), sums.end(), std::int64_t{0});
}

std::size_t depths_of(const std::vector<PanelDetail>& details) {
  std::size_t depths = 1;
  for (const PanelDetail& detail : details) depths = std::max(depths, detail.nesting.depths());
  return depths;
}

std::vector<std::size_t> lanes_of(const Panel& panel) {
  if (!panel.lanes.empty()) return panel.lanes;
  const traces::Trace& trace = *panel.trace;
  const auto node_of = [&](std::size_t lane) { return trace.workers[trace.lanes[lane].worker.value()].node; };
  std::vector<std::size_t> lanes(trace.lanes.size());
  std::iota(lanes.begin(), lanes.end(), std::size_t{0});
  std::stable_sort(lanes.begin(), lanes.end(),
                   [&](std::size_t a, std::size_t b) { return node_of(a) < node_of(b); });
  return lanes;
}

}  // namespace gusset::figure
