#pragma once
#include <gmock/gmock.h>

#include <ostream>
#include <string>
#include <vector>

#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/model/validate.hpp"
#include "text_trace.hpp"

namespace gusset::traces {

inline void PrintTo(const Violation& finding, std::ostream* out) {
  *out << kind_name(finding.kind) << ": " << finding.error.message();
}

namespace testing {

/// "KIND: MESSAGE" for each finding.
inline std::vector<std::string> findings_of(const Trace& trace, const CheckOptions& options = {}) {
  const Result<Done> valid = validate(trace, "t");
  EXPECT_TRUE(valid.ok()) << (valid.ok() ? "" : valid.error().message());
  const CheckResult result = check(trace, options);
  EXPECT_EQ(result.total, result.findings.size());
  EXPECT_EQ(result.ok(), result.findings.empty());
  std::vector<std::string> lines;
  for (const Violation& finding : result.findings) {
    lines.push_back(std::string(kind_name(finding.kind)) + ": " + finding.error.message());
  }
  return lines;
}

inline std::vector<std::string> findings_of(const std::string& text, const CheckOptions& options = {}) {
  return findings_of(*trace_from_text(text, 1), options);
}

}  // namespace testing
}  // namespace gusset::traces
