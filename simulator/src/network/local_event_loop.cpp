#include "local_event_loop.hpp"

#include <cassert>

namespace gusset::simulator {

void LocalEventLoop::send(NodeId, NodeId, std::uint64_t, Event) {
  assert(false && "one node sends nothing");
}

bool LocalEventLoop::run(EventSink& sink) {
  while (!sink.is_done()) {
    if (queue_.empty()) return false;
    now_ns_ = queue_.next_ns();
    sink.happen(queue_.pop(), now_ns_);
  }
  return true;
}

void LocalEventLoop::restart() {
  queue_.clear();
  now_ns_ = 0;
}

}  // namespace gusset::simulator
