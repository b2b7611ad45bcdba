#include "gusset/traces/gus/recording_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

RecordingHead head_with(Recorded recorded, std::size_t workers = 2) {
  RecordingHead head;
  head.metadata.program = "program";
  head.recorded = recorded;
  head.nodes = {{"node 0"}};
  for (std::size_t worker = 0; worker < workers; ++worker)
    head.workers.push_back({NodeId(0), "worker " + std::to_string(worker)});
  head.access_modes = {{"read", true, false, false}, {"write", false, true, true}};
  return head;
}

constexpr Recorded all_recorded{
    .parents = true, .work = true, .submit = true, .ready = true, .accesses = true};

void add_task(RecordedTasks& tasks, std::uint64_t number, std::int64_t begin, std::int64_t end,
              std::size_t type = 0, std::uint64_t parent = no_number, double work = 0.0) {
  tasks.begin.push_back(begin);
  tasks.end.push_back(end);
  tasks.skipped.push_back(false);
  tasks.number.push_back(number);
  tasks.type.push_back(TypeId(type));
  tasks.parent.push_back(parent);
  tasks.work.push_back(work);
  tasks.submit.push_back(begin - 10);
  tasks.ready.push_back(begin - 5);
}

Trace read(RecordingFile& file) {
  EXPECT_TRUE(file.finish().ok());
  const auto trace = read_gus(file.take_bytes(), "t.gus");
  EXPECT_TRUE(trace.ok()) << (trace ? "" : trace.error().message());
  return trace ? **trace : Trace{};
}

const std::vector<std::string> two_types{"first", "second"};

TEST(RecordingFile, RecordingWithoutTasksIsAnEmptyTrace) {
  RecordingFile file = RecordingFile::in_memory(head_with(all_recorded));
  const Trace trace = read(file);
  EXPECT_EQ(trace.metadata.program, "program");
  EXPECT_EQ(trace.workers.size(), 2u);
  EXPECT_EQ(trace.lanes.size(), 2u);
  EXPECT_EQ(trace.tasks.size(), 0u);
  EXPECT_EQ(trace.recorded, all_recorded);
}

TEST(RecordingFile, TasksAreSortedByNumberAndTypesByFirstUse) {
  RecordingFile file = RecordingFile::in_memory(head_with(all_recorded));
  file.add_types(two_types);
  HandleColumns handles;
  handles.name = {"x", "y"};
  handles.size_bytes = {8, 16};
  handles.owner = {NodeId(0), NodeId(0)};
  file.add_handles(handles);
  RecordedTasks one;
  add_task(one, 7, 100, 200, 0, 5, 3.0);
  add_task(one, 6, 200, 250, 1, no_number, 0.5);
  file.add_tasks(LaneId(1), one);
  RecordedTasks other;
  add_task(other, 5, 50, 90, 1, no_number, 4.0);
  file.add_tasks(LaneId(0), other);
  RecordedAccesses accesses;
  accesses.number = {7, 7, 6};
  accesses.access = {{HandleId(0), AccessModeId(0), 1},
                     {HandleId(1), AccessModeId(1), 2},
                     {HandleId(1), AccessModeId(0), 3}};
  file.add_accesses(LaneId(1), accesses);
  const Trace trace = read(file);
  EXPECT_THAT(trace.types, ElementsAre("second", "first"));
  EXPECT_THAT(trace.tasks.type, ElementsAre(TypeId(0), TypeId(0), TypeId(1)));
  EXPECT_THAT(trace.tasks.parent, ElementsAre(TaskId(), TaskId(), TaskId(0)));
  EXPECT_THAT(trace.tasks.work, ElementsAre(4.0, 0.5, 3.0));
  EXPECT_THAT(trace.tasks.submit_ns, ElementsAre(0, 150, 50)) << "from the first submission";
  EXPECT_THAT(trace.tasks.ready_ns, ElementsAre(5, 155, 55));
  EXPECT_THAT(trace.accesses.first, ElementsAre(0, 0, 1, 3));
  EXPECT_EQ(trace.accesses.items[0].version, 3u);
  EXPECT_EQ(trace.accesses.items[1].version, 1u);
  EXPECT_THAT(trace.lanes[1].spans.task, ElementsAre(TaskId(2), TaskId(1)));
  EXPECT_THAT(trace.lanes[1].spans.begin_ns, ElementsAre(60, 160));
  EXPECT_THAT(trace.lanes[1].spans.end_ns, ElementsAre(160, 210));
}

