#include "gusset/traces/picture/timeline/task_arrows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace gusset::traces {
namespace {

using Where = ArrowEnd::Where;

constexpr double min_bend = 14.0;
constexpr double max_bend = 60.0;
constexpr double widest_arrow = 6.0;

bool is_in_row(const ArrowEnd& end) {
  return end.where == Where::inside || end.where == Where::earlier || end.where == Where::later;
}

// The properties that arrows of one bundle share.
auto bundle_key(const PlacedArrow& arrow) {
  return std::tuple(arrow.from.where, arrow.from.place, arrow.to.where, arrow.to.place, arrow.is_message,
                    arrow.is_strong);
}

bool is_inside(const PlacedArrow& arrow) {
  return arrow.from.where == Where::inside && arrow.to.where == Where::inside;
}

// Groups the overlapping arrows within one row. Arrows that do not overlap stay separate: an arrow to a task
// and an arrow from it do not form one over it. Groups are numbered from 1; all other arrows get 0.
std::vector<std::size_t> overlapping_groups(std::span<const PlacedArrow> arrows,
                                            const std::vector<std::size_t>& seen) {
  std::vector<std::size_t> within;
  for (const std::size_t i : seen) {
    if (is_inside(arrows[i]) && arrows[i].from.place == arrows[i].to.place) within.push_back(i);
  }
  std::sort(within.begin(), within.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(bundle_key(arrows[a]), arrows[a].from.x, a) <
           std::tuple(bundle_key(arrows[b]), arrows[b].from.x, b);
  });
  std::vector<std::size_t> groups(arrows.size(), 0);
  double reach = 0.0;
  for (std::size_t i = 0; i < within.size(); ++i) {
    const PlacedArrow& arrow = arrows[within[i]];
    const bool is_first = i == 0 || bundle_key(arrows[within[i - 1]]) != bundle_key(arrow);
    const bool overlaps = !is_first && arrow.from.x < reach;
    groups[within[i]] = is_first ? 1 : groups[within[i - 1]] + (overlaps ? 0 : 1);
    reach = overlaps ? std::max(reach, arrow.to.x) : arrow.to.x;
  }
  return groups;
}

void add_to(ArrowBundle& bundle, const PlacedArrow& arrow, std::size_t index) {
  if (bundle.count == 0) {
    bundle.from = arrow.from;
    bundle.to = arrow.to;
    bundle.is_message = arrow.is_message;
    bundle.is_strong = arrow.is_strong;
    bundle.first = index;
  }
  ++bundle.count;
  bundle.bytes += arrow.bytes;
  // Update the running mean.
  const double share = 1.0 / static_cast<double>(bundle.count);
  bundle.from.x += (arrow.from.x - bundle.from.x) * share;
  bundle.to.x += (arrow.to.x - bundle.to.x) * share;
  const double until_x = arrow.to.where == Where::inside ? std::max(arrow.to.x, arrow.until_x) : arrow.to.x;
  bundle.until_x += (until_x - bundle.until_x) * share;
}

void leave_out_smallest(BundledArrows& result, std::size_t most) {
  std::vector<ArrowBundle>& bundles = result.bundles;
  if (bundles.size() <= most) return;
  std::stable_sort(bundles.begin(), bundles.end(), [](const ArrowBundle& a, const ArrowBundle& b) {
    return std::pair(a.is_strong, a.count) > std::pair(b.is_strong, b.count);
  });
  result.left_out_bundles = bundles.size() - most;
  for (std::size_t i = most; i < bundles.size(); ++i) result.left_out += bundles[i].count;
  bundles.resize(most);
}

}  // namespace

std::vector<TaskArrow> task_arrows(const Trace& trace, const TaskTimes& times,
                                   std::span<const TaskLink> links) {
  std::vector<TaskArrow> arrows;
  arrows.reserve(links.size());
  for (const TaskLink& link : links) {
    const TaskId from = link.before.is_none() ? link.after : link.before;
    const TaskId to = link.after.is_none() ? link.before : link.after;
    TaskArrow arrow;
    arrow.from_lane = times.lane[from.value()];
    arrow.to_lane = times.lane[to.value()];
    arrow.from_task = from;
    arrow.to_task = to;
    arrow.is_strong = link.is_last;
    if (link.message) {
      const Message& message = trace.messages[*link.message];
      arrow.from_ns = message.send_ns;
      arrow.to_ns = message.receive_ns;
      arrow.is_message = true;
      arrow.bytes = message.payload_bytes;
      const std::int64_t begin_ns = times.begin_ns[to.value()];
      if (!link.after.is_none() && begin_ns > arrow.to_ns) arrow.until_ns = begin_ns;
    } else {
      arrow.from_ns = times.end_ns[from.value()];
      arrow.to_ns = times.begin_ns[to.value()];
    }
    arrows.push_back(arrow);
  }
  return arrows;
}

