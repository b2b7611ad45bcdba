#pragma once
#include <memory>

#include "event_loop.hpp"
#include "gusset/simulator/platform.hpp"

namespace gusset::simulator {

/// An event loop whose messages cross a SimGrid network: the platform's crossbar of that many nodes. SimGrid
/// has one engine per process, whose clock can't be set back, so there is one crossbar per process: a second
/// one throws ConfigurationError.
std::unique_ptr<EventLoop> make_simgrid_crossbar(const Platform& platform, unsigned nodes);

}  // namespace gusset::simulator
