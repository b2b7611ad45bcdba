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
      {"anomaly",
       "An anomaly",
       "Nine tasks that take longer on four workers than on three",
       8,
       "An idle worker takes the task that has been ready for longest. Above, three workers finish after 12 "
       "ms. Below, a fourth makes it 15: select long 9 and ask why it did not start earlier (Y). What kept "
       "it waiting, and why not above?",
       "Long 9 is ready after 3 ms in both. Above, the worker that has finished short 1 takes it at once. "
       "Below, four workers have finished the short tasks by then, and the four middle tasks, which came "
       "first, occupy all of them: long 9 begins after 6 ms. It is on the critical path, so it should start "
       "first.",
       {{3, "fifo", "Anomaly, 3 workers"}, {4, "fifo", "Anomaly, 4 workers"}}},
      {"granularity",
       "Granularity",
       "The same work in five tasks, then in thirty",
       6,
       "Each schedule does the same 30 ms of work twice: first in five long tasks, then in thirty short "
       "ones. For which tasks, and on how many workers, does the last task keep the others idle for longest?",
       "For the long ones. While the last long task runs, nobody else has work for 6 ms: one idle worker of "
       "two, three idle workers of four. With the short tasks no worker waits longer than 1 ms for the last "
       "one. The long and the short tasks take 18 and 15 ms on two workers, 12 and 8 ms on four.",
       {{2, "fifo", "Granularity, 2 workers"}, {4, "fifo", "Granularity, 4 workers"}}},
      {"adds",
       "Commuting adds",
       "Adds may run in any order, writes may not: what order costs",
       6,
       "Four results are summed, first with adds, then with writes. The adds take whichever result is "
       "ready; the writes wait for the slowest result first. How long does each sum take, with four workers "
       "and with two?",
       "With four workers 5 ms with adds and 8 ms with writes: write 0 waits for compute 0, which takes 4 "
       "ms, and the other writes wait for write 0. With two workers each sum takes 9 ms: no sum begins "
       "before all four results are ready, after 5 ms, so the order of the additions no longer matters.",
       {{4, "fifo", "Adds and writes, 4 workers"}, {2, "fifo", "Adds and writes, 2 workers"}}},
      {"stealing",
       "Stealing",
       "Long and short tasks on two workers: dealt in turn, or stolen by the idle worker",
       6,
       "Above, the tasks are dealt to the workers in turn, and one gets all the long ones. Below, no task "
       "is dealt: all wait with worker 0, and the idle worker 1 steals some of them. How much time does "
       "that save, and could any schedule save more?",
       "It saves 9 ms: 16 instead of 25. Worker 1 steals six tasks at 0 ms, three long and three short "
       "ones, and worker 0 keeps as many. Both are busy until the barrier. Nothing is left to save: the "
       "twelve tasks take 30 ms together, so two workers need at least 15 ms for them, and the barrier, "
       "which waits for all of them, takes 1 ms more.",
       {{2, "static", "Without stealing"}, {2, "locality", "With stealing"}}},
      {"found",
       "A schedule found",
       "Six tasks whose shortest schedule no queue finds",
       6,
       "Above, an idle worker takes the task that has been ready for longest. Below, the two workers follow "
       "a schedule that a search has found, and neither is ever idle. Can a schedule be shorter than that?",
       "No. The tasks take 18 ms together, so two workers need at least 9 ms, which is what the schedule "
       "below takes. (The critical path b, d, e takes only 8 ms: that is the bound for any number of "
       "workers.) Above, it is 12 ms: d is ready after 2 ms, but c and f were ready before, so d begins "
       "after 6 ms and e after 9, and one worker is idle for the last 6 ms.",
       {{2, "fifo", "First ready, first run"}, {2, "fifo", "As found", "guided"}}},
      {"flags",
       "Flags against counters",
       "A task takes longer than planned: who waits, and for what",
       5,
       "Above, each worker runs its list in order (the graph has that order as an arrow, from c to d), so "
       "one waits for b although d could run. Below, each worker runs whatever is ready in its list. How "
       "long is that worker idle while it waits?",
       "Above 6 ms, from 2 to 8 ms; d begins after c, and the graph takes 14 ms. Below 2 ms: d runs from 2 "
       "to 6 ms while b is still running, and the graph takes 12 ms. The critical path above is 14 ms too: "
       "it includes the list's order, the arrow from c to d. Without that arrow it is 10 ms.",
       {{2, "fifo", "With counters", "strict"}, {2, "fifo", "With flags", "flags"}}},
      {"grids",
       "Process grids",
       "How much each node sends on a one- and on a two-dimensional grid",
       5,
       "The eight workers model the processors and network cards of four nodes; any free one takes a task, "
       "whose name in the task graph (G) says which node it belongs to. First one node sends to three "
       "others in turn, then each sends less, at the same time. How long does a step take on each grid?",
       "With eight workers 20 ms on the 4 × 1 grid: a node sends 4 ms to each of the three others, one "
       "after the other, so the last of them begins to compute after 12 ms. On the 2 × 2 grid it takes 12 "
       "ms: each node sends half as much, to two others at most, and all compute after 4 ms. With two "
       "workers the steps take 24 and 20 ms: then the computing takes most of the time.",
       {{8, "fifo", "Grids, 8 workers"}, {2, "fifo", "Grids, 2 workers"}}},
      {"completion",
       "Completion",
       "How nodes that send each other messages find out that everything has ended",
       5,
       "After round 1, as many messages are handled as sent, although A still works and will send another "
       "one. After which round do the nodes know that everything has ended?",
       "After round 3. It counts three messages sent, as many as round 2 counted as handled; so nothing was "
       "under way between the two rounds. Round 2 counts three sent, but round 1 counted only one as "
       "handled. Equal sums within one round prove nothing: A was asked before it had handled and sent "
       "anything.",
       {{3, "fifo", "Completion, 3 workers"}, {1, "fifo", "Completion, 1 worker"}}},
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
