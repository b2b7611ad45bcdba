#include "gusset/traces/gus/recording_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/validate.hpp"
#include "recording_rows.hpp"

namespace gusset::traces {
namespace {

using testing::add_sample;
using testing::add_task;
using testing::all_recorded;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::head_with;
using testing::read;
using testing::two_types;

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

TEST(RecordingFile, TasksMayHaveNoSubmitTime) {
  RecordingFile file = RecordingFile::in_memory(head_with({.submit = true, .ready = true}, 1));
  file.add_types(two_types);
  RecordedTasks tasks;
  add_task(tasks, 0, 100, 120);
  add_task(tasks, 1, 130, 150);
  tasks.submit[1] = unknown_time;
  add_task(tasks, 2, 160, 170);
  tasks.submit[2] = tasks.ready[2] = unknown_time;
  file.add_tasks(LaneId(0), tasks);
  const Trace trace = read(file);
  EXPECT_THAT(trace.tasks.submit_ns, ElementsAre(0, unknown_time, unknown_time));
  EXPECT_THAT(trace.tasks.ready_ns, ElementsAre(5, 35, unknown_time));
  EXPECT_THAT(trace.lanes[0].spans.begin_ns, ElementsAre(10, 40, 70));
}

TEST(RecordingFile, TimesCountFromTheFirstBeginIfNoSubmitTimeIsKnown) {
  RecordingFile file = RecordingFile::in_memory(head_with({.submit = true}, 1));
  file.add_types(two_types);
  RecordedTasks tasks;
  add_task(tasks, 0, 100, 120);
  tasks.submit[0] = unknown_time;
  file.add_tasks(LaneId(0), tasks);
  const Trace trace = read(file);
  EXPECT_THAT(trace.tasks.submit_ns, ElementsAre(unknown_time));
  EXPECT_THAT(trace.lanes[0].spans.begin_ns, ElementsAre(0));
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

TEST(RecordingFile, AccessModesMayFollowTheHeads) {
  RecordingFile file = RecordingFile::in_memory(head_with({}));
  file.add_access_modes({{"maximum", true, true, true}});
  const Trace trace = read(file);
  ASSERT_EQ(trace.access_modes.size(), 3u);
  EXPECT_EQ(trace.access_modes[2], (AccessMode{"maximum", true, true, true}));
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
