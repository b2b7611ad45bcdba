// Fork-join programs on several nodes: tasks follow the data that they write.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "fork_join_program.hpp"
#include "gusset/simulator/predict/replay.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/causes/why.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::simulator::placed_programs {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using traces::HandleId;
using traces::TaskId;
using traces::TaskWait;
using traces::Trace;

constexpr std::int64_t us = 1'000;

/// Access modes, numbered as the OpenMP recorder numbers them.
enum Mode : std::uint32_t { in, inout, mutexinoutset, inoutset };
using Uses = std::vector<std::pair<std::uint32_t, Mode>>;  ///< handles and modes

/// One thread creates tasks; another runs them one after the other. At the end, the first thread waits for
/// them.
class Dependences {
 public:
  /// `create_ns`: how long the first thread takes for each creation.
  explicit Dependences(std::size_t tasks, std::int64_t create_ns = 10 * us)
      : tasks_(tasks), create_ns_(create_ns), root_(program_.task("serial")), at_ns_(create_ns * last()) {
    uses_.emplace_back();
  }
  /// Adds a child of the first task, or of `parent`, which must have been added before.
  TaskId add(const std::string& type, const Uses& uses, std::int64_t duration_ns, TaskId parent = {}) {
    const bool is_child = !parent.is_none();
    const std::int64_t submit_ns =
        is_child ? begin_ns_.at(parent) : create_ns_ * static_cast<std::int64_t>(++created_);
    const TaskId task = program_.task(type, is_child ? parent : root_, submit_ns);
    begin_ns_[task] = at_ns_;
    program_.run(1, task, at_ns_, at_ns_ + duration_ns);
    at_ns_ += duration_ns;
    uses_.push_back(uses);
    return task;
  }
  /// Adds a child of the first task that creates a task itself and later waits for it.
  TaskId add_waiting(const std::string& type, const Uses& uses, std::int64_t duration_ns,
                     std::int64_t awaited_ns) {
    const TaskId task = add(type, uses, duration_ns + awaited_ns);
    const std::int64_t begin_ns = begin_ns_.at(task);
    const std::int64_t wait_ns = begin_ns + duration_ns / 2;
    const TaskId awaited = program_.task("awaited", task, begin_ns + duration_ns / 4);
    program_.wait(1, task, wait_ns, wait_ns + awaited_ns, TaskWait::Kind::taskwait);
    program_.run(1, awaited, wait_ns, wait_ns + awaited_ns);
    uses_.emplace_back();
    return task;
  }
  Trace trace(std::size_t handles) {
    program_.run(0, root_, 0, at_ns_ + create_ns_);
    program_.wait(0, root_, create_ns_ * last(), at_ns_, TaskWait::Kind::taskwait);
    Trace trace = program_.trace();
    trace.metadata.runtime = traces::openmp_runtime;
    trace.recorded.accesses = true;
    trace.access_modes = {{"read", true, false, false},
                          {"write", false, true, true},
                          {"add", true, true, true},
                          {"inoutset", true, false, true}};
    trace.handles.name.resize(handles);
    trace.handles.size_bytes.resize(handles);
    trace.handles.owner.resize(handles, NodeId(0));
    struct State {
      std::uint32_t accesses = 0;
      std::uint32_t version = 0;
      int mode = -1;
    };
    std::vector<State> states(handles);
    for (const Uses& uses : uses_) {
      trace.accesses.first.push_back(trace.accesses.items.size());
      for (const auto& [handle, mode] : uses) {
        State& state = states[handle];
        if (state.mode != static_cast<int>(mode) || mode == inout) state.version = state.accesses;
        state.mode = static_cast<int>(mode);
        ++state.accesses;
        trace.accesses.items.push_back(
            {HandleId(handle), traces::AccessModeId(std::size_t{mode}), state.version});
      }
    }
    trace.accesses.first.push_back(trace.accesses.items.size());
    return trace;
  }

 private:
  std::int64_t last() const { return static_cast<std::int64_t>(tasks_) + 1; }

  traces::testing::ForkJoinProgram program_{2};
  std::size_t tasks_;
  std::int64_t create_ns_;
  std::size_t created_ = 0;
  TaskId root_;
  std::int64_t at_ns_;
  std::map<TaskId, std::int64_t> begin_ns_;
  std::vector<Uses> uses_;
};

