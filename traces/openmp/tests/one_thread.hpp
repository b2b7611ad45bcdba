#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "built_trace.hpp"
#include "recorded_events.hpp"

namespace gusset::ompt {

/// "run 0 10-20" for each span: kind, task and times.
inline std::vector<std::string> spans_of(const traces::Trace& trace, std::size_t lane) {
  const auto& spans = trace.lanes[lane].spans;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::string task = spans.task[i].is_none() ? "-" : std::to_string(spans.task[i].value());
    texts.push_back((spans.kind[i] == traces::SpanKind::run ? "run " : "wait ") + task + " " +
                    std::to_string(spans.begin_ns[i]) + "-" + std::to_string(spans.end_ns[i]));
  }
  return texts;
}

inline std::string versions_of(const traces::Trace& trace) {
  std::string text;
  for (const traces::Access& access : trace.accesses.items)
    text += trace.access_modes[access.mode.value()].name + std::to_string(access.version) + " ";
  return text;
}

inline constexpr std::uint8_t in = 1, out = 2, inout = 3, mutexinoutset = 4, inoutset = 7;

/// One thread in one region that creates tasks and runs each one at once.
class OneThread : public ::testing::Test {
 protected:
  OneThread() {
    events_.on(0);
    initial_ = events_.initial(0);
    region_ = events_.region(10, initial_);
    part_ = events_.part(10, region_, 1);
  }
  Number run(Number parent, std::vector<std::pair<std::uint8_t, std::uint64_t>> dependences) {
    const Number task = events_.create(now_, parent, has_dependences);
    for (const auto& [type, address] : dependences) events_.depend(task, type, address);
    events_.change(now_ + 1, parent, task);
    events_.end(now_ + 2, task, parent);
    now_ += 3;
    return task;
  }
  std::shared_ptr<const traces::Trace> finish() {
    events_.part_end(1000, part_);
    events_.region_end(1000, region_);
    return build(events_.finish(1010));
  }

  RecordedEvents events_;
  Number initial_;
  Number region_;
  Number part_;
  std::int64_t now_ = 20;
};

}  // namespace gusset::ompt
