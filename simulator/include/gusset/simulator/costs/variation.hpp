#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gusset::simulator {

/// How often and for how long workers lose their processors to other programs, in tasks or between them. Time
/// in which a worker waits does not count. Interruptions happen at random times, at a constant rate: a long
/// task is interrupted more often than a short one.
struct Interruptions {
  double per_s = 0.0;             ///< per second of processor time in tasks; 0: never
  std::vector<double> lengths_s;  ///< sorted lengths, all equally likely; empty if there are none
  std::uint64_t count = 0;        ///< measured interruptions
  double observed_s = 0.0;        ///< processor time of the measured tasks
  /// Whether the traces know the threads' processor time. Otherwise, interruptions are estimated from tasks
  /// that took much longer than others of their type and size.
  bool is_measured = false;

  double mean_length_s() const;
  /// Returns the mean time of a task ÷ its processor time, at least 1.
  double slowdown() const { return 1.0 + per_s * mean_length_s(); }
  /// Returns the lost time ÷ (lost time + the tasks' processor time).
  double lost_share() const { return 1.0 - 1.0 / slowdown(); }
  friend bool operator==(const Interruptions&, const Interruptions&) = default;
};

/// A core's speed varies between two states, each of which lasts for a random time (a Markov process). The
/// states of the cores of one socket are correlated. The mean speed over time is that of the measured tasks.
struct SpeedStates {
  double fast_factor = 1.0;   ///< kernel time in the fast state ÷ mean, above 0
  double slow_factor = 1.0;   ///< likewise, in the slow state
  double fast_s = 0.0;        ///< mean length of a fast period
  double slow_s = 0.0;        ///< mean length of a slow period
  double correlation = 1.0;   ///< of the states of two cores of one socket, from 0 to 1
  std::uint64_t windows = 0;  ///< measured periods of `speed_window_s`; 0: nothing is known

  bool varies() const { return windows > 0 && slow_factor > fast_factor && fast_s > 0.0 && slow_s > 0.0; }
  double slow_share() const { return slow_s / (fast_s + slow_s); }
  friend bool operator==(const SpeedStates&, const SpeedStates&) = default;
};
/// Speeds are measured over periods of this length.
inline constexpr double speed_window_s = 5e-3;

/// The additional time that tasks of one type take if they are the first on a node to use a handle, because
/// the system then maps the handle's memory. Mapping may take ten times as long in one run as in another, for
/// all of the run's tasks, because memory that earlier programs have used is mapped faster.
struct FirstTouch {
  std::string type;
  double s_per_byte = 0.0;  ///< median over the runs, at least 0
  std::uint64_t count = 0;  ///< number of measured first tasks
  /// The time per byte in each measured run, in the order of the calibration's traces. Empty if only the
  /// median is known.
  std::vector<double> by_run_s_per_byte = {};

  /// Returns the value of a run that is drawn with a number in (0, 1]. All types draw the same run.
  double drawn_s_per_byte(double share) const;
  friend bool operator==(const FirstTouch&, const FirstTouch&) = default;
};

/// One measured run, predicted from the other runs.
struct MeasuredRun {
  double factor = 1.0;     ///< measured ÷ predicted time from the first task's start to the last end, > 0
  double deviation = 0.0;  ///< standard deviation of the predictions over seeds ÷ their mean
  friend bool operator==(const MeasuredRun&, const MeasuredRun&) = default;
};

/// Why task times vary from task to task and from run to run, as measured by calibration.
struct Variation {
  Interruptions interruptions;
  SpeedStates speed;
  std::vector<FirstTouch> first_touches;  ///< sorted by type; no duplicates
  std::vector<MeasuredRun> runs;          ///< empty if there was only one trace

  /// Returns the first touches of a type; null if none was measured.
  const FirstTouch* first_touch(std::string_view type) const;
  /// Returns whether predictions with different seeds differ because of this.
  bool varies() const;
  /// Returns the median of the runs' absolute errors, |measured ÷ predicted − 1|. None without runs.
  std::optional<double> median_error() const;
  friend bool operator==(const Variation&, const Variation&) = default;
};

}  // namespace gusset::simulator