ReplayInputs on_nodes(unsigned nodes, const std::string& sizes) {
  ReplayInputs inputs;
  inputs.name = "t.gus";
  Platform platform;
  platform.nodes = nodes;
  platform.cores = 4;
  platform.latency_s = 1e-6;
  platform.bandwidth_bytes_per_s = 1e9;
  platform.header_bytes = 0;
  inputs.platform = platform;
  inputs.threads = 2;
  if (!sizes.empty()) inputs.sizes = *parse_data_sizes(sizes, "s.txt");
  return inputs;
}

Replay replayed(const Trace& trace, const ReplayInputs& inputs) {
  const auto recorded = traces::validate(trace, "recorded");
  EXPECT_TRUE(recorded.ok()) << recorded.error().message();
  auto result = replay(trace, inputs);
  EXPECT_TRUE(result.ok()) << result.error().message();
  const auto valid = traces::validate(result->trace, "predicted");
  EXPECT_TRUE(valid.ok()) << valid.error().message();
  for (const auto& finding : traces::check(result->trace).findings) ADD_FAILURE() << finding.error.message();
  return std::move(*result);
}

std::string refusal(const Trace& trace, const ReplayInputs& inputs) {
  const auto result = replay(trace, inputs);
  return result.ok() ? "accepted" : result.error().message();
}

std::uint32_t node_of(const Trace& trace, const traces::TaskTimes& times, TaskId task) {
  return node_of_lane(trace, times.lane[task.value()]).value();
}

/// `a` writes a handle; `b` reads it and writes another one.
Trace pair() {
  Dependences program(2);
  program.add("a", {{0, inout}}, 50 * us);
  program.add("b", {{0, in}, {1, inout}}, 50 * us);
  return program.trace(2);
}

TEST(PlacedProgram, TasksFollowWhatTheyWriteAndMessagesBringTheRest) {
  const Replay result = replayed(pair(), on_nodes(2, "0 1000000\n1 8\n"));
  const traces::TaskTimes times = traces::task_times(result.trace);
  EXPECT_EQ(node_of(result.trace, times, TaskId(0)), 0u);
  EXPECT_EQ(node_of(result.trace, times, TaskId(1)), 0u);
  EXPECT_EQ(node_of(result.trace, times, TaskId(2)), 1u);
  // The creation of b, b's data, and the end of b.
  EXPECT_EQ(result.statistics.totals.messages, 3u);
  EXPECT_EQ(result.statistics.totals.payload_bytes, 1'000'000u);
  ASSERT_EQ(result.trace.messages.size(), 3u);
  EXPECT_EQ(result.trace.messages[0].kind, traces::Message::Kind::control);
  EXPECT_EQ(result.trace.messages[1].kind, traces::Message::Kind::data);
  EXPECT_EQ(result.trace.messages[1].handle, HandleId(0));
  EXPECT_EQ(result.trace.messages[1].version, 1u);
  EXPECT_EQ(result.trace.messages[2].kind, traces::Message::Kind::control);
  // a begins at 10 µs, and b when a's data has arrived. The first task continues for 10 µs after b.
  EXPECT_NEAR(*result.statistics.makespan_s, (10 + 50 + 1 + 1000 + 50 + 1 + 10) * 1e-6, 1e-7);
  EXPECT_NEAR(result.statistics.bounds->critical_path_s, *result.statistics.makespan_s, 1e-7);
  EXPECT_EQ(result.trace.handles.owner, (std::vector<NodeId>{NodeId(0), NodeId(1)}));
  EXPECT_EQ(result.trace.handles.size_bytes, (std::vector<std::uint64_t>{1'000'000, 8}));
}

TEST(PlacedProgram, CountsTasksAndDataOfEachNode) {
  const Replay result = replayed(pair(), on_nodes(2, "* 100\n"));
  const std::vector<NodeStatistics>& nodes = result.statistics.nodes;
  EXPECT_EQ(nodes[0].level1_tasks, 2u);
  EXPECT_EQ(nodes[1].level1_tasks, 1u);
  EXPECT_EQ(nodes[0].blocks_owned, 1u);
  EXPECT_EQ(nodes[1].blocks_owned, 1u);
  EXPECT_EQ(nodes[1].peak_memory_bytes, 200u);
}