TEST(RecordingFile, NumbersMayHaveGaps) {
  RecordingFile file = RecordingFile::in_memory(head_with({.parents = true}, 1));
  file.add_types(two_types);
  RecordedTasks tasks;
  add_task(tasks, 1'000'000'000'000, 10, 20, 0, 3);
  add_task(tasks, 3, 20, 30, 1, 2);  // the recording lacks its parent
  file.add_tasks(LaneId(0), tasks);
  const Trace trace = read(file);
  EXPECT_THAT(trace.tasks.parent, ElementsAre(TaskId(), TaskId(0)));
  EXPECT_THAT(trace.lanes[0].spans.task, ElementsAre(TaskId(1), TaskId(0)));
}

TEST(RecordingFile, UnnumberedTasksAreSortedByStartTime) {
  RecordingFile file = RecordingFile::in_memory(head_with({}));
  file.add_types(two_types);
  RecordedTasks one, other;
  add_task(one, no_number, 30, 40, 1);
  add_task(one, no_number, 50, 60, 0);
  add_task(other, no_number, 35, 45, 0);
  file.add_tasks(LaneId(0), one);
  file.add_tasks(LaneId(1), other);
  const Trace trace = read(file);
  EXPECT_THAT(trace.tasks.type, ElementsAre(TypeId(0), TypeId(1), TypeId(1)));
  EXPECT_THAT(trace.types, ElementsAre("second", "first"));
  EXPECT_THAT(trace.lanes[0].spans.begin_ns, ElementsAre(0, 20));
  EXPECT_THAT(trace.lanes[1].spans.task, ElementsAre(TaskId(1)));
}

TEST(RecordingFile, SpansMayNestAndTasksMayMoveBetweenLanes) {
  RecordingFile file = RecordingFile::in_memory(head_with({.submit = true, .ready = true}));
  file.add_types(two_types);
  RecordedTasks one, other;
  add_task(one, 1, 20, 30);
  add_task(one, 0, 10, 40);
  add_task(other, 0, 50, 60);
  file.add_tasks(LaneId(0), one);
  file.add_tasks(LaneId(1), other);
  const Trace trace = read(file);
  ASSERT_TRUE(validate(trace, "t").ok());
  EXPECT_EQ(trace.tasks.size(), 2u);
  EXPECT_THAT(trace.lanes[0].spans.task, ElementsAre(TaskId(0), TaskId(1)));
  EXPECT_THAT(trace.lanes[1].spans.task, ElementsAre(TaskId(0)));
  EXPECT_EQ(trace.tasks.submit_ns[0], 0);
}

TEST(RecordingFile, SkippedTasksHaveNoSpan) {
  RecordingFile file = RecordingFile::in_memory(head_with({.submit = true}, 1));
  file.add_types(two_types);
  RecordedTasks tasks;
  add_task(tasks, 0, 10, 20);
  add_task(tasks, 1, 20, 20);
  tasks.skipped[1] = true;
  file.add_tasks(LaneId(0), tasks);
  const Trace trace = read(file);
  EXPECT_EQ(trace.tasks.size(), 2u);
  EXPECT_THAT(trace.lanes[0].spans.task, ElementsAre(TaskId(0)));
}

TEST(RecordingFile, PausesAreClippedToTheRun) {
  RecordingFile file = RecordingFile::in_memory(head_with({.submit = true}));
  file.add_types(two_types);
  RecordedTasks tasks;
  add_task(tasks, 0, 100, 200);
  file.add_tasks(LaneId(0), tasks);
  RecordedPauses pauses;
  pauses.begin = {0, 50, 120, 180, 300};
  pauses.end = {20, 95, 150, 250, 400};
  pauses.kind = {SpanKind::wait, SpanKind::wait, SpanKind::steal, SpanKind::submit, SpanKind::wait};
  file.add_pauses(LaneId(1), pauses);
  const Trace trace = read(file);
  EXPECT_THAT(trace.lanes[1].spans.begin_ns, ElementsAre(0, 30, 90));
  EXPECT_THAT(trace.lanes[1].spans.end_ns, ElementsAre(5, 60, 110));
  EXPECT_THAT(trace.lanes[1].spans.kind, ElementsAre(SpanKind::wait, SpanKind::steal, SpanKind::submit));
}

