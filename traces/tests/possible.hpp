#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gusset/traces/check.hpp"
#include "gusset/traces/gus.hpp"
#include "gusset/traces/validate.hpp"

namespace gusset::traces::testing {

/// Fails the test where a trace that a program of ours left is no possible execution.
inline void expect_possible(const Trace& trace, const std::string& name = "trace",
                            const CheckOptions& options = {}) {
  const auto valid = validate(trace, name);
  ASSERT_TRUE(valid.ok()) << valid.error().message();
  const CheckResult result = check(trace, options);
  for (const Finding& finding : result.findings) ADD_FAILURE() << name << ": " << finding.error.message();
}

/// The same of every .gus file in a folder that can be read.
inline void expect_possible_in(const std::filesystem::path& folder, const CheckOptions& options = {}) {
  if (!std::filesystem::is_directory(folder)) return;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".gus") continue;
    const auto trace = read_gus(entry.path());
    if (trace.ok()) expect_possible(**trace, entry.path().filename().string(), options);
  }
}

}  // namespace gusset::traces::testing
