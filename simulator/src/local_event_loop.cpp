#include "local_event_loop.hpp"

#include <cassert>

namespace gusset::simulator {

void LocalEventLoop::send(NodeId, NodeId, std::uint64_t, Callback) {
  assert(false && "one node sends nothing");
}

bool LocalEventLoop::run_until(const std::function<bool()>& done) {
  while (!done()) {
    if (queue_.empty()) return false;
    now_ns_ = queue_.next_ns();
    queue_.pop()();
  }
  return true;
}

}  // namespace gusset::simulator
