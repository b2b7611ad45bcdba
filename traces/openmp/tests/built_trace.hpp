#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "gusset/traces/gus/gus.hpp"
#include "recorded_events.hpp"
#include "replay.hpp"
#include "trace_output.hpp"

namespace gusset::ompt {

inline std::vector<std::string> address_names(const std::vector<Call>& calls) {
  std::vector<std::string> names;
  for (const Call& call : calls) names.push_back("p" + std::to_string(call.return_address));
  return names;
}

/// The bytes of the trace that a recording becomes with that many pages of memory. Empty if it has no work.
inline std::string trace_bytes(RecordedEvents events, std::size_t pages = Scratch::usual_pages) {
  const std::filesystem::path folder = ::testing::TempDir();
  const std::filesystem::path path = folder / ("built-" + std::to_string(getpid()) + ".gus");
  Scratch scratch(folder, pages);
  Replay replay(events, scratch);
  replay.run();
  if (!replay.tables().tasks.has_work()) return {};
  TraceOutput output(replay, address_names);
  const auto written = output.write(path, output.metadata(""));
  EXPECT_TRUE(written.ok()) << written.error().message();
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);
  return bytes;
}

/// The trace that a recording becomes. Null if it has no work.
inline std::shared_ptr<const traces::Trace> build(const RecordedEvents& events) {
  const std::string bytes = trace_bytes(events);
  if (bytes.empty()) return nullptr;
  auto trace = traces::read_gus(std::as_bytes(std::span(bytes)), "built");
  if (!trace.ok()) ADD_FAILURE() << trace.error().message();
  return trace.ok() ? *trace : std::make_shared<const traces::Trace>();
}

}  // namespace gusset::ompt
