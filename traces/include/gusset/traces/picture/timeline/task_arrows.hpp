#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/analysis/time/task_links.hpp"
#include "gusset/traces/picture/canvas/path.hpp"

namespace gusset::traces {

/// A link of tasks on a time axis: from the end of one to the begin of the other, or from a message's sending
/// to its receipt.
struct TaskArrow {
  LaneId from_lane;
  LaneId to_lane;
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;
  bool is_message = false;
  bool is_strong = false;   ///< TaskLink::is_last: is not bundled with those that are not
  std::uint64_t bytes = 0;  ///< of a message
  /// When the task at the end began, where that was later: what had arrived waited until then.
  std::int64_t until_ns = unknown_time;
  TaskId from_task = {};  ///< in whose place the arrow begins; see task_arrows
  TaskId to_task = {};
  friend bool operator==(const TaskArrow&, const TaskArrow&) = default;
};

/// Arrows of links, in their order. Where no task is known at one end of a message, its arrow stays in the
/// lane of the other.
std::vector<TaskArrow> task_arrows(const Trace& trace, const TaskTimes& times,
                                   std::span<const TaskLink> links);

/// Where one end of an arrow stands in a picture.
struct ArrowEnd {
  enum class Where : std::uint8_t {
    inside,
    earlier,  ///< left of the picture, in a row that it shows
    later,    ///< right of it
    above,    ///< in a row that is scrolled away
    below,
    filtered,  ///< in a row that is not shown
  };
  Where where = Where::inside;
  std::size_t place = 0;  ///< of the shown row, where there is one; else 0
  double x = 0.0;         ///< pixels; on the picture's edge where it stands outside
  double y = 0.0;
};

/// An arrow whose ends have places.
struct PlacedArrow {
  ArrowEnd from;
  ArrowEnd to;
  bool is_message = false;
  bool is_strong = false;
  std::uint64_t bytes = 0;
  double until_x = 0.0;  ///< of TaskArrow::until_ns; at most to.x: none
};

/// Arrows that are drawn as one: often one alone.
struct ArrowBundle {
  ArrowEnd from;  ///< of several, the mean
  ArrowEnd to;
  bool is_message = false;
  bool is_strong = false;
  std::size_t count = 0;
  std::uint64_t bytes = 0;
  std::size_t first = 0;  ///< one of its arrows
  double until_x = 0.0;   ///< at least to.x: what arrived waited from there to here; the mean, too
};

/// What is drawn of many arrows. Each is counted exactly once: in a bundle, as left out, filtered or unseen.
struct BundledArrows {
  std::vector<ArrowBundle> bundles;
  std::size_t left_out = 0;  ///< arrows that would be too many to be told apart even bundled
  std::size_t left_out_bundles = 0;
  std::size_t filtered = 0;  ///< lead to a row that is not shown, or come from one
  std::size_t unseen = 0;    ///< neither of their ends is in the picture
};

/// Where an arrow ends that would end at `end` and whose until_ns stands at `until`: what arrived before the
/// picture and waits in it ends in it, at its left edge.
ArrowEnd with_wait(const ArrowEnd& end, const ArrowEnd& until);

/// So many arrows can be told apart: beyond it they are bundled; and beyond it in bundles, the smallest are
/// left out.
inline constexpr std::size_t most_arrows = 24;

/// Bundles arrows: those with an end outside by row and edge of the picture; the others by row and row, where
/// they are more than `most`. Those that are messages, and those that are strong, stay apart from the others.
/// At most `most` bundles are kept, strong ones first, then those of the most arrows. O(n log n).
BundledArrows bundle_arrows(std::span<const PlacedArrow> arrows, std::size_t most = most_arrows);

/// A cubic Bézier curve.
using ArrowCurve = std::array<picture::Point, 4>;

/// The curve of a bundle in rows of that height, in pixels of which `scale` make one of a plain display.
/// Within one row it is an arch, so that it isn't taken for an edge of what it passes; from row to row it
/// leaves and arrives level, and upright where it comes from above or below.
ArrowCurve arrow_curve(const ArrowBundle& bundle, double row_height, double scale);

/// A point of a curve, from 0 at its begin to 1 at its end.
picture::Point arrow_point(const ArrowCurve& curve, double share);

/// How wide a bundle's line is, in pixels of a plain display.
double arrow_width(const ArrowBundle& bundle);

}  // namespace gusset::traces
