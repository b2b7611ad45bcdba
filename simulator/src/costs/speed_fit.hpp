#pragma once
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gusset/simulator/costs/variation.hpp"

namespace gusset::simulator {

/// Measures how the speed of cores varies over time, in windows of `speed_window_s`.
class SpeedFit {
 public:
  /// A task ran on a lane from begin_ns to end_ns. Its kernel took `factor` times the mean of its kind (> 0).
  void add(std::uint32_t lane, std::int64_t begin_ns, std::int64_t end_ns, double factor);

  /// Returns the states. `nodes` has each lane's node: cores of one node may be slow together.
  SpeedStates states(const std::vector<std::uint32_t>& nodes) const;

 private:
  struct Window {
    double time_ns = 0.0;  // of tasks
    double mean_ns = 0.0;  // what these tasks take on average
  };
  using Windows = std::map<std::int64_t, double>;  // window → logarithm of time ÷ mean time

  std::vector<Windows> covered_windows() const;

  std::vector<std::map<std::int64_t, Window>> lanes_;
};

}  // namespace gusset::simulator
