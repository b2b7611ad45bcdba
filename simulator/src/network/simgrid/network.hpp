#pragma once
#include <memory>

#include "gusset/simulator/platform/platform.hpp"
#include "network/event_loop.hpp"

namespace gusset::simulator {

/// Makes an event loop whose messages cross the platform's SimGrid network, built for that many nodes.
/// SimGrid has one engine per process, whose clock can't be set back. A process therefore has one network; a
/// second one throws ConfigurationError.
std::unique_ptr<EventLoop> make_simgrid_network(const Platform& platform, unsigned nodes);

}  // namespace gusset::simulator
