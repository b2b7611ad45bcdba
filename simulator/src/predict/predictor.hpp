#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "counter.hpp"
#include "gusset/simulator/predict/engine.hpp"
#include "machine.hpp"
#include "schedule/playback.hpp"

namespace gusset::simulator {

/// Simulates a stream in time on a machine, seed by seed, and reports the results.
class Predictor {
 public:
  /// Receives (ended tasks, all tasks) over all seeds. Called often.
  using Tell = std::function<void(std::uint64_t, std::uint64_t)>;

  /// All arguments must outlive the predictor.
  Predictor(const SimulationInputs& inputs, const Machine& machine, const TaskStream& stream,
            CostModel& costs, Tell tell);

  /// Makes the first seed's schedule, which the caller can run while the stream still grows.
  std::unique_ptr<Schedule> begin();
  /// Reports the progress of that schedule.
  void tell(const Schedule& schedule) const { tell_(ended_before_ + schedule.ended(), tasks_in_all()); }

  /// Runs all seeds; `first` is the first seed's finished schedule, or null to run it too. Then runs the seed
  /// to show once more if a trace is wanted. Throws SimulationError.
  void finish(std::unique_ptr<Schedule> first, const std::vector<ProgramStep>& steps);

  // After finish:
  /// Returns the number of task ends and message arrivals over all seeds.
  std::uint64_t events() const;
  /// Adds makespan, bounds, the nodes' times and the model.
  void add_times(SimulationStatistics& statistics) const;
  /// Returns the trace of the seed nearest to the median. Requires wants_trace().
  traces::Trace trace(const SimulationStatistics& statistics) const;

  bool wants_trace() const { return inputs_.wants_trace || !inputs_.trace_path.empty(); }

 private:
  ScheduleOptions options(std::uint64_t seed) const;
  ScheduleOptions first_options() const;
  std::unique_ptr<Schedule> play_seed(const ScheduleOptions& options, const std::vector<ProgramStep>& steps);
  std::unique_ptr<EventLoop> make_loop() const;
  unsigned seeds_at_once() const;
  /// Runs all seeds except the first, which has run.
  void play_others(const std::vector<ProgramStep>& steps);
  void play_others_at_once(const std::vector<ProgramStep>& steps, unsigned threads);
  std::uint64_t tasks_in_all() const { return inputs_.seeds * stream_.tasks().size(); }

  const SimulationInputs& inputs_;
  const Machine& machine_;
  const TaskStream& stream_;
  CostModel& costs_;
  Tell tell_;
  std::unique_ptr<EventLoop> loop_;
  std::vector<Outcome> outcomes_;
  std::uint64_t ended_before_ = 0;
  std::unique_ptr<Schedule> shown_;
};

/// Returns the statistics that don't depend on time.
SimulationStatistics counted_statistics(const SimulationInputs& inputs, const Machine& machine,
                                        const TaskStream& stream, const Counter& counter);

}  // namespace gusset::simulator
