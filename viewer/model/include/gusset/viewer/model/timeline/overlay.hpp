#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/timeline/mark.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// Where the pointer is, in device pixels of the view.
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

/// A marked stretch of time.
struct Band {
  double from_x = 0.0;
  double to_x = 0.0;
  int top = 0;
  int bottom = 0;
  bool has_from = true;  ///< that edge is in view
  bool has_to = true;
};

/// A line through all rows, with a flag below the ruler.
struct Flag {
  double x = 0.0;
  int top = 0;     ///< of the flag and the line
  int bottom = 0;  ///< of the line
  std::string text;
};

/// Words on a small plate.
struct Plate {
  enum class Anchor { middle, right };
  double x = 0.0;  ///< of the plate's middle or right end
  double y = 0.0;  ///< of its top
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

/// Everything that follows the pointer and the selection; drawn over the picture on every frame.
struct Overlay {
  traces::Paper paper = traces::Paper::white;
  bool is_projected = false;
  std::vector<Box> veils;  ///< over rows, where they are yet to come
  /// A line that plays, with its time in the ruler.
  struct PlaybackLine {
    double x = 0.0;
    std::vector<Stretch> stretches;  ///< where it is drawn: titles stay readable
    double text_top = 0.0;
    std::string text;
  };
  std::vector<PlaybackLine> playback;  ///< those in sight: one for all panels whose line stands at one place
  std::vector<Band> bands;
  std::vector<Flag> flags;
  std::vector<Outline> outlines;
  std::optional<double> cursor_x;
  int cursor_bottom = 0;
  std::vector<Plate> plates;
  std::optional<Tooltip> tooltip;
  Box overview;         ///< takes drags
  std::string message;  ///< in the middle of the view; its lines are separated by '\n'
};

/// Where schedules that are played have come to, in each trace's own times.
struct PlaybackCursor {
  std::int64_t time_ns = 0;
  bool fades_later = true;  ///< what lies later is shown pale
  friend bool operator==(const PlaybackCursor&, const PlaybackCursor&) = default;
};

struct OverlayInput {
  SelectionState selection;
  std::optional<TaskReference> waited_for;  ///< of the selected task
  std::optional<Pointer> pointer;           ///< nothing while it is elsewhere
  std::optional<Tooltip> tooltip;           ///< of what is drawn over the place; else the place's own
  std::optional<TimeRange> dragged;         ///< a range being selected
  std::vector<Mark> marks;
  std::string message;
  std::optional<PlaybackCursor> playback;
};

Overlay compose_overlay(const Timeline& timeline, const OverlayInput& input);

/// The tooltip of a place: the task there, or how busy the column is where it holds several; nothing
/// elsewhere.
std::optional<Tooltip> tooltip_at(const Timeline& timeline, Pointer pointer);

}  // namespace gusset::viewer