ArrowEnd with_wait(const ArrowEnd& end, const ArrowEnd& until) {
  if (end.where != Where::earlier || until.where != Where::inside) return end;
  return {Where::inside, end.place, end.x, end.y};
}

BundledArrows bundle_arrows(std::span<const PlacedArrow> arrows, std::size_t most) {
  BundledArrows result;
  std::vector<std::size_t> seen;
  std::size_t inside = 0;
  for (std::size_t i = 0; i < arrows.size(); ++i) {
    const PlacedArrow& arrow = arrows[i];
    if (arrow.from.where == Where::filtered || arrow.to.where == Where::filtered) {
      ++result.filtered;
    } else if (arrow.from.where != Where::inside && arrow.to.where != Where::inside) {
      ++result.unseen;
    } else {
      seen.push_back(i);
      if (is_inside(arrow)) ++inside;
    }
  }
  const std::vector<std::size_t> groups = overlapping_groups(arrows, seen);
  using Key = std::pair<decltype(bundle_key(arrows[0])), std::size_t>;
  std::map<Key, ArrowBundle> together;
  for (const std::size_t i : seen) {
    const bool is_alone = inside <= most && is_inside(arrows[i]);
    add_to(is_alone ? result.bundles.emplace_back() : together[Key(bundle_key(arrows[i]), groups[i])],
           arrows[i], i);
  }
  for (const auto& [key, bundle] : together) result.bundles.push_back(bundle);
  leave_out_smallest(result, most);
  return result;
}

ArrowCurve arrow_curve(const ArrowBundle& bundle, double row_height, double scale) {
  const ArrowEnd& from = bundle.from;
  const ArrowEnd& to = bundle.to;
  const double distance = to.x - from.x;
  if (is_in_row(from) && is_in_row(to) && from.place == to.place) {
    // A cubic curve rises to three quarters of the height of its inner points.
    const double rise = std::max(4.0 * scale, 0.4 * row_height) * 4.0 / 3.0;
    const double lean = distance * 0.25;
    return {picture::Point{from.x, from.y}, picture::Point{from.x + lean, from.y - rise},
            picture::Point{to.x - lean, to.y - rise}, picture::Point{to.x, to.y}};
  }
  const double bend = std::clamp(std::fabs(distance) / 2, min_bend * scale, max_bend * scale);
  ArrowCurve curve{picture::Point{from.x, from.y}, picture::Point{from.x + bend, from.y},
                   picture::Point{to.x - bend, to.y}, picture::Point{to.x, to.y}};
  const double upright = std::min(max_bend * scale, std::fabs(to.y - from.y) / 2);
  if (from.where == Where::above) curve[1] = {from.x, from.y + upright};
  if (from.where == Where::below) curve[1] = {from.x, from.y - upright};
  if (to.where == Where::above) curve[2] = {to.x, to.y + upright};
  if (to.where == Where::below) curve[2] = {to.x, to.y - upright};
  return curve;
}

picture::Point arrow_point(const ArrowCurve& curve, double share) {
  const double rest = 1.0 - share;
  const double a = rest * rest * rest;
  const double b = 3.0 * rest * rest * share;
  const double c = 3.0 * rest * share * share;
  const double d = share * share * share;
  return {a * curve[0].x + b * curve[1].x + c * curve[2].x + d * curve[3].x,
          a * curve[0].y + b * curve[1].y + c * curve[2].y + d * curve[3].y};
}

double arrow_width(const ArrowBundle& bundle) {
  const double alone = bundle.is_strong ? 3.0 : 1.6;
  return std::min(widest_arrow,
                  alone + 0.5 * std::log2(static_cast<double>(std::max<std::size_t>(1, bundle.count))));
}

}  // namespace gusset::traces