TEST(RecordingFile, ClockConvertsTicksToNanoseconds) {
  RecordingFile file = RecordingFile::in_memory(head_with({.submit = true}, 1));
  file.add_clock(1'000'000, 5'000);
  file.add_types(two_types);
  RecordedTasks tasks;
  add_task(tasks, 0, 1'000'110, 1'000'210);
  file.add_tasks(LaneId(0), tasks);
  const std::uint32_t counter = file.add_counter("memory", "B", NodeId(0));
  file.add_samples(counter, std::vector<std::int64_t>{1'000'100, 1'000'300}, std::vector<double>{1.0, 2.0});
  file.add_clock(1'000'010, 5'333);  // only the first and the last pair count
  file.add_clock(3'000'000, 1'005'000);
  const Trace trace = read(file);
  EXPECT_THAT(trace.tasks.submit_ns, ElementsAre(0));
  EXPECT_THAT(trace.lanes[0].spans.begin_ns, ElementsAre(5));
  EXPECT_THAT(trace.lanes[0].spans.end_ns, ElementsAre(55));
  ASSERT_EQ(trace.counters.size(), 1u);
  EXPECT_EQ(trace.counters[0].unit, "B");
  EXPECT_THAT(trace.counters[0].time_ns, ElementsAre(0, 100));
  EXPECT_THAT(trace.counters[0].value, ElementsAre(1.0, 2.0));
}

TEST(RecordingFile, TaskValuesBecomeAttributes) {
  RecordingFile file = RecordingFile::in_memory(head_with({.submit = true}, 1));
  file.add_types(two_types);
  const std::uint32_t iteration = file.add_attribute("iteration", std::vector<std::int64_t>());
  const std::uint32_t tile = file.add_attribute("tile", std::vector<std::string>());
  const std::uint32_t residual = file.add_attribute("residual", std::vector<double>());
  file.add_values(iteration, std::vector<std::uint64_t>{9, 4, 5}, std::vector<std::int64_t>{3, 1, 2});
  file.add_values(tile, std::vector<std::uint64_t>{4}, std::vector<std::string>{"(ü)"});
  RecordedTasks tasks;
  for (const std::uint64_t number : {4u, 5u, 9u})
    add_task(tasks, number, static_cast<std::int64_t>(10 * number),
             static_cast<std::int64_t>(10 * number + 5));
  file.add_tasks(LaneId(0), tasks);
  file.add_values(iteration, std::vector<std::uint64_t>{4, 6}, std::vector<std::int64_t>{7, 8});
  file.add_values(residual, std::vector<std::uint64_t>{5}, std::vector<double>{0.25});
  const Trace trace = read(file);
  EXPECT_THAT(trace.attributes, ElementsAre(Attribute{"iteration",
                                                      {TaskId(0), TaskId(1), TaskId(2)},
                                                      std::vector<std::int64_t>{7, 2, 3}},
                                            Attribute{"tile", {TaskId(0)}, std::vector<std::string>{"(ü)"}},
                                            Attribute{"residual", {TaskId(1)}, std::vector<double>{0.25}}))
      << "the last value of a task wins; values of missing tasks are dropped";
}

void add_sample(ProcessorSamples& samples, std::int64_t ticks, std::int64_t processor_ns, std::uint32_t waits,
                std::uint32_t preemptions, bool is_first = false, std::int64_t delay_ns = unknown_time) {
  samples.ticks.push_back(ticks);
  samples.is_first.push_back(is_first);
  samples.processor_ns.push_back(processor_ns);
  samples.waits.push_back(waits);
  samples.preemptions.push_back(preemptions);
  samples.delay_ns.push_back(delay_ns);
}

/// A recording of one task on worker 0, from 1000 to 2000.
RecordingFile with_one_task() {
  RecordingFile file = RecordingFile::in_memory(head_with({.processor_time = true}));
  file.add_types(two_types);
  RecordedTasks tasks;
  add_task(tasks, 0, 1000, 2000);
  file.add_tasks(LaneId(0), tasks);
  return file;
}

TEST(RecordingFile, SamplesOfOneThreadBecomeProcessorUses) {
  RecordingFile file = with_one_task();
  ProcessorSamples samples;
  add_sample(samples, 1000, 50, 4'294'967'295, 7, true);
  add_sample(samples, 1400, 350, 1, 7);
  add_sample(samples, 1600, 400, 1, 9);
  add_sample(samples, 1700, 90'000, 50, 60, true);  // a foreign thread acts as the worker
  add_sample(samples, 1900, 90'100, 50, 60);
  add_sample(samples, 1950, 420, 2, 9, true);
  file.add_processor_samples(LaneId(0), samples);
  const Trace trace = read(file);
  EXPECT_TRUE(trace.recorded.processor_time);
  EXPECT_THAT(trace.processor_time.uses, ElementsAre(ProcessorUse{WorkerId(0), 0, 400, 300, 2, 0},
                                                     ProcessorUse{WorkerId(0), 400, 600, 50, 0, 2},
                                                     ProcessorUse{WorkerId(0), 700, 900, 100, 0, 0}));
}

TEST(RecordingFile, DelayIsKnownBetweenTwoSamplesThatKnowIt) {
  RecordingFile file = with_one_task();
  ProcessorSamples samples;
  add_sample(samples, 800, 0, 0, 0, true, 0);
  add_sample(samples, 1100, 0, 0, 1, false, 250);  // 200 of that may be before the start
  add_sample(samples, 1200, 50, 3, 0, false, 270);
  add_sample(samples, 1300, 100, 3, 0);
  add_sample(samples, 1400, 150, 3, 0, false, 300);
  add_sample(samples, 1500, 200, 3, 0, false, 290);  // this cannot be
  file.add_processor_samples(LaneId(0), samples);
  std::vector<std::int64_t> delays;
  for (const ProcessorUse& use : read(file).processor_time.uses) delays.push_back(use.delay_ns);
  EXPECT_THAT(delays, ElementsAre(50, 20, unknown_time, unknown_time, unknown_time));
}

TEST(RecordingFile, ProcessorUsesAreClippedToTheRun) {
  RecordingFile file = with_one_task();
  ProcessorSamples before, across, waiting;
  add_sample(before, 0, 0, 0, 0, true);
  add_sample(before, 1000, 10, 0, 3);  // before the first task
  add_sample(before, 1900, 910, 0, 3);
  add_sample(before, 2300, 910, 0, 4);  // 400 ns without a processor, of which 300 may be after the end
  add_sample(before, 2400, 910, 0, 4);  // after the last task
  file.add_processor_samples(LaneId(0), before);
  add_sample(waiting, 500, 0, 0, 0, true);
  add_sample(waiting, 1500, 10, 1, 1);  // the thread also waited, so nothing is known about its part
  add_sample(waiting, 1800, 10, 1, 2);
  file.add_processor_samples(LaneId(1), waiting);
  EXPECT_THAT(read(file).processor_time.uses, ElementsAre(ProcessorUse{WorkerId(0), 0, 900, 900, 0, 0},
                                                          ProcessorUse{WorkerId(0), 900, 1000, 0, 0, 1},
                                                          ProcessorUse{WorkerId(1), 500, 800, 0, 0, 1}));
  RecordingFile other = with_one_task();
  add_sample(across, 900, 0, 0, 0, true);
  add_sample(across, 1200, 20, 0, 1);  // 280 ns without a processor, of which 100 may be before the start
  other.add_processor_samples(LaneId(0), across);
  EXPECT_THAT(read(other).processor_time.uses, ElementsAre(ProcessorUse{WorkerId(0), 0, 200, 20, 0, 1}));
}

TEST(RecordingFile, FirstBindingOfAWorkerCounts) {
  RecordingFile file = with_one_task();
  const Binding of_1{WorkerId(1), 2, "0x3", 1.5};
  const Binding of_0{WorkerId(0), 1, "0x1", 1.5};
  file.add_bindings(std::vector<Binding>{of_1});
  file.add_bindings(std::vector<Binding>{of_0, {WorkerId(1), 4, "0xf", 0.0}});
  EXPECT_THAT(read(file).processor_time.bindings, ElementsAre(of_0, of_1));
}

TEST(RecordingFile, ProcessorTimeOfACutRecordingIsRecovered) {
  RecordingFile file = with_one_task();
  ProcessorSamples samples;
  add_sample(samples, 1000, 0, 0, 0, true);
  add_sample(samples, 1500, 300, 0, 1);
  file.add_processor_samples(LaneId(0), samples);
  file.add_bindings(std::vector<Binding>{{WorkerId(0), 1, "0x1", 0.0}});
  ASSERT_TRUE(file.finish().ok());
  std::vector<std::byte> bytes = file.take_bytes();
  for (std::size_t left = bytes.size() - 1; left > 600; left -= 7) {
    bytes.resize(left);
    const auto trace = recover_gus(bytes, "t.gus");
    ASSERT_TRUE(trace.ok()) << trace.error().message();
    ASSERT_TRUE(validate(**trace, "t.gus").ok());
    ASSERT_LE((*trace)->processor_time.uses.size(), 1U);
    if ((*trace)->processor_time.bindings.empty()) continue;
    EXPECT_THAT((*trace)->processor_time.uses, ElementsAre(ProcessorUse{WorkerId(0), 0, 500, 300, 0, 1}));
  }
}

TEST(RecordingFile, NotesAreAddedToTheMetadata) {
  RecordingFile file = RecordingFile::in_memory(head_with({}, 1));
  file.add_note("mind the gap");
  EXPECT_THAT(read(file).metadata.notes, ElementsAre("mind the gap"));
}

TEST(RecordingFile, UnfinishedFileCanBeRecovered) {
  const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / "unfinished.gus";
  {
    auto file = RecordingFile::create(path, head_with({.submit = true}, 1));
    ASSERT_TRUE(file.ok());
    file->add_types(two_types);
    RecordedTasks tasks;
    add_task(tasks, 0, 10, 20);
    file->add_tasks(LaneId(0), tasks);
    EXPECT_EQ(file->failure(), nullptr);
  }
  EXPECT_FALSE(read_gus(path).ok());
  const auto trace = recover_gus(path);
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  EXPECT_EQ((*trace)->tasks.size(), 1u);
  EXPECT_THAT((*trace)->metadata.notes.at(0), HasSubstr("recovered from an incomplete file"));
  std::filesystem::remove(path);
}

TEST(RecordingFile, ReplacesAFileThatIsStillMapped) {
  const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / "replaced.gus";
  for (const char* program : {"old", "new"}) {
    RecordingHead head = head_with({}, 1);
    head.metadata.program = program;
    const auto before = read_gus(path);
    auto file = RecordingFile::create(path, head);
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE(file->finish().ok());
    EXPECT_EQ((*read_gus(path))->metadata.program, program);
    if (before) {
      EXPECT_EQ((*before)->metadata.program, "old");
    }
  }
  std::filesystem::remove(path);
}

TEST(RecordingFile, FailureIsTheCauseOfTheFirstFailedWrite) {
  const auto nowhere = RecordingFile::create("/nonexistent/t.gus", head_with({}, 1));
  ASSERT_FALSE(nowhere.ok());
  EXPECT_THAT(nowhere.error().message(), HasSubstr("/nonexistent/t.gus"));
  auto full = RecordingFile::create("/dev/full", head_with({}, 1));
  ASSERT_TRUE(full.ok());
  full->add_note("lost");
  ASSERT_NE(full->failure(), nullptr);
  EXPECT_THAT(full->failure()->message(), HasSubstr("No space left on device"));
  EXPECT_FALSE(full->finish().ok());
}

TEST(RecordingFile, AccessesOfMissingTasksAreRefusedOrDroppedByRecovery) {
  RecordingFile file = RecordingFile::in_memory(head_with({.accesses = true}, 1));
  file.add_types(two_types);
  HandleColumns handles;
  handles.name = {"x"};
  handles.size_bytes = {8};
  handles.owner = {NodeId(0)};
  file.add_handles(handles);
  RecordedTasks tasks;
  add_task(tasks, 3, 10, 20);
  file.add_tasks(LaneId(0), tasks);
  RecordedAccesses accesses;
  accesses.number = {3, 4};
  accesses.access = {{HandleId(0), AccessModeId(0), 0}, {HandleId(0), AccessModeId(0), 0}};
  file.add_accesses(LaneId(0), accesses);
  ASSERT_TRUE(file.finish().ok());
  std::vector<std::byte> bytes = file.take_bytes();
  const auto whole = read_gus(bytes, "t.gus");
  ASSERT_FALSE(whole.ok());
  EXPECT_EQ(whole.error().message(),
            "t.gus: recorded accesses: expected the number of a recorded task, found 4");
  bytes.resize(bytes.size() - 8);
  const auto cut = recover_gus(bytes, "t.gus");
  ASSERT_TRUE(cut.ok()) << cut.error().message();
  EXPECT_EQ((*cut)->accesses.items.size(), 1u);
  EXPECT_THAT((*cut)->metadata.notes,
              ::testing::Contains("lost: accesses and attribute values whose tasks are lost (1)"));
}

TEST(RecordingFile, SectionsCanBeReadSeparately) {
  RecordingFile file = RecordingFile::in_memory(head_with({.submit = true, .processor_time = true}, 1));
  file.add_types(two_types);
  RecordedTasks tasks;
  add_task(tasks, 0, 10, 20);
  file.add_tasks(LaneId(0), tasks);
  ProcessorSamples samples;
  add_sample(samples, 10, 0, 0, 0, true);
  add_sample(samples, 20, 5, 0, 1);
  file.add_processor_samples(LaneId(0), samples);
  file.add_bindings(std::vector<Binding>{{WorkerId(0), 1, "", 0.0}});
  ASSERT_TRUE(file.finish().ok());
  const std::vector<std::byte> bytes = file.take_bytes();
  Sections spans = Sections::none();
  spans.spans = true;
  const auto only_spans = read_gus(bytes, "t.gus", spans);
  ASSERT_TRUE(only_spans.ok()) << only_spans.error().message();
  EXPECT_EQ((*only_spans)->tasks.size(), 0u);
  EXPECT_EQ((*only_spans)->lanes[0].spans.size(), 1u);
  EXPECT_FALSE((*only_spans)->recorded.processor_time);
  EXPECT_TRUE((*only_spans)->processor_time.uses.empty());
  const auto nothing = read_gus(bytes, "t.gus", Sections::none());
  ASSERT_TRUE(nothing.ok()) << nothing.error().message();
  EXPECT_EQ((*nothing)->lanes[0].spans.size(), 0u);
}

TEST(RecordingFile, LastSampleBeforeTheStartMovesToTheStart) {
  RecordingFile file = RecordingFile::in_memory(head_with({}, 1));
  file.add_types(two_types);
  const std::uint32_t counter = file.add_counter("memory", "B", NodeId(0));
  const std::vector<std::int64_t> ticks{70, 90, 120};
  const std::vector<double> values{1.0, 2.0, 3.0};
  file.add_samples(counter, ticks, values);
  RecordedTasks tasks;
  add_task(tasks, 0, 100, 200);
  file.add_tasks(LaneId(0), tasks);
  const Trace trace = read(file);
  ASSERT_EQ(trace.counters.size(), 1U);
  EXPECT_THAT(trace.counters[0].time_ns, ElementsAre(0, 20));
  EXPECT_THAT(trace.counters[0].value, ElementsAre(2.0, 3.0));
}

TEST(RecordingFile, MissingClockReadingIsNoted) {
  for (const int readings : {0, 1, 2}) {
    RecordingFile file = RecordingFile::in_memory(head_with({}, 1));
    file.add_types(two_types);
    for (int i = 0; i < readings; ++i) file.add_clock(1000 * i, 500 * i);
    RecordedTasks tasks;
    add_task(tasks, 0, 100, 200);
    file.add_tasks(LaneId(0), tasks);
    const Trace trace = read(file);
    EXPECT_EQ(trace.metadata.notes.size(), readings == 1 ? 1U : 0U);
    EXPECT_EQ(trace.lanes[0].spans.end_ns[0], readings == 2 ? 50 : 100);
  }
}

}  // namespace
}  // namespace gusset::traces
