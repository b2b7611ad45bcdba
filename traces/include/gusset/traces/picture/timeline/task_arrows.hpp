#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/analysis/time/task_links.hpp"
#include "gusset/traces/picture/canvas/path.hpp"

namespace gusset::traces {

/// A link between tasks on a time axis: from the end of one task to the start of the other, or from the
/// sending of a message to its receipt.
struct TaskArrow {
  LaneId from_lane;
  LaneId to_lane;
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;
  bool is_message = false;
  bool is_strong = false;   ///< TaskLink::is_last: is not bundled with weak arrows
  std::uint64_t bytes = 0;  ///< of a message
  /// The start of the successor task if it began later than the arrival: the data waited until then.
  std::int64_t until_ns = unknown_time;
  TaskId from_task = {};  ///< task at whose row the arrow begins; see task_arrows
  TaskId to_task = {};    ///< task at whose row the arrow ends
  friend bool operator==(const TaskArrow&, const TaskArrow&) = default;
};

/// Makes the arrows of links, in their order. If the task at one end of a message is unknown, the arrow stays
/// in the lane of the other task.
std::vector<TaskArrow> task_arrows(const Trace& trace, const TaskTimes& times,
                                   std::span<const TaskLink> links);

/// The place of an arrow's end in a picture.
struct ArrowEnd {
  enum class Where : std::uint8_t {
    inside,
    earlier,  ///< left of the picture, in a row that it shows
    later,    ///< right of the picture
    above,    ///< in a row that is scrolled away
    below,
    filtered,  ///< in a row that is not shown
  };
  Where where = Where::inside;
  std::size_t place = 0;  ///< index of the shown row; 0 if there is none
  double x = 0.0;         ///< pixels; on the picture's edge if the end lies outside
  double y = 0.0;
};

/// An arrow with placed ends.
struct PlacedArrow {
  ArrowEnd from;
  ArrowEnd to;
  bool is_message = false;
  bool is_strong = false;
  std::uint64_t bytes = 0;
  double until_x = 0.0;  ///< position of TaskArrow::until_ns; no wait if at most to.x
};

/// Arrows that are drawn as one; often a single arrow.
struct ArrowBundle {
  ArrowEnd from;  ///< for several arrows, the mean
  ArrowEnd to;
  bool is_message = false;
  bool is_strong = false;
  std::size_t count = 0;
  std::uint64_t bytes = 0;
  std::size_t first = 0;  ///< index of one of its arrows
  /// At least to.x: the data waited from to.x until here; for several arrows, the mean.
  double until_x = 0.0;
};

/// The drawn part of many arrows. Each arrow counts exactly once: in a bundle, left out, filtered or unseen.
struct BundledArrows {
  std::vector<ArrowBundle> bundles;
  std::size_t left_out = 0;  ///< arrows that would be indistinguishable even in bundles
  std::size_t left_out_bundles = 0;
  std::size_t filtered = 0;  ///< have an end in a row that is not shown
  std::size_t unseen = 0;    ///< have no end in the picture
};

/// Returns where to draw an arrow's end, given the places of its arrival and of its until_ns. If the data
/// arrived before the picture begins and waited into the picture, the arrow ends at the picture's left edge.
ArrowEnd with_wait(const ArrowEnd& end, const ArrowEnd& until);

/// The most arrows that stay distinguishable. More arrows are bundled; of more bundles, the smallest are left
/// out.
inline constexpr std::size_t max_arrows = 24;

/// Bundles arrows: those with an end outside by row and by edge of the picture, and if there are more than
/// `most`, the others by pair of rows. Messages and strong arrows have separate bundles. Keeps at most `most`
/// bundles: strong ones first, then those with the most arrows. O(n log n).
BundledArrows bundle_arrows(std::span<const PlacedArrow> arrows, std::size_t most = max_arrows);

/// A cubic Bézier curve.
using ArrowCurve = std::array<picture::Point, 4>;

/// The curve of a bundle in rows of that height, in pixels; `scale` pixels make one pixel of a plain display.
/// Within one row it is an arch, so that it does not look like an edge of the tasks it passes. From row to
/// row it leaves and arrives horizontally, or vertically if it comes from above or below.
ArrowCurve arrow_curve(const ArrowBundle& bundle, double row_height, double scale);

/// A point of a curve; `share` is 0 at its start and 1 at its end.
picture::Point arrow_point(const ArrowCurve& curve, double share);

/// The width of a bundle's line, in pixels of a plain display.
double arrow_width(const ArrowBundle& bundle);

}  // namespace gusset::traces
