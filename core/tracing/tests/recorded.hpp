#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/core_tracing/recording_engine.hpp"
#include "gusset/traces/model/trace.hpp"
#include "possible.hpp"
#include "shared_value.hpp"

namespace gusset::core_tracing::testing {

/// Runs a program on that many workers and returns its recording.
inline std::shared_ptr<const traces::Trace> record(unsigned threads,
                                                   const std::function<void(Runtime&)>& program) {
  std::shared_ptr<const traces::Trace> result;
  {
    Runtime runtime(
        make_recording_engine(gusset::testing::with_threads(threads),
                              [&](std::shared_ptr<const traces::Trace> trace) { result = trace; }));
    program(runtime);
  }
  traces::testing::expect_possible(*result, "recorded");
  return result;
}

/// The tasks that a lane ran, in order, without the pauses between them.
inline std::vector<std::size_t> runs_of(const traces::Lane& lane) {
  std::vector<std::size_t> spans;
  for (std::size_t i = 0; i < lane.spans.size(); ++i) {
    if (lane.spans.kind[i] == traces::SpanKind::run) spans.push_back(i);
  }
  return spans;
}

inline std::size_t run_count(const traces::Trace& trace) {
  std::size_t count = 0;
  for (const traces::Lane& lane : trace.lanes) count += runs_of(lane).size();
  return count;
}

}  // namespace gusset::core_tracing::testing
