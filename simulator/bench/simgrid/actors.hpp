#pragma once
#include <cstddef>

namespace gusset::simulator::bench {

/// Simulates a tiled Cholesky factorization of blocks × blocks tiles on p × q nodes with the plainest use of
/// SimGrid: one actor per worker, which takes its node's ready tasks and sleeps for their duration, and one
/// actor per message. Returns tasks and messages per second of wall time. Call it once per process.
double actors_per_second(unsigned p, unsigned q, unsigned workers, std::size_t blocks);

}  // namespace gusset::simulator::bench
