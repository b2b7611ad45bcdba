#pragma once
#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <vector>

#include "simulate.hpp"

namespace gusset::simulator::testing {

/// As timed(), with the built-in network.
inline SimulationInputs timed_fast(unsigned nodes, unsigned cores) {
  SimulationInputs inputs = timed(nodes, cores);
  inputs.network = NetworkEngine::fast;
  return inputs;
}

/// A kernel whose function `then` is given.
struct ThenKernel {
  std::function<void()> function;
  void operator()() const { ADD_FAILURE() << "a kernel ran"; }
  void then() const { function(); }
};

/// Returns when each task ran.
inline std::vector<Interval> intervals_of(const traces::Trace& trace) {
  std::vector<Interval> intervals;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) intervals.push_back(interval_of(trace, task));
  return intervals;
}

}  // namespace gusset::simulator::testing
