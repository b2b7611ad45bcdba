#pragma once
#include <memory>

#include "gusset/simulator/platform/platform.hpp"
#include "network/event_loop.hpp"

namespace gusset::simulator {

/// An event loop whose messages cross a SimGrid network: the platform's, as far as it takes for that many
/// nodes. SimGrid has one engine per process, whose clock can't be set back, so there is one network per
/// process: a second one throws ConfigurationError.
std::unique_ptr<EventLoop> make_simgrid_network(const Platform& platform, unsigned nodes);

}  // namespace gusset::simulator