TEST(PlacedProgram, SaysWhatIsAssumedAndThatItIsNotReliable) {
  const Replay result = replayed(pair(), on_nodes(2, "* 100\n"));
  EXPECT_THAT(result.statistics.assumptions,
              Contains("data that tasks write together is on one node: 2 groups, round-robin in order of "
                       "first use"));
  EXPECT_THAT(result.statistics.assumptions, Contains("data sizes come from s.txt"));
  ASSERT_TRUE(result.statistics.doubts.has_value());
  EXPECT_THAT(*result.statistics.doubts,
              Contains("the program ran on one node, and no recording shows what a runtime would do on "
                       "several"));
  EXPECT_THAT(*result.statistics.doubts, Contains(HasSubstr("of the work is in tasks without `depend`")));
  EXPECT_THAT(result.trace.metadata.notes, Contains(HasSubstr("not reliable: the program ran on one node")));
}

TEST(PlacedProgram, FileChoosesNodes) {
  const Replay result = replayed(pair(), on_nodes(3, "* 100 2\n0 100 1\n"));
  const traces::TaskTimes times = traces::task_times(result.trace);
  EXPECT_EQ(node_of(result.trace, times, TaskId(1)), 1u);
  EXPECT_EQ(node_of(result.trace, times, TaskId(2)), 2u);
}

TEST(PlacedProgram, DataThatATaskWritesTogetherStaysTogether) {
  Dependences program(3);
  program.add("a", {{0, inout}, {1, inout}}, us);
  program.add("b", {{2, inout}}, us);
  program.add("c", {{1, inout}, {3, inout}}, us);
  const Replay result = replayed(program.trace(4), on_nodes(2, "* 100\n"));
  EXPECT_EQ(result.trace.handles.owner, (std::vector<NodeId>{NodeId(0), NodeId(0), NodeId(1), NodeId(0)}));
}

TEST(PlacedProgram, SubtasksStayWithTheirParentsData) {
  Dependences program(2);
  program.add("a", {{0, inout}}, 10 * us);
  const TaskId b = program.add("b", {{1, inout}}, 10 * us);
  program.add("part", {{2, inout}}, 10 * us, b);
  program.add("plain", {}, 10 * us, b);
  const Replay result = replayed(program.trace(3), on_nodes(2, "0-1 100\n"));  // no bytes for a part
  const traces::TaskTimes times = traces::task_times(result.trace);
  EXPECT_EQ(node_of(result.trace, times, TaskId(3)), 1u);
  EXPECT_EQ(node_of(result.trace, times, TaskId(4)), 1u);
  EXPECT_EQ(result.statistics.totals.payload_bytes, 0u);
}

TEST(PlacedProgram, ReadersWaitForAllThatContribute) {
  for (const Mode mode : {mutexinoutset, inoutset}) {
    Dependences program(5);
    for (int i = 0; i < 3; ++i) program.add("add", {{0, mode}}, 100 * us);
    program.add("b", {{0, in}, {1, inout}}, us);
    program.add("c", {{0, in}, {1, inout}}, us);
    const Replay result = replayed(program.trace(2), on_nodes(2, "* 1000\n"));
    const traces::TaskTimes times = traces::task_times(result.trace);
    for (std::size_t add = 1; add <= 3; ++add)
      EXPECT_GE(times.begin_ns[4], times.end_ns[add] + 2 * us) << mode;
    EXPECT_EQ(result.statistics.totals.payload_bytes, 1000u) << mode;  // one message serves both readers
  }
}

