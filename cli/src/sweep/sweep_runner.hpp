#pragma once
#include <chrono>
#include <cstddef>
#include <functional>

#include "gusset/simulator/network/network.hpp"
#include "sweep.hpp"

namespace gusset::cli {

/// How far a sweep has come.
struct SweepProgress {
  std::size_t done = 0;      ///< simulations, those included that were done before
  std::size_t total = 0;     ///< as far as is known
  std::size_t done_now = 0;  ///< since the command began,
  double elapsed_s = 0.0;    ///< in that time
};

/// How to run one.
struct SweepRun {
  std::size_t jobs = 1;                ///< programs at once
  std::chrono::nanoseconds timeout{};  ///< of each
  /// That all are tried by; what the reference has tried needs no confirmation.
  simulator::NetworkEngine screen = simulator::NetworkEngine::fast;
  std::size_t confirm = 0;  ///< at least so many of the best by the reference network; 0: none
  /// Told of whatever changed, and at least every second.
  std::function<void(const SweepProgress&)> progress;
};

/// Simulates what is still to come of a sweep: all by one network, then those that can't be told from
/// the best by SimGrid's, where this command was built with it and messages take time. Whatever a program
/// does, its row says. Returns 0, or the signal that asked gusset to stop: what had not ended by then is
/// still to come. Throws Failure where programs can't be started at all.
int run_sweep(Sweep& sweep, const SweepRun& run);

}  // namespace gusset::cli
