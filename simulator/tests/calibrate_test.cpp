#include "gusset/simulator/predict/calibrate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace gusset::simulator {
namespace {

using traces::Trace;

/// A trace of consecutive tasks on one worker.
struct TraceBuilder {
  Trace trace;
  std::int64_t now_ns = 0;

  TraceBuilder() {
    trace.metadata.host = "host";
    trace.metadata.cpu = "cpu";
    trace.recorded.work = true;
    trace.recorded.accesses = true;
    trace.types = {"gemm", "load"};
    trace.nodes = {{"node 0"}};
    trace.workers = {{traces::NodeId(0), "worker 0"}, {traces::NodeId(0), "worker 1"}};
    trace.lanes = {{traces::WorkerId(0), {}}, {traces::WorkerId(1), {}}};
    trace.access_modes = {{"read", true, false, false}, {"write", false, true, true}};
    trace.handles.name = {"a", "b"};
    trace.handles.size_bytes = {100, 20};
    trace.handles.owner = {traces::NodeId(0), traces::NodeId(0)};
    trace.accesses.first = {0};
  }
  void task(std::size_t type, double work, std::int64_t duration_ns, std::vector<std::size_t> handles = {}) {
    const traces::TaskId id(trace.tasks.size());
    trace.tasks.type.push_back(traces::TypeId(type));
    trace.tasks.work.push_back(work);
    for (const std::size_t handle : handles) {
      trace.accesses.items.push_back({traces::HandleId(handle), traces::AccessModeId(0), 0});
    }
    trace.accesses.first.push_back(trace.accesses.items.size());
    if (duration_ns < 0) return;  // the task never ran
    trace.lanes[0].spans.push_back(now_ns, now_ns + duration_ns, id, traces::SpanKind::run);
    now_ns += duration_ns;
  }
};

CostTable table_of(const Trace& trace) {
  const CalibrationTrace input{&trace, "a.gus"};
  const auto table = calibrate(std::span(&input, 1));
  EXPECT_TRUE(table) << table.error().message();
  return table ? *table : CostTable{};
}

/// Records how long worker 0's thread had a processor from begin_ns until now.
void used_processor(TraceBuilder& builder, std::int64_t begin_ns, std::int64_t processor_ns) {
  builder.trace.processor_time.uses.push_back(
      {traces::WorkerId(0), begin_ns, builder.now_ns, processor_ns, 0, 1, traces::unknown_time});
}

TEST(Calibrate, CostIsTheMeanTimeOnAProcessor) {
  TraceBuilder builder;
  for (int i = 0; i < 20; ++i) {
    const std::int64_t begin_ns = builder.now_ns;
    builder.task(0, 8.0, i == 7 ? 9'000'000 : 1'000'000 + i % 2 * 200'000);
    used_processor(builder, begin_ns, i == 7 ? 1'200'000 : builder.now_ns - begin_ns);
  }
  const CostTable table = table_of(builder.trace);
  ASSERT_EQ(table.entries.size(), 1u);
  const CostEntry& entry = table.entries[0];
  EXPECT_EQ(entry.type, "gemm");
  EXPECT_EQ(entry.kind, SizeKind::work);
  EXPECT_EQ(entry.size, 8.0);
  EXPECT_EQ(entry.count, 20u);
  EXPECT_NEAR(entry.mean_s, 1.1e-3, 1e-12);
  EXPECT_NEAR(entry.median_s, 1.1e-3, 1e-12);
  EXPECT_NEAR(entry.min_s, 1e-3, 1e-12);
  EXPECT_NEAR(entry.max_s, 1.2e-3, 1e-12);
  EXPECT_NEAR(entry.stddev_s, 0.1e-3 * std::sqrt(20.0 / 19.0), 1e-12);
  EXPECT_NEAR(entry.lost_share, 7.8 / 29.8, 1e-9);
  const Interruptions& lost = table.variation.interruptions;
  EXPECT_TRUE(lost.is_measured);
  EXPECT_EQ(lost.count, 1u);
  EXPECT_NEAR(lost.observed_s, 22e-3, 1e-12);
  EXPECT_NEAR(lost.per_s, 1 / 22e-3, 1e-6);
  ASSERT_EQ(lost.lengths_s.size(), 1u);
  EXPECT_NEAR(lost.lengths_s[0], 7.8e-3, 1e-12);
}

// Leaving out the longest tenth of the tasks would not do: the means of long tasks would still include all
// interruptions, and those of short tasks none.
TEST(Calibrate, TreatsSmallAndLargeTasksAlike) {
  for (const bool is_known : {true, false}) {
    TraceBuilder builder;
    const auto run = [&](double work, std::int64_t ns, std::int64_t lost_ns) {
      const std::int64_t begin_ns = builder.now_ns;
      builder.task(0, work, ns + lost_ns);
      if (is_known) used_processor(builder, begin_ns, ns);
    };
    // In every 50 ms of tasks of either size, another program takes 10 ms.
    for (int i = 0; i < 1000; ++i) run(1.0, 500'000, i % 100 == 50 ? 10'000'000 : 0);
    for (int i = 0; i < 10; ++i) run(100.0, 50'000'000, 10'000'000);
    if (!is_known) {  // estimated from outliers, so that some tasks must be undisturbed
      for (int i = 0; i < 11; ++i) run(100.0, 50'000'000, 0);
    }
    const CostTable table = table_of(builder.trace);
    ASSERT_EQ(table.entries.size(), 2u);
    EXPECT_NEAR(table.entries[1].mean_s / table.entries[0].mean_s, 100.0, 1e-6) << is_known;
    EXPECT_EQ(table.variation.interruptions.is_measured, is_known);
    EXPECT_EQ(table.variation.interruptions.count, 20u) << is_known;
    EXPECT_NEAR(table.variation.interruptions.mean_length_s(), 10e-3, 1e-9);
  }
}

// Rounding puts the means of two and of three equal lengths into the wrong order.
TEST(Calibrate, EqualInterruptionsMakeAFileThatCanBeRead) {
  TraceBuilder builder;
  for (int i = 0; i < 80; ++i) {
    const std::int64_t begin_ns = builder.now_ns;
    builder.task(0, 1.0, 101'000'000);
    used_processor(builder, begin_ns, 1'000'000);
  }
  const CostTable table = table_of(builder.trace);
  ASSERT_EQ(table.variation.interruptions.count, 80u);
  const auto again = parse_costs(to_json(table), "costs.json");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->variation.interruptions, table.variation.interruptions);
}

// Workers also lose their processors between tasks, which costs the run just as much time.
TEST(Calibrate, InterruptionsHaveTheShareOfTimeThatTheTraceShows) {
  TraceBuilder builder;
  std::int64_t lost_ns = 0;
  std::int64_t in_tasks_ns = 0;
  for (int i = 0; i < 300; ++i) {
    const std::int64_t begin_ns = builder.now_ns;
    const std::int64_t in_task_ns = i % 3 == 0 ? 5'000 + i * 100 : 0;  // some below the clocks' precision
    const std::int64_t between_ns = i % 7 == 0 ? 2'000'000 + i * 1'000 : 0;
    builder.task(0, 8.0, 100'000 + in_task_ns);
    used_processor(builder, begin_ns, 100'000);
    builder.trace.processor_time.uses.back().delay_ns = in_task_ns;
    lost_ns += in_task_ns + between_ns;
    in_tasks_ns += in_task_ns;
    if (between_ns == 0) continue;
    const std::int64_t end_ns = builder.now_ns;
    builder.now_ns += between_ns;
    used_processor(builder, end_ns, 0);
    builder.trace.processor_time.uses.back().delay_ns = between_ns;
  }
  const CostTable table = table_of(builder.trace);
  const Interruptions& lost = table.variation.interruptions;
  EXPECT_EQ(lost.count, 143u);
  EXPECT_NEAR(lost.observed_s, 30e-3, 1e-12);
  const double share = static_cast<double>(lost_ns) / static_cast<double>(30'000'000 + lost_ns);
  EXPECT_NEAR(lost.lost_share(), share, 1e-9);
  ASSERT_EQ(table.entries.size(), 1u);
  EXPECT_NEAR(table.entries[0].mean_s, 100e-6, 1e-12);
  EXPECT_NEAR(table.entries[0].lost_share,
              static_cast<double>(in_tasks_ns) / static_cast<double>(30'000'000 + in_tasks_ns), 1e-9);
}

/// Four steps with tasks of two types on five handles of 1 to 5 kB. In the first step, the first type takes
/// longer; in all steps, each task takes `factor` times as long.
Trace steps_with_first_uses(double ns_per_byte, double factor = 1.0) {
  TraceBuilder builder;
  builder.trace.handles.name.clear();
  builder.trace.handles.size_bytes.clear();
  builder.trace.handles.owner.clear();
  for (std::size_t i = 0; i < 5; ++i) {
    builder.trace.handles.name.push_back("h");
    builder.trace.handles.size_bytes.push_back(1000 * (i + 1));
    builder.trace.handles.owner.push_back(traces::NodeId(0));
  }
  for (int step = 0; step < 4; ++step) {
    for (std::size_t i = 0; i < 5; ++i) {
      const double touch_ns = step == 0 ? ns_per_byte * 1000.0 * static_cast<double>(i + 1) : 0.0;
      builder.task(0, 8.0, std::llround(10'000 * factor + touch_ns), {i});
      builder.task(1, 4.0, std::llround(700 * factor), {i});
    }
  }
  return builder.trace;
}

TEST(Calibrate, FirstUsesOfHandlesCostTimePerByte) {
  const CostTable table = table_of(steps_with_first_uses(2.0));
  ASSERT_EQ(table.variation.first_touches.size(), 1u);
  EXPECT_EQ(table.variation.first_touches[0].type, "gemm");
  EXPECT_EQ(table.variation.first_touches[0].count, 5u);
  EXPECT_NEAR(table.variation.first_touches[0].s_per_byte, 2e-9, 1e-18);
  EXPECT_NEAR(table.entries[0].mean_s, 10e-6, 1e-15);
  EXPECT_EQ(table.entries[0].count, 15u) << "without the first uses";
}

// The system maps memory that it has to clear, or to get from a host, more slowly than what another program
// has just freed.
TEST(Calibrate, FirstUsesDifferFromRunToRun) {
  const Trace fast = steps_with_first_uses(0.5, 1.1);
  const Trace usual = steps_with_first_uses(1.0);
  const Trace slow = steps_with_first_uses(20.0);
  const CalibrationTrace inputs[] = {{&slow, "a.gus"}, {&fast, "b.gus"}, {&usual, "c.gus"}};
  const auto table = calibrate(inputs);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->variation.first_touches.size(), 1u);
  const FirstTouch& touch = table->variation.first_touches[0];
  EXPECT_NEAR(touch.s_per_byte, 1e-9, 1e-15);
  ASSERT_EQ(touch.by_run_s_per_byte.size(), 3u);
  EXPECT_NEAR(touch.by_run_s_per_byte[0], 20e-9, 1e-15);
  EXPECT_NEAR(touch.by_run_s_per_byte[1], 0.5e-9, 1e-15) << "against later tasks of the same run";
  EXPECT_NEAR(touch.by_run_s_per_byte[2], 1e-9, 1e-15);
}

TEST(Calibrate, FirstUsesThatTakeNoLongerAreNotKept) {
  EXPECT_TRUE(table_of(steps_with_first_uses(0.1)).variation.first_touches.empty());
}

TEST(Calibrate, EveryDisturbedTypeIsNamed) {
  TraceBuilder builder;
  for (int i = 0; i < 20; ++i) {
    for (const std::size_t type : {0u, 1u}) {
      const std::int64_t begin_ns = builder.now_ns;
      builder.task(type, 8.0, 2'000'000);
      used_processor(builder, begin_ns, type == 0 ? 1'000'000 : 1'800'000);
    }
  }
  EXPECT_EQ(disturbances(table_of(builder.trace)),
            (std::vector<std::string>{
                "other programs had the workers' processors for 42.9 % of the time that tasks needed",
                "other programs had the processor for 50.0 % of the time of gemm",
                "other programs had the processor for 10.0 % of the time of load"}));
  for (traces::ProcessorUse& use : builder.trace.processor_time.uses)
    use.processor_ns = use.end_ns - use.begin_ns;
  EXPECT_TRUE(disturbances(table_of(builder.trace)).empty());
}

TEST(Calibrate, TypesAndSizesGetSeparateEntries) {
  TraceBuilder builder;
  builder.task(0, 8.0, 10);
  builder.task(0, 27.0, 30);
  builder.task(1, 8.0, 50);
  builder.task(0, 8.0, 20);
  const CostTable table = table_of(builder.trace);
  ASSERT_EQ(table.entries.size(), 3u);
  EXPECT_EQ(table.entries[0].size, 8.0);
  EXPECT_EQ(table.entries[0].count, 2u);
  EXPECT_NEAR(table.entries[0].mean_s, 15e-9, 1e-18);
  EXPECT_EQ(table.entries[1].size, 27.0);
  EXPECT_EQ(table.entries[2].type, "load");
  EXPECT_EQ(table.entries[2].stddev_s, 0.0);
}

TEST(Calibrate, WithoutDeclaredWorkSizeIsTheBytesAccessed) {
  TraceBuilder builder;
  builder.task(1, 0.0, 10, {0, 1});
  builder.task(1, 0.0, 10, {1, 1});
  builder.task(1, 0.0, 10);
  const CostTable table = table_of(builder.trace);
  ASSERT_EQ(table.entries.size(), 3u);
  for (const CostEntry& entry : table.entries) EXPECT_EQ(entry.kind, SizeKind::bytes);
  EXPECT_EQ(table.entries[0].size, 0.0);
  EXPECT_EQ(table.entries[1].size, 20.0);
  EXPECT_EQ(table.entries[2].size, 120.0);
}

TEST(Calibrate, TimesExcludeNestedTasks) {
  TraceBuilder builder;
  builder.task(0, 8.0, 100);
  builder.task(1, 8.0, -1);
  traces::SpanColumns& spans = builder.trace.lanes[0].spans;
  spans.push_back(40, 70, traces::TaskId(1), traces::SpanKind::run);
  const CostTable table = table_of(builder.trace);
  ASSERT_EQ(table.entries.size(), 2u);
  EXPECT_NEAR(table.entries[0].mean_s, 70e-9, 1e-18);
  EXPECT_NEAR(table.entries[1].mean_s, 30e-9, 1e-18);
}

TEST(Calibrate, IgnoresTasksThatNeverRan) {
  TraceBuilder builder;
  builder.task(0, 8.0, 10);
  builder.task(1, 8.0, -1);
  EXPECT_EQ(table_of(builder.trace).entries.size(), 1u);
}

TEST(Calibrate, CombinesTracesOfOneMachine) {
  TraceBuilder a;
  a.task(0, 8.0, 10);
  TraceBuilder b;
  b.task(0, 8.0, 30);
  const CalibrationTrace inputs[] = {{&a.trace, "a.gus"}, {&b.trace, "b.gus"}};
  const auto table = calibrate(inputs);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->entries.size(), 1u);
  EXPECT_EQ(table->entries[0].count, 2u);
  EXPECT_NEAR(table->entries[0].mean_s, 20e-9, 1e-18);
  EXPECT_EQ(table->machine, (CostMachine{"host", "cpu", 2}));
}

TEST(Calibrate, RefusesUnsuitableTraces) {
  const auto error_of = [](std::vector<CalibrationTrace> inputs) {
    const auto table = calibrate(inputs);
    return table ? "no error" : table.error().message();
  };
  EXPECT_EQ(error_of({}), "calibration: expected a measured trace, found none");
  TraceBuilder predicted;
  predicted.task(0, 8.0, 10);
  predicted.trace.metadata.origin = traces::Origin::predicted;
  EXPECT_EQ(error_of({{&predicted.trace, "p.gus"}}),
            "p.gus: expected a measured trace, found a predicted one");
  TraceBuilder empty;
  empty.task(0, 8.0, -1);
  EXPECT_EQ(error_of({{&empty.trace, "e.gus"}}), "e.gus: expected tasks that ran, found none");
  TraceBuilder here;
  here.task(0, 8.0, 10);
  TraceBuilder there = here;
  there.trace.metadata.cpu = "other";
  EXPECT_EQ(error_of({{&here.trace, "a.gus"}, {&there.trace, "b.gus"}}),
            "b.gus: expected a trace from 'cpu' on host 'host', found one from 'other' on host 'host'");
}

TEST(Calibrate, PrefersTasksThatRanWhileAllWorkersWereBusy) {
  TraceBuilder builder;
  // Twelve tasks of 100 ns while worker 1 is busy, then twelve of 50 ns alone.
  for (int i = 0; i < 12; ++i) builder.task(0, 8.0, 100);
  builder.trace.lanes[1].spans.push_back(0, builder.now_ns, traces::TaskId(), traces::SpanKind::run);
  for (int i = 0; i < 12; ++i) builder.task(0, 8.0, 50);
  const CostTable table = table_of(builder.trace);
  ASSERT_EQ(table.entries.size(), 1u);
  EXPECT_EQ(table.entries[0].count, 12u);
  EXPECT_NEAR(table.entries[0].mean_s, 100e-9, 1e-15);
  EXPECT_EQ(table.entries[0].deviation_s, 0.0);
}

TEST(Calibrate, LeavesOutTasksThatSubmitOthers) {
  TraceBuilder builder;
  builder.trace.recorded.parents = true;
  builder.task(0, 8.0, 1);
  builder.task(0, 8.0, 1000);
  builder.trace.tasks.parent = {traces::TaskId(), traces::TaskId(0)};
  const CostTable table = table_of(builder.trace);
  ASSERT_EQ(table.entries.size(), 1u);
  EXPECT_EQ(table.entries[0].count, 1u);
  EXPECT_NEAR(table.entries[0].mean_s, 1000e-9, 1e-15);
}

TEST(Calibrate, OverheadsAreMedianGapsBetweenSubmissionsAndTasks) {
  TraceBuilder builder;
  builder.trace.recorded.submit = builder.trace.recorded.ready = true;
  for (int i = 0; i < 30; ++i) {
    builder.task(0, 8.0, 1000);
    builder.now_ns += i == 7 ? 5000 : 40;  // one interval is disturbed
    builder.trace.tasks.submit_ns.push_back(i * 25);
    builder.trace.tasks.ready_ns.push_back(i * 25);
  }
  const Overheads overheads = table_of(builder.trace).overheads;
  EXPECT_NEAR(overheads.submit_s, 25e-9, 1e-15);
  EXPECT_NEAR(overheads.schedule_s, 40e-9, 1e-15);
}

/// A chain of tasks of two kinds; the second kind takes second_ns.
Trace chain(std::int64_t second_ns) {
  TraceBuilder builder;
  for (int i = 0; i < 20; ++i) {
    builder.task(0, 8.0, 1000, {0});
    builder.trace.accesses.items.back().mode = traces::AccessModeId(1);
    builder.trace.accesses.items.back().version = static_cast<std::uint32_t>(2 * i);
    builder.task(1, 4.0, second_ns, {0});
    builder.trace.accesses.items.back().mode = traces::AccessModeId(1);
    builder.trace.accesses.items.back().version = static_cast<std::uint32_t>(2 * i + 1);
  }
  return builder.trace;
}

TEST(CrossValidation, PredictsEachTraceFromTheOthers) {
  const Trace first = chain(500);
  const Trace second = chain(1500);
  const std::vector<CalibrationTrace> traces{{&first, "first"}, {&second, "second"}};
  const std::vector<CrossValidation> found = cross_validate(traces);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "first");
  EXPECT_NEAR(found[0].measured_s, 30e-6, 1e-12);
  ASSERT_TRUE(found[0].predicted_s.has_value()) << found[0].why_not;
  EXPECT_NEAR(*found[0].predicted_s, 50e-6, 1e-12);
  EXPECT_NEAR(*found[0].error(), 2.0 / 3.0, 1e-9);
  EXPECT_NEAR(*found[1].error(), 30.0 / 50.0 - 1.0, 1e-9);
}

// Programs create their data before their first task, which is not simulated.
TEST(CrossValidation, TimesBeginWithTheFirstTask) {
  const Trace first = chain(500);
  Trace late = chain(500);
  for (traces::Lane& lane : late.lanes) {
    for (std::int64_t& ns : lane.spans.begin_ns) ns += 1'000'000'000;
    for (std::int64_t& ns : lane.spans.end_ns) ns += 1'000'000'000;
  }
  const std::vector<CalibrationTrace> traces{{&first, "first"}, {&late, "late"}};
  for (const CrossValidation& each : cross_validate(traces)) {
    EXPECT_NEAR(each.measured_s, 30e-6, 1e-12);
    ASSERT_TRUE(each.predicted_s.has_value()) << each.why_not;
    EXPECT_NEAR(*each.predicted_s, 30e-6, 1e-12);
  }
}

// Otherwise, the errors would not show how well costs predict other sizes.
TEST(CrossValidation, RepeatedRunsDoNotPredictEachOther) {
  std::vector<Trace> runs;
  for (const std::int64_t ns : {500, 500, 1500}) runs.push_back(chain(ns));
  const auto validate = [&] {
    const std::vector<CalibrationTrace> traces{{&runs[0], "a"}, {&runs[1], "b"}, {&runs[2], "c"}};
    return cross_validate(traces);
  };
  runs[0].metadata.command = runs[1].metadata.command = {"program", "--size", "1"};
  runs[2].metadata.command = {"program", "--size", "2"};
  EXPECT_NEAR(*validate()[0].predicted_s, 50e-6, 1e-12) << "from c";
  EXPECT_NEAR(*validate()[2].predicted_s, 30e-6, 1e-12) << "from a and b";
  runs[2].types[1] = "unknown";
  EXPECT_NEAR(*validate()[0].predicted_s, 30e-6, 1e-12) << "from b, because c lacks a type";
  runs[2] = runs[0];
  EXPECT_NEAR(*validate()[0].predicted_s, 30e-6, 1e-12) << "all of one command";
}

TEST(CrossValidation, TellsHowMuchRunsVary) {
  const Trace first = chain(500);
  const Trace second = chain(1500);
  const Trace alien = [] {
    Trace trace = chain(500);
    trace.types[1] = "unknown";
    return trace;
  }();
  const std::vector<CalibrationTrace> traces{{&first, "first"}, {&second, "second"}, {&alien, "alien"}};
  const std::vector<MeasuredRun> runs = measured_runs(cross_validate(traces));
  ASSERT_EQ(runs.size(), 2u) << "the third can't be predicted";
  EXPECT_NEAR(runs[0].factor, 30.0 / 50.0, 1e-3);
  EXPECT_NEAR(runs[1].factor, 50.0 / 30.0, 1e-3);
}

TEST(CrossValidation, ExplainsUnpredictableTraces) {
  const Trace first = chain(500);
  Trace second = chain(500);
  second.types[1] = "unknown";
  const std::vector<CalibrationTrace> traces{{&first, "first"}, {&second, "second"}};
  const std::vector<CrossValidation> found = cross_validate(traces);
  EXPECT_FALSE(found[1].predicted_s.has_value());
  EXPECT_EQ(found[1].why_not,
            "second: expected costs for all tasks, found the other traces: expected a cost for task type "
            "'unknown', found costs for gemm, load");
}

}  // namespace
}  // namespace gusset::simulator