TEST(PlacedProgram, TasksThatExcludeEachOtherDoSoWhileTheyWait) {
  Dependences program(5);
  const TaskId a = program.add_waiting("a", {{0, mutexinoutset}}, 20 * us, 200 * us);
  program.add("other", {{1, inout}}, us);
  const TaskId b = program.add_waiting("b", {{0, mutexinoutset}}, 20 * us, 200 * us);
  const TaskId c = program.add("c", {{0, mutexinoutset}}, 50 * us);
  program.add("reader", {{0, in}, {1, inout}}, us);
  const Trace trace = program.trace(2);
  for (const unsigned nodes : {1U, 2U, 3U}) {
    const Replay result = replayed(trace, on_nodes(nodes, nodes == 1 ? "" : "* 100\n"));
    const traces::TaskTimes times = traces::task_times(result.trace);
    std::vector<std::pair<std::int64_t, std::int64_t>> runs;
    for (const TaskId task : {a, b, c})
      runs.emplace_back(times.begin_ns[task.value()], times.end_ns[task.value()]);
    std::ranges::sort(runs);
    EXPECT_LE(runs[0].second, runs[1].first) << nodes;
    EXPECT_LE(runs[1].second, runs[2].first) << nodes;
    EXPECT_GE(times.begin_ns[7], runs[2].second) << nodes;
    EXPECT_LE(result.statistics.bounds->critical_path_s, *result.statistics.makespan_s) << nodes;
  }
}

TEST(PlacedProgram, PredictionCanBeReplayedAgain) {
  const Replay first = replayed(pair(), on_nodes(2, "0 1000000\n1 8\n"));
  ReplayInputs same = on_nodes(2, "");
  const Replay second = replayed(first.trace, same);
  EXPECT_NEAR(*second.statistics.makespan_s, *first.statistics.makespan_s, 1e-7);
  EXPECT_EQ(second.trace.handles, first.trace.handles);
  const Replay one = replayed(first.trace, on_nodes(1, ""));
  EXPECT_EQ(one.statistics.totals.messages, 0u);
}

TEST(PlacedProgram, OneNodeNeedsNoSizesAndIgnoresThem) {
  const Replay without = replayed(pair(), on_nodes(1, ""));
  const Replay with = replayed(pair(), on_nodes(1, "* 5\n"));
  EXPECT_EQ(without.trace, with.trace);
}

TEST(PlacedProgram, RefusesWhatItCannotPlace) {
  const Trace trace = pair();
  EXPECT_EQ(
      refusal(trace, on_nodes(2, "")),
      "t.gus: expected the bytes of its data (--sizes FILE), because OpenMP does not report them, found "
      "none");
  EXPECT_EQ(refusal(trace, on_nodes(2, "1 8\n")),
            "s.txt: expected the bytes of each handle, found none for handle 0, which task 1 (a) uses");
  EXPECT_EQ(refusal(trace, on_nodes(2, "* 8\n0-2 8\n")),
            "s.txt:2: expected handles of t.gus, from 0 to 1, found 2");
  EXPECT_EQ(refusal(trace, on_nodes(2, "* 8 2\n")), "s.txt:1: expected a node from 0 to 1, found 2");
  Dependences none(1);
  none.add("a", {}, us);
  EXPECT_EQ(refusal(none.trace(0), on_nodes(2, "* 8\n")),
            "t.gus: expected tasks with `depend`, which says what data they use, to run on several nodes, "
            "found none");
  Dependences both(2);
  both.add("a", {{0, inout}}, us);
  both.add("b", {{0, inout}, {1, inout}}, us);
  const Trace together = both.trace(2);
  EXPECT_EQ(refusal(together, on_nodes(2, "* 8\n")),
            "t.gus: expected data that several nodes can own (--sizes FILE may state nodes), found 2 handles "
            "that tasks write together");
  EXPECT_EQ(refusal(together, on_nodes(2, "0 8 0\n1 8 1\n")),
            "t.gus: expected tasks that write data of one node, found task 2 (b), which writes handle 0 of "
            "node 0 and handle 1 of node 1");
  Trace other = trace;
  other.recorded.fork_join = false;
  other.fork_join = {};
  EXPECT_EQ(refusal(other, on_nodes(2, "* 8\n")),
            "t.gus: expected an OpenMP program (for --sizes), found another kind of trace");
  Trace locked = trace;
  locked.fork_join.locks = {"critical lu.c:41"};
  const std::int64_t begin_ns = 30 * us;
  locked.fork_join.holds = {{0, TaskId(1), begin_ns + 10 * us, begin_ns + 20 * us},
                            {0, TaskId(2), begin_ns + 60 * us, begin_ns + 70 * us}};
  EXPECT_EQ(
      refusal(locked, on_nodes(2, "* 8\n")),
      "t.gus: expected locks that are held by tasks of one node only, found critical lu.c:41, which task 1 "
      "(a) of node 0 and task 2 (b) of node 1 hold");
}

