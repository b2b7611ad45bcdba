#pragma once
#include <memory>

#include "event_loop.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// Makes an event loop whose messages cross the platform's crossbar or fat tree. A message first waits for
/// its route's latency, during which it uses no bandwidth; then its bytes flow at their max-min fair rate.
/// Times match SimGrid's (CM02, all factors 1, no cross-traffic). It needs no SimGrid, and a process can have
/// any number of instances. Nodes never send to themselves.
std::unique_ptr<EventLoop> make_fast_network(const Platform& platform, unsigned nodes);

}  // namespace gusset::simulator
