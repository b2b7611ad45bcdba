#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "gusset/simulator/costs/variation.hpp"

namespace gusset::simulator {

/// A process that alternates between two states for random (exponential) times. The same number gives the
/// same process.
class TwoStates {
 public:
  struct Period {
    double end_ns = 0.0;
    bool is_slow = false;
  };
  TwoStates(const SpeedStates& speed, std::uint64_t number);

  /// Returns the period at a time. Forgets periods that ended more than a second before the latest time asked
  /// for; an earlier time then has the first known period.
  Period at(double time_ns);

 private:
  double next_length_ns(bool is_slow);

  double fast_ns_;
  double slow_ns_;
  std::uint64_t number_;
  std::uint64_t drawn_ = 0;
  std::deque<Period> periods_;
};

/// The speeds of all cores over simulated time. Each core's factor is the product of its socket's factor and
/// its own. Both processes have the measured times of the states, and their strengths follow from the
/// measured correlation.
class SpeedProcess {
 public:
  /// `sockets`: the socket of each core.
  SpeedProcess(const SpeedStates& speed, std::vector<std::uint32_t> sockets, std::uint64_t seed);

  /// Returns how long a kernel takes on a core that it starts on at begin_ns, if it takes mean_ns at the mean
  /// speed. For each core, times must not decrease from call to call.
  double duration_ns(std::uint32_t core, double begin_ns, double mean_ns);

 private:
  struct Factors {
    double fast = 1.0;
    double slow = 1.0;
    double of(const TwoStates::Period& period) const { return period.is_slow ? slow : fast; }
  };
  /// The factors of a process whose logarithm deviates `strength` times as much as the measured one. The mean
  /// speed over time, which is the mean of the factors' inverses, is 1.
  static Factors factors_of(const SpeedStates& speed, double strength);

  Factors shared_factors_;
  Factors own_factors_;
  std::vector<std::uint32_t> sockets_;
  std::vector<TwoStates> shared_;  // by socket
  std::vector<TwoStates> own_;     // by core
};

}  // namespace gusset::simulator
