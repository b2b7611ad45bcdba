#pragma once
#include <deque>

namespace gusset::viewer {

/// What the pointer did, in device pixels of the view.
struct PointerEvent {
  enum class Kind { move, leave, press, release };
  Kind kind = Kind::move;
  double x = 0.0;
  double y = 0.0;
  int button = 0;  ///< 0 left, 1 right, 2 middle
  friend bool operator==(const PointerEvent&, const PointerEvent&) = default;
};

/// What Dear ImGui sees of the pointer in one frame.
struct PointerState {
  double x = 0.0;
  double y = 0.0;
  bool inside = false;
  bool down[3] = {false, false, false};
};

/// Replays events over frames: Dear ImGui 1.86 samples its input once a frame, so a press and a release
/// between two frames would be lost. Each frame takes events up to one that changes a button, and that one.
class PointerQueue {
 public:
  void push(PointerEvent event);
  /// The state for the next frame.
  PointerState next_frame();
  /// Whether events wait for further frames.
  bool pending() const { return !events_.empty(); }

 private:
  std::deque<PointerEvent> events_;
  PointerState state_;
};

}  // namespace gusset::viewer
