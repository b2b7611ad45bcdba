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

/// b waits for a, is ready at 4 and is taken at 6. The second worker has nothing to do after its a.
inline constexpr std::string_view late_reader =
    "aaaa..bb\n"
    "aa......\n"
    "a1: write x@0 [submit 0] [ready 0]\n"
    "a2: write y@0 [submit 0] [ready 0]\n"
    "b1: read x@1, read y@1 [submit 0] [ready 4]\n";

/// Two `a` tasks write x and y at the same time; then b reads both while the other worker is idle.
inline constexpr std::string_view two_writes_and_a_read =
    "aaaabb\n"
    ".aa...\n"
    "a1: write x@0 [submit 0] [ready 0]\n"
    "a2: write y@0 [submit 0] [ready 0]\n"
    "b1: read x@1, read y@1 [submit 0] [ready 4]\n";

/// What a command prints. It must succeed without a remark.
inline std::string text_of(const TestFolder& folder, const std::vector<std::string>& words) {
  const auto result = gusset_in(folder, words);
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.errors, ::testing::IsEmpty());
  return result.output;
}

/// The document that a command prints with --json.
inline nlohmann::json json_of(const TestFolder& folder, std::vector<std::string> words) {
  words.push_back("--json");
  return nlohmann::json::parse(text_of(folder, words));
}

}  // namespace gusset::testing
