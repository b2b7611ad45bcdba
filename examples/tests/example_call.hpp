#pragma once
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gusset/traces/exchange/read_trace.hpp"
#include "possible.hpp"
#include "run_program.hpp"

namespace gusset::testing {

/// Runs, records and simulates an example program.
struct Example {
  std::string binary;
  bool renames_adds = false;  ///< adds to one handle may run at once

  ProgramResult run(std::vector<std::string> arguments,
                    std::map<std::string, std::string> environment = {}) const {
    arguments.insert(arguments.begin(), binary);
    return run_program({std::move(arguments), std::move(environment), {}, ""});
  }

  /// Returns its trace with accesses. Checks that the trace is possible.
  std::shared_ptr<const traces::Trace> record(std::vector<std::string> arguments,
                                              const std::string& threads) const {
    return trace_of(std::move(arguments), {{"GUSSET_ENGINE", "record"}, {"GUSSET_THREADS", threads}});
  }

  /// Returns the trace of its simulation on one node of a platform. Tasks take their work ÷ 1e9 seconds.
  std::shared_ptr<const traces::Trace> predict(std::vector<std::string> arguments,
                                               const std::string& platform) const {
    return trace_of(std::move(arguments), {{"GUSSET_ENGINE", "simulate"},
                                           {"GUSSET_PLATFORM", platform},
                                           {"GUSSET_GRID", "1x1"},
                                           {"GUSSET_COSTS", "work:1e9"}});
  }

  /// Returns the statistics of its simulation on a platform. Tasks take their work ÷ 1e9 seconds.
  nlohmann::json simulate(std::vector<std::string> arguments, const std::string& platform,
                          const std::string& grid) const {
    const TestFolder folder;
    const auto result = run(std::move(arguments), {{"GUSSET_ENGINE", "simulate"},
                                                   {"GUSSET_PLATFORM", platform},
                                                   {"GUSSET_GRID", grid},
                                                   {"GUSSET_COSTS", "work:1e9"},
                                                   {"GUSSET_STATS", folder.file("s.json")}});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_EQ(result.errors, "");
    return nlohmann::json::parse(read_text(folder.file("s.json")));
  }

 private:
  std::shared_ptr<const traces::Trace> trace_of(std::vector<std::string> arguments,
                                                std::map<std::string, std::string> environment) const {
    TestFolder folder;
    const std::string path = folder.file("t.gus");
    environment["GUSSET_TRACE"] = path;
    const auto result = run(std::move(arguments), std::move(environment));
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    auto read = traces::read_trace(path);
    if (!read.ok()) {
      ADD_FAILURE() << read.error().message();
      return std::make_shared<traces::Trace>();
    }
    if (renames_adds) {
      folder.allow_impossible_traces();  // but nothing other than overlapping adds may be impossible:
      traces::testing::expect_possible(*read.value().trace, path, {.renamed_adds_may_overlap = true});
    }
    return read.value().trace;
  }
};

/// Returns the number of distinct values of an integer attribute, for example an annotation; 0 if the trace
/// lacks it.
inline std::size_t distinct_values(const traces::Trace& trace, const std::string& attribute) {
  for (const traces::Attribute& each : trace.attributes) {
    const auto* const values = std::get_if<std::vector<std::int64_t>>(&each.values);
    if (each.name != attribute || values == nullptr) continue;
    std::map<std::int64_t, int> counts;
    for (const std::int64_t value : *values) ++counts[value];
    return counts.size();
  }
  return 0;
}

}  // namespace gusset::testing
