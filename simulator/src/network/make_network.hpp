#pragma once
#include <memory>

#include "event_loop.hpp"
#include "gusset/simulator/network/network.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// Time, and the platform's network between that many nodes. Throws ConfigurationError where the engine was
/// not built in or has no second one in a process.
std::unique_ptr<EventLoop> make_network(NetworkEngine engine, const Platform& platform, unsigned nodes);

}  // namespace gusset::simulator
