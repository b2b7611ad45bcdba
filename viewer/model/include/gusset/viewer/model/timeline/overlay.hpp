#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/timeline/mark.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// The pointer's position in device pixels of the view.
struct Pointer {
  double x = 0.0;
  double y = 0.0;
  friend bool operator==(const Pointer&, const Pointer&) = default;
};

/// A frame around a task.
struct Outline {
  Box box;
  Rgba colour = 0;
  Box clip;
};

/// A highlighted time range.
struct Band {
  double from_x = 0.0;
  double to_x = 0.0;
  int top = 0;
  int bottom = 0;
  bool has_from = true;  ///< the left edge is in view
  bool has_to = true;
};

/// A line through all rows with a flag below the ruler.
struct Flag {
  double x = 0.0;
  int top = 0;     ///< top of the flag and of the line
  int bottom = 0;  ///< bottom of the line
  std::string text;
};

/// Text on a coloured background.
struct Badge {
  enum class Anchor { middle, right };
  double x = 0.0;  ///< the badge's middle or right edge
  double y = 0.0;  ///< the badge's top
  std::string text;
  Anchor anchor = Anchor::middle;
  Rgba colour = 0;
};

struct TooltipLine {
  std::string label;  ///< empty in the heading
  std::string text;
};

struct Tooltip {
  Pointer at;
  std::optional<traces::Colour> colour;
  std::vector<TooltipLine> lines;  ///< the first is the heading
};

/// Everything that follows the pointer and the selection; drawn over the picture in every frame.
struct Overlay {
  traces::Background background = traces::Background::white;
  bool is_projected = false;
  std::vector<Box> dimmed;  ///< the parts of rows that playback has not reached
  /// The playback line, with its time in the ruler.
  struct PlaybackLine {
    double x = 0.0;
    std::vector<Stretch> stretches;  ///< where the line is drawn, so that titles stay readable
    double text_top = 0.0;
    std::string text;
  };
  std::vector<PlaybackLine> playback;  ///< the visible lines; panels with the same x share one
  std::vector<Band> bands;
  std::vector<Flag> flags;
  std::vector<Outline> outlines;
  std::optional<double> cursor_x;
  int cursor_bottom = 0;
  std::vector<Badge> badges;
  std::optional<Tooltip> tooltip;
  Box overview;         ///< the overview strip, which can be dragged
  std::string message;  ///< shown in the middle of the view; lines are separated by '\n'
};

/// The playback position in each trace's own time.
struct PlaybackCursor {
  std::int64_t time_ns = 0;
  bool dims_future = true;
  friend bool operator==(const PlaybackCursor&, const PlaybackCursor&) = default;
};

struct OverlayInput {
  SelectionState selection;
  std::optional<TaskReference> waited_for;  ///< the predecessor that the selected task waited for
  std::vector<TaskReference> counterparts;  ///< the selected task in the other traces
  std::optional<Pointer> pointer;           ///< nothing while the pointer is outside the view
  std::optional<Tooltip> tooltip;           ///< for a shape at the pointer; otherwise tooltip_at is used
  std::optional<TimeRange> dragged;         ///< a range that is being selected
  std::vector<Mark> marks;
  std::string message;
  std::optional<PlaybackCursor> playback;
};

Overlay compose_overlay(const Timeline& timeline, const OverlayInput& input);

/// The tooltip at a point: the task there, or the busy share of a column that holds several tasks; nothing
/// elsewhere.
std::optional<Tooltip> tooltip_at(const Timeline& timeline, Pointer pointer);

}  // namespace gusset::viewer
