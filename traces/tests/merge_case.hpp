#pragma once
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exchange/merge/merge_parts.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "node_parts.hpp"

namespace gusset::traces::testing {

using PartBytes = std::vector<std::vector<std::byte>>;

/// Merges parts in memory, named "p0", "p1", ….
inline Result<MergedRanks> merge_bytes(const PartBytes& parts, std::vector<std::byte>& merged) {
  std::vector<gus::Source> sources;
  for (const std::vector<std::byte>& part : parts)
    sources.push_back({"p" + std::to_string(sources.size()), part});
  std::optional<RecordingFile> output;
  Result<MergedRanks> result = merge::merge_parts(
      sources, [](const RecordingHead& head) { return Result(RecordingFile::in_memory(head)); }, output);
  if (output) merged = output->take_bytes();
  return result;
}

inline PartBytes parts_of(const NodeRun& run) {
  PartBytes parts;
  for (std::size_t node = 0; node < RecordedPart{NodeId(0), run.grid, "", ""}.nodes(); ++node)
    parts.push_back(part_of(run, node));
  return parts;
}

/// Merges and reads; both must succeed.
inline Trace merged(const PartBytes& parts) {
  std::vector<std::byte> bytes;
  const Result<MergedRanks> result = merge_bytes(parts, bytes);
  EXPECT_TRUE(result.ok()) << (result ? "" : result.error().message());
  if (!result) return {};
  const auto trace = read_gus(bytes, "merged");
  EXPECT_TRUE(trace.ok()) << (trace ? "" : trace.error().message());
  return trace ? **trace : Trace{};
}
inline Trace merged(const NodeRun& run) {
  return merged(parts_of(run));
}

inline std::string merge_error(const PartBytes& parts) {
  std::vector<std::byte> bytes;
  const Result<MergedRanks> result = merge_bytes(parts, bytes);
  EXPECT_FALSE(result.ok());
  return result ? "" : result.error().message();
}

}  // namespace gusset::traces::testing
