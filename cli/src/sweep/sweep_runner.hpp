#pragma once
#include <chrono>
#include <cstddef>
#include <functional>

#include "gusset/simulator/network/network.hpp"
#include "gusset/traces/sweep/sweep.hpp"

namespace gusset::cli {

struct SweepProgress {
  std::size_t done = 0;      ///< simulations, including earlier ones
  std::size_t total = 0;     ///< simulations known so far, done or not
  std::size_t done_now = 0;  ///< since the command began
  double elapsed_s = 0.0;    ///< since the command began
};

struct SweepRun {
  std::size_t jobs = 1;                ///< number of programs to run at once
  std::chrono::nanoseconds timeout{};  ///< for each program
  /// The network that simulates all configurations. The reference network needs no confirmation.
  simulator::NetworkEngine screen = simulator::NetworkEngine::fast;
  bool search = false;      ///< look for the best ones (SweepSearch) instead of simulating all
  std::size_t confirm = 0;  ///< confirm at least this many of the best with the reference network; 0: none
  /// Called after every change, and at least every second.
  std::function<void(const SweepProgress&)> progress;
};

/// Simulates the rest of a sweep: first all configurations (or those of a search) with one network, then the
/// best and those that tie with the best with SimGrid's network, if this command was built with SimGrid, the
/// objective depends on time and messages take time. Each row records what its program did, including
/// failures. Returns 0, or the signal that asked gusset to stop; the simulations that had not ended by then
/// remain to be done. Throws Failure if programs can't be started at all.
int run_sweep(sweep::Sweep& sweep, const SweepRun& run);

}  // namespace gusset::cli
