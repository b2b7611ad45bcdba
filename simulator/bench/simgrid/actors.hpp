#pragma once
#include <cstddef>

namespace gusset::simulator::bench {

/// How SimGrid is used most plainly: an actor per worker, which takes ready tasks of its node and sleeps as
/// long as they take, and an actor per message. Simulates a tiled Cholesky factorization of blocks × blocks
/// tiles on p × q nodes; returns tasks and messages per second of wall time. Once per process.
double actors_per_second(unsigned p, unsigned q, unsigned workers, std::size_t blocks);

}  // namespace gusset::simulator::bench
