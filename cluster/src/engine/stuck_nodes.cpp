#include "engine/stuck_nodes.hpp"

#include <algorithm>
#include <utility>

namespace gusset::cluster {

std::optional<std::string> StuckNodes::add(unsigned node, Report report) {
  if (report != nodes_[node].report) {
    // What the node has done since its last report may let others go on.
    for (Node& other : nodes_) other.times = 0;
    nodes_[node].report = std::move(report);
  }
  ++nodes_[node].times;
  std::uint64_t in_flight = 0;
  std::string text;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].times < enough()) return std::nullopt;
    in_flight += nodes_[n].report.sent - nodes_[n].report.received;
    if (nodes_[n].report.text.empty()) continue;
    text += (text.empty() ? "node " : "; node ") + std::to_string(n) + ": " + nodes_[n].report.text;
  }
  if (in_flight != 0) return std::nullopt;
  const auto sums_of = [](const Node& each) { return each.report.sums; };
  const std::uint64_t begun_by_all = std::ranges::min(nodes_, {}, sums_of).report.sums;
  const bool has_sum = std::ranges::any_of(
      nodes_, [&](const Node& each) { return each.report.awaits_sum && each.report.sums == begun_by_all; });
  if (has_sum) return std::nullopt;
  return text;
}

}  // namespace gusset::cluster
