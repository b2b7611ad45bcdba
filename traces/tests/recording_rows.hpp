#pragma once
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/gus/recording_file.hpp"

namespace gusset::traces::testing {

inline RecordingHead head_with(Recorded recorded, std::size_t workers = 2) {
  RecordingHead head;
  head.metadata.program = "program";
  head.recorded = recorded;
  head.nodes = {{"node 0"}};
  for (std::size_t worker = 0; worker < workers; ++worker)
    head.workers.push_back({NodeId(0), "worker " + std::to_string(worker)});
  head.access_modes = {{"read", true, false, false}, {"write", false, true, true}};
  return head;
}

inline constexpr Recorded all_recorded{
    .parents = true, .work = true, .submit = true, .ready = true, .accesses = true};

inline void add_task(RecordedTasks& tasks, std::uint64_t number, std::int64_t begin, std::int64_t end,
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

inline void add_sample(ProcessorSamples& samples, std::int64_t ticks, std::int64_t processor_ns,
                       std::uint32_t waits, std::uint32_t preemptions, bool is_first = false,
                       std::int64_t delay_ns = unknown_time, std::uint32_t page_faults = 0) {
  samples.ticks.push_back(ticks);
  samples.is_first.push_back(is_first);
  samples.processor_ns.push_back(processor_ns);
  samples.waits.push_back(waits);
  samples.preemptions.push_back(preemptions);
  samples.delay_ns.push_back(delay_ns);
  samples.page_faults.push_back(page_faults);
}

/// Finishes the recording and reads it as a trace.
inline Trace read(RecordingFile& file) {
  EXPECT_TRUE(file.finish().ok());
  const auto trace = read_gus(file.take_bytes(), "t.gus");
  EXPECT_TRUE(trace.ok()) << (trace ? "" : trace.error().message());
  return trace ? **trace : Trace{};
}

inline const std::vector<std::string> two_types{"first", "second"};

}  // namespace gusset::traces::testing
