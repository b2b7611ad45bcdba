#include "gusset/viewer/model/state/lessons.hpp"

#include <filesystem>

namespace gusset::viewer {

std::vector<std::string> Lesson::arguments(const LessonSchedule& schedule, const std::string& graph,
                                           const std::string& output) const {
  // One unit of weight is a millisecond. The simulated schedule is not random, so one seed is enough.
  std::vector<std::string> words{"replay",   graph,           "--threads", std::to_string(schedule.workers),
                                 "--policy", schedule.policy, "--seeds",   "1",
                                 "-o",       output};
  if (schedule.form.empty()) return words;
  const std::string file = std::filesystem::path(graph).replace_extension(".json").string();
  words.insert(words.end(), {"--schedule", file, "--form", schedule.form});
  return words;
}

const std::vector<Lesson>& lessons() {
  static const std::vector<Lesson> all{
      {"granularity",
       "Granularity",
       "The same work in five tasks, then in thirty",
       "Both halves hold 30 units of work. In which half, and on how many workers, does the last task keep "
       "the others idle for longest?",
       {{2, "fifo", "Granularity, 2 workers"}, {4, "fifo", "Granularity, 4 workers"}}},
      {"adds",
       "Commuting adds",
       "Adds may run in any order, writes may not: what order costs",
       "Four results are summed, first with adds, then with writes. The adds take whichever result is ready; "
       "the writes wait for the slowest result first.",
       {{4, "fifo", "Adds and writes, 4 workers"}, {2, "fifo", "Adds and writes, 2 workers"}}},
      {"anomaly",
       "An anomaly",
       "Nine tasks that take longer on four workers than on three",
       "Above, three workers finish after 12 ms. Below, a fourth makes it 15: click the long task and see "
       "what kept it waiting.",
       {{3, "fifo", "Anomaly, 3 workers"}, {4, "fifo", "Anomaly, 4 workers"}}},
      {"stealing",
       "Stealing",
       "Long and short tasks dealt to two workers, without stealing and with it",
       "Above, each worker runs only its own tasks, and one has all the long ones. Below, the idle worker "
       "steals.",
       {{2, "static", "Without stealing"}, {2, "locality", "With stealing"}}},
      {"grids",
       "Process grids",
       "How much each node sends on a one- and on a two-dimensional grid",
       "The eight workers model the processors and network cards of four nodes; any free one takes a task, "
       "whose name says which node it belongs to. First one node sends to three others in turn, then each "
       "sends less, at the same time.",
       {{8, "fifo", "Grids, 8 workers"}, {2, "fifo", "Grids, 2 workers"}}},
      {"completion",
       "Completion",
       "How nodes that send each other messages find out that everything has ended",
       "After round 1, as many messages are handled as sent, although A still works and will send another "
       "one. "
       "Everything has ended if as many were handled in one round as are sent in the next.",
       {{3, "fifo", "Completion, 3 workers"}, {1, "fifo", "Completion, 1 worker"}}},
      {"found",
       "A schedule found",
       "Six tasks whose shortest schedule no queue finds",
       "Above, the two workers take tasks in the order of submission. Below, they follow a schedule that a "
       "search has found, and neither is ever idle.",
       {{2, "fifo", "In order of submission"}, {2, "fifo", "As found", "guided"}}},
      {"flags",
       "Flags against counters",
       "A task takes longer than planned: who waits, and for what",
       "Above, each worker runs its list in order, so one waits for b although d could run. Below, each "
       "worker runs whatever is ready in its list.",
       {{2, "fifo", "With counters", "strict"}, {2, "fifo", "With flags", "flags"}}},
  };
  return all;
}

const std::vector<SampleTrace>& sample_traces() {
  static const std::vector<SampleTrace> all{
      {"cholesky.gus", "Cholesky factorisation, measured", "220 tasks on two workers, about 35 ms"},
      {"shallow_water.gus", "Shallow water, predicted", "five steps on four nodes that exchange messages"},
  };
  return all;
}

}  // namespace gusset::viewer
