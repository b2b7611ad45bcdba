#include "gusset/viewer/render/pointer_queue.hpp"

namespace gusset::viewer {

void PointerQueue::push(PointerEvent event) {
  const bool moves = event.kind == PointerEvent::Kind::move || event.kind == PointerEvent::Kind::leave;
  if (moves && !events_.empty()) {
    const PointerEvent::Kind last = events_.back().kind;
    if (last == PointerEvent::Kind::move || last == PointerEvent::Kind::leave) events_.pop_back();
  }
  events_.push_back(event);
}

PointerState PointerQueue::next_frame() {
  while (!events_.empty()) {
    const PointerEvent event = events_.front();
    events_.pop_front();
    state_.inside = event.kind != PointerEvent::Kind::leave;
    state_.x = event.x;
    state_.y = event.y;
    const bool press = event.kind == PointerEvent::Kind::press;
    if (!press && event.kind != PointerEvent::Kind::release) continue;
    if (event.button >= 0 && event.button < 3) state_.down[event.button] = press;
    break;
  }
  return state_;
}

}  // namespace gusset::viewer
