#pragma once
#include <memory>

#include "event_loop.hpp"
#include "gusset/simulator/network/network.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// Makes simulated time and the platform's network for that many nodes. Throws ConfigurationError if the
/// engine was not built in, or is in use and allows only one instance per process.
std::unique_ptr<EventLoop> make_network(NetworkEngine engine, const Platform& platform, unsigned nodes);

}  // namespace gusset::simulator
