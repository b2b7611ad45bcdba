#pragma once
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/gus/gus.hpp"
#include "gusset_call.hpp"
#include "text_trace.hpp"

namespace gusset::testing {

/// Writes the trace to a .gus file and returns its path.
inline std::string write_trace(const TestFolder& folder, const std::string& name,
                               const traces::Trace& trace) {
  const auto written = traces::write_gus(trace, folder.file(name));
  EXPECT_TRUE(written.ok());
  return folder.file(name);
}

/// The same for a trace drawn in text, one millisecond per character.
inline std::string write_trace(const TestFolder& folder, const std::string& name, std::string_view text) {
  return write_trace(folder, name, *traces::testing::trace_from_text(text, 1'000'000));
}

/// The document that a command prints with --json.
inline nlohmann::json json_of(const TestFolder& folder, std::vector<std::string> words) {
  words.push_back("--json");
  const auto result = gusset_in(folder, words);
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.errors, ::testing::IsEmpty());
  return nlohmann::json::parse(result.output);
}

}  // namespace gusset::testing
