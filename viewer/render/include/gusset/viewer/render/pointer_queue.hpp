#pragma once
#include <cstddef>
#include <deque>

namespace gusset::viewer {

/// A pointer event, in device pixels of the view.
struct PointerEvent {
  enum class Kind { move, leave, press, release };
  Kind kind = Kind::move;
  double x = 0.0;
  double y = 0.0;
  int button = 0;  ///< 0 left, 1 right, 2 middle
  friend bool operator==(const PointerEvent&, const PointerEvent&) = default;
};

/// The pointer as Dear ImGui sees it in one frame.
struct PointerState {
  double x = 0.0;
  double y = 0.0;
  bool inside = false;
  bool down[3] = {false, false, false};
};

/// Replays events over frames. Dear ImGui 1.86 samples its input once per frame, so it would miss a press and
/// a release between two frames. Each frame takes events up to and including the next one that changes a
/// button.
class PointerQueue {
 public:
  void push(PointerEvent event);
  /// Returns the state for the next frame.
  PointerState next_frame();
  /// Whether events wait for further frames.
  bool pending() const { return !events_.empty(); }
  /// How many events wait. A move or leave replaces one just before it.
  std::size_t size() const { return events_.size(); }

 private:
  std::deque<PointerEvent> events_;
  PointerState state_;
};

}  // namespace gusset::viewer