TEST(PlacedProgram, MemoryIsALimit) {
  ReplayInputs inputs = on_nodes(2, "* 100\n");
  inputs.platform->memory_bytes = 200;
  EXPECT_EQ(refusal(pair(), inputs), "accepted");
  inputs.platform->memory_bytes = 199;
  inputs.platform_source = "small.json";
  EXPECT_EQ(refusal(pair(), inputs),
            "memory_bytes of small.json: expected at most 199 B on each node, found 200 B on node 1 at once");
}

/// Tasks that use up to three of the handles in any mode; some have subtasks.
Trace random_program(std::mt19937& random, std::size_t tasks, std::uint32_t handles) {
  const auto below = [&random](std::uint64_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  Dependences program(tasks, 1 + below(5 * us));
  for (std::size_t t = 0; t < tasks; ++t) {
    Uses uses;
    const std::uint32_t written = below(handles);
    if (below(8) > 0)
      uses.push_back({written, below(4) > 0 ? inout : below(2) > 0 ? mutexinoutset : inoutset});
    for (unsigned reads = below(3); reads > 0; --reads) {
      const std::uint32_t read = below(handles);
      const bool is_used = std::ranges::any_of(uses, [read](const auto& use) { return use.first == read; });
      if (!is_used) uses.push_back({read, in});
    }
    std::ranges::sort(uses);
    const std::string name = "task" + std::to_string(t);
    const std::int64_t duration_ns = 1 + below(50 * us);
    if (below(6) == 0) {
      program.add_waiting(name, uses, duration_ns, 1 + below(100 * us));
    } else if (const TaskId made = program.add(name, uses, duration_ns); below(6) == 0) {
      program.add("child" + std::to_string(t), {}, 1 + below(20 * us), made);
    }
  }
  return program.trace(handles);
}

void expect_properties(unsigned seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::uint32_t handles = 2 + random() % 8;
  const Trace trace = random_program(random, 10 + random() % 60, handles);
  std::string sizes;
  for (std::uint32_t h = 0; h < handles; ++h)
    sizes += std::to_string(h) + " " + std::to_string(random() % 2 * (random() % 100'000)) + "\n";
  ReplayInputs inputs = on_nodes(2 + random() % 4, sizes);
  inputs.threads = 1 + random() % 4;
  inputs.seed = seed;
  inputs.platform->header_bytes = random() % 2 * 192;
  inputs.network = random() % 3 == 0 ? NetworkEngine::none : NetworkEngine::fast;
  const auto possible = replay(trace, inputs);
  if (!possible.ok()) {
    EXPECT_THAT(possible.error().message(), HasSubstr("data that several nodes can own"));
    return;
  }
  const Replay result = replayed(trace, inputs);
  const SimulationStatistics& statistics = result.statistics;

  // The makespan is never below a bound: the program's longest path, the work ÷ all threads, and the stated
  // bounds.
  constexpr double rounding_s = 1e-6;
  const double makespan_s = *statistics.makespan_s + rounding_s;
  const auto path = traces::critical_bound(trace, traces::TaskGraph(trace));
  ASSERT_TRUE(path.has_value());
  EXPECT_GE(makespan_s, static_cast<double>(path->length_ns) * 1e-9);
  const traces::TaskTimes recorded = traces::task_times(trace);
  double work_s = 0.0;
  for (const std::int64_t duration_ns : recorded.duration_ns)
    work_s += static_cast<double>(duration_ns) * 1e-9;
  EXPECT_GE(makespan_s, work_s / (*inputs.platform->nodes * inputs.threads));
  EXPECT_GE(makespan_s, statistics.bounds->critical_path_s);
  EXPECT_GE(makespan_s, statistics.bounds->work_s);
  if (inputs.network != NetworkEngine::none) {
    EXPECT_GE(makespan_s, statistics.bounds->network_s);
  }

  // Tasks run on the nodes of the data that they write. They wait for the data that they read, and for its
  // messages.
  const Trace& again = result.trace;
  const traces::TaskTimes times = traces::task_times(again);
  std::vector<std::vector<TaskId>> modified(handles);  // the tasks that modified each handle so far
  std::vector<std::vector<TaskId>> read(handles);      // the tasks that read each handle so far
  for (std::size_t t = 0; t < again.tasks.size(); ++t) {
    const std::uint32_t node = node_of(again, times, TaskId(t));
    EXPECT_NEAR(static_cast<double>(times.duration_ns[t]), static_cast<double>(recorded.duration_ns[t]), 100);
    for (const traces::Access& access : trace.accesses.of(TaskId(t))) {
      const std::uint32_t h = access.handle.value();
      const bool modifies = trace.access_modes[access.mode.value()].modifies;
      const bool commutes = trace.access_modes[access.mode.value()].commutes;
      if (modifies) {
        EXPECT_EQ(node, again.handles.owner[h].value()) << "task " << t;
      }
      for (const TaskId before : modified[h]) {
        const traces::Access& of_before =
            *std::ranges::find(trace.accesses.of(before), access.handle, &traces::Access::handle);
        if (commutes && of_before.mode == access.mode) continue;
        const std::uint64_t bytes = again.handles.size_bytes[h];
        const bool is_remote = node_of(again, times, before) != node;
        const std::int64_t message_ns = is_remote ? us + static_cast<std::int64_t>(bytes) : 0;
        EXPECT_GE(times.begin_ns[t] + 10, times.end_ns[before.value()] + message_ns)
            << "task " << t << " after " << before.value();
      }
      for (const TaskId before : modifies ? read[h] : std::vector<TaskId>()) {
        const bool is_remote = node_of(again, times, before) != node;
        EXPECT_GE(times.begin_ns[t] + 10, times.end_ns[before.value()] + (is_remote ? us : 0))
            << "task " << t << " after reader " << before.value();
      }
      (modifies ? modified : read)[h].emplace_back(t);
    }
  }

  // The statistics count the same messages, and the messages have the bytes of their handles.
  ASSERT_EQ(again.messages.size(), statistics.totals.messages);
  std::uint64_t payload_bytes = 0;
  std::map<std::tuple<HandleId, std::uint32_t, NodeId>, int> copies;
  for (const traces::Message& message : again.messages) {
    payload_bytes += message.payload_bytes;
    const bool is_data = message.kind == traces::Message::Kind::data;
    EXPECT_EQ(is_data, !message.handle.is_none());
    if (!is_data) continue;
    EXPECT_EQ(message.payload_bytes, again.handles.size_bytes[message.handle.value()]);
    EXPECT_EQ(message.from, again.handles.owner[message.handle.value()]);
    EXPECT_EQ((++copies[{message.handle, message.version, message.to}]), 1);
  }
  EXPECT_EQ(payload_bytes, statistics.totals.payload_bytes);

  // The prediction can be replayed: the same tasks exchange the same data.
  ReplayInputs same = inputs;
  same.sizes.reset();
  const Replay second = replayed(again, same);
  EXPECT_EQ(second.statistics.totals.payload_bytes, statistics.totals.payload_bytes);
  EXPECT_EQ(second.trace.handles, again.handles);

  // Every analysis accepts the prediction.
  const traces::TaskGraph graph(again);
  const auto bound = traces::critical_bound(again, graph);
  ASSERT_TRUE(bound.has_value());
  EXPECT_GE(makespan_s, static_cast<double>(bound->length_ns) * 1e-9);
  EXPECT_TRUE(traces::critical_chain(again, graph).has_value());
  EXPECT_NEAR(static_cast<double>(traces::idle_time(again, graph).makespan_ns) * 1e-9, *statistics.makespan_s,
              rounding_s);
  EXPECT_FALSE(traces::why(again, graph, TaskId(again.tasks.size() - 1), 10).empty());
  traces::verdict(again, {});
}

TEST(PlacedProgram, RandomProgramsKeepTheirOrderAndTheirBounds) {
  for (unsigned seed = 1; seed <= 60; ++seed) expect_properties(seed);
}

}  // namespace
}  // namespace gusset::simulator::placed_programs
