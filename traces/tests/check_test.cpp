#include "gusset/traces/analysis/check/check.hpp"

#include <gmock/gmock.h>

#include <set>

#include "check_findings.hpp"
#include "cholesky3.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::findings_of;
using ::testing::IsEmpty;
using testing::trace_from_text;
using ViolationKind = Violation::Kind;

TEST(Check, EmptyTraceIsClean) {
  EXPECT_THAT(findings_of(Trace{}), IsEmpty());
  EXPECT_TRUE(check(Trace{}).ok());
}

TEST(Check, CholeskyIsClean) {
  EXPECT_THAT(findings_of(testing::cholesky3), IsEmpty());
}

TEST(Check, UnnamedHandlesAndModesAreNumbered) {
  auto trace = *trace_from_text("ab\na1: read x@0\nb1: add x@0", 1);
  trace.handles.name[0] = "";
  trace.access_modes[2].name = "";
  trace.types[1] = "";
  EXPECT_THAT(findings_of(trace),
              ElementsAre("mixed_group: task 1, data 0@0: expected all accesses to this version in one "
                          "commuting mode, found mode 2 next to the read of task 0 (a)"));
}

TEST(Check, CountsAllFindingsAndKeepsTheFirst) {
  auto trace = *trace_from_text("a|a|a|a|a|a|a|a|a|a", 1);
  trace.recorded.ready = true;
  trace.tasks.ready_ns.assign(trace.tasks.size(), 100);
  CheckOptions options;
  options.max_findings = 3;
  const CheckResult result = check(trace, options);
  EXPECT_EQ(result.total, 10u);
  EXPECT_EQ(result.findings.size(), 3u);
  options.max_findings = 0;
  EXPECT_THAT(check(trace, options).findings, IsEmpty());
  EXPECT_FALSE(check(trace, options).ok());
}

TEST(Check, KindsHaveDifferentNames) {
  std::set<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(ViolationKind::repeated_message); ++kind) {
    names.insert(kind_name(static_cast<ViolationKind>(kind)));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(ViolationKind::repeated_message) + 1);
}

}  // namespace
}  // namespace gusset::traces
