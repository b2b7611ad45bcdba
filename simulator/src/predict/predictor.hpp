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

/// Plays a stream in time on a machine, seed by seed, and tells what it found.
class Predictor {
 public:
  /// (tasks that have ended, tasks there are), of all seeds; called often.
  using Tell = std::function<void(std::uint64_t, std::uint64_t)>;

  /// All that is given must live as long.
  Predictor(const SimulationInputs& inputs, const Machine& machine, const TaskStream& stream,
            CostModel& costs, Tell tell);

  /// For whoever plays the first seed while the stream still grows.
  std::unique_ptr<Schedule> begin();
  /// Tells how far that one is.
  void tell(const Schedule& schedule) const { tell_(ended_before_ + schedule.ended(), tasks_in_all()); }

  /// Plays all seeds but the first, which is given where it was played already; then once more the one to
  /// show, where a trace is wanted. Throws SimulationError.
  void finish(std::unique_ptr<Schedule> first, const std::vector<ProgramStep>& steps);

  // After finish:
  /// Ends of tasks and arrivals of messages, of all seeds.
  std::uint64_t events() const;
  /// Makespan, bounds, the nodes' times, the model.
  void add_times(SimulationStatistics& statistics) const;
  /// Of the seed nearest to the median; only where a trace is wanted.
  traces::Trace trace(const SimulationStatistics& statistics) const;

  bool wants_trace() const { return inputs_.wants_trace || !inputs_.trace_path.empty(); }

 private:
  ScheduleOptions options(std::uint64_t seed) const;
  ScheduleOptions first_options() const;
  std::unique_ptr<Schedule> play_seed(const ScheduleOptions& options, const std::vector<ProgramStep>& steps);
  std::unique_ptr<EventLoop> make_loop() const;
  unsigned seeds_at_once() const;
  /// All but the first, which has been.
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

/// What a simulation says whether or not it has times.
SimulationStatistics counted_statistics(const SimulationInputs& inputs, const Machine& machine,
                                        const TaskStream& stream, const Counter& counter);

}  // namespace gusset::simulator
