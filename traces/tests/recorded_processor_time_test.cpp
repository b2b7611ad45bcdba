// The processor time of a recording: from samples to uses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/validate.hpp"
#include "recording_rows.hpp"

namespace gusset::traces {
namespace {

using testing::add_sample;
using testing::add_task;
using ::testing::ElementsAre;
using testing::head_with;
using testing::read;
using testing::two_types;

/// A recording of one task on worker 0, from 1000 to 2000.
RecordingFile with_one_task() {
  RecordingFile file = RecordingFile::in_memory(head_with({.processor_time = true}));
  file.add_types(two_types);
  RecordedTasks tasks;
  add_task(tasks, 0, 1000, 2000);
  file.add_tasks(LaneId(0), tasks);
  return file;
}

TEST(RecordedProcessorTime, SamplesOfOneThreadBecomeProcessorUses) {
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

TEST(RecordedProcessorTime, DelayIsKnownBetweenTwoSamplesThatHaveIt) {
  RecordingFile file = with_one_task();
  ProcessorSamples samples;
  add_sample(samples, 800, 0, 0, 0, true, 0);
  add_sample(samples, 1100, 0, 0, 1, false, 250);  // 200 of that may be before the start
  add_sample(samples, 1200, 50, 3, 0, false, 270);
  add_sample(samples, 1300, 100, 3, 0);
  add_sample(samples, 1400, 150, 3, 0, false, 300);
  add_sample(samples, 1500, 200, 3, 0, false, 290);  // impossible: less than before
  file.add_processor_samples(LaneId(0), samples);
  std::vector<std::int64_t> delays;
  for (const ProcessorUse& use : read(file).processor_time.uses) delays.push_back(use.delay_ns);
  EXPECT_THAT(delays, ElementsAre(50, 20, unknown_time, unknown_time, unknown_time));
}

TEST(RecordedProcessorTime, PageFaultsCountWhereTheyCertainlyWere) {
  RecordingFile file = with_one_task();
  ProcessorSamples samples;
  add_sample(samples, 800, 0, 0, 0, true, unknown_time, 10);
  add_sample(samples, 1100, 0, 0, 0, false, unknown_time, 30);  // all may be before the start
  add_sample(samples, 1200, 50, 0, 0, false, unknown_time, 4'294'967'290);
  add_sample(samples, 1300, 100, 0, 0, false, unknown_time, 4);
  file.add_processor_samples(LaneId(0), samples);
  std::vector<std::uint32_t> faults;
  for (const ProcessorUse& use : read(file).processor_time.uses) faults.push_back(use.page_faults);
  EXPECT_THAT(faults, ElementsAre(0, 4'294'967'260, 10)) << "the system's counter starts anew";
}

TEST(RecordedProcessorTime, ProcessorUsesAreClippedToTheRun) {
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

TEST(RecordedProcessorTime, FirstBindingOfAWorkerCounts) {
  RecordingFile file = with_one_task();
  const Binding of_1{WorkerId(1), 2, "0x3", 1.5};
  const Binding of_0{WorkerId(0), 1, "0x1", 1.5};
  file.add_bindings(std::vector<Binding>{of_1});
  file.add_bindings(std::vector<Binding>{of_0, {WorkerId(1), 4, "0xf", 0.0}});
  EXPECT_THAT(read(file).processor_time.bindings, ElementsAre(of_0, of_1));
}

TEST(RecordedProcessorTime, ProcessorTimeOfACutRecordingIsRecovered) {
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

}  // namespace
}  // namespace gusset::traces
