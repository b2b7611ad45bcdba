#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "counter.hpp"
#include "gusset/simulator/predict/engine.hpp"
#include "machine.hpp"
#include "schedule/outcome.hpp"

namespace gusset::simulator {

/// Simulates a stream in time on a machine, seed by seed, and reports the results.
class Predictor {
 public:
  /// Receives (ended tasks, all tasks) over all seeds. Called often.
  using OnProgress = std::function<void(std::uint64_t, std::uint64_t)>;

  /// All arguments must outlive the predictor.
  Predictor(const SimulationInputs& inputs, const Machine& machine, const TaskStream& stream,
            CostModel& costs, OnProgress on_progress);

  /// Makes the first seed's schedule, which the caller can run while the stream still grows.
  std::unique_ptr<Schedule> begin();
  /// Reports the progress of that schedule.
  void report_progress(const Schedule& schedule) const {
    on_progress_(ended_before_ + schedule.ended(), total_tasks());
  }

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
  std::unique_ptr<Schedule> run_seed(const ScheduleOptions& options, const std::vector<ProgramStep>& steps);
  std::unique_ptr<EventLoop> make_loop() const;
  bool seeds_differ() const;
  void repeat_outcome();
  std::string shared_cores_doubt() const;
  std::vector<double> makespans_s() const;
  double makespan_deviation_s() const;
  unsigned parallel_seeds() const;
  /// Runs all seeds except the first, which has run.
  void run_other_seeds(const std::vector<ProgramStep>& steps);
  void run_other_seeds_in_parallel(const std::vector<ProgramStep>& steps, unsigned threads);
  std::uint64_t total_tasks() const { return inputs_.seeds * stream_.tasks().size(); }

  const SimulationInputs& inputs_;
  const Machine& machine_;
  const TaskStream& stream_;
  CostModel& costs_;
  OnProgress on_progress_;
  std::unique_ptr<EventLoop> loop_;
  std::vector<Outcome> outcomes_;
  std::uint64_t ended_before_ = 0;
  std::string policy_choice_;
  std::unique_ptr<Schedule> shown_;
};

/// Returns the statistics that don't depend on time.
SimulationStatistics counted_statistics(const SimulationInputs& inputs, const Machine& machine,
                                        const TaskStream& stream, const Counter& counter);

}  // namespace gusset::simulator
