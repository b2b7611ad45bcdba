// Tests gusset report --html.
#include <gmock/gmock.h>

#include "gusset/traces/gus/gus.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

TEST(ReportHtml, WritesOneDocument) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  EXPECT_THAT(text_of(folder, {"report", "t.gus", "--html", "r.html"}),
              MatchesRegex("r\\.html: a report of 1 trace, [0-9.]+ kB\n"));
  EXPECT_THAT(read_text(folder.file("r.html")),
              AllOf(HasSubstr("<h1>t.gus</h1>"), HasSubstr("<svg role=\"img\""),
                    HasSubstr("gusset schedule t.gus"), Not(HasSubstr("Marks"))));
}

TEST(ReportHtml, ComparesTwoTraces) {
  const TestFolder folder;
  write_trace(folder, "a.gus", late_reader);
  write_trace(folder, "b.gus", "aa|bb\n");
  EXPECT_THAT(text_of(folder, {"report", "a.gus", "b.gus", "--html", "r.html"}),
              HasSubstr("a report of 2 traces"));
  EXPECT_THAT(read_text(folder.file("r.html")), HasSubstr("<h2>From A, a.gus, to B, b.gus</h2>"));
}

TEST(ReportHtml, HasTheMarksThatTheTraceKeeps) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  ASSERT_TRUE(traces::write_marks(folder.file("t.gus"), {{1'000'000, "here it <waits>"}}).ok());
  text_of(folder, {"report", "t.gus", "--html", "r.html"});
  EXPECT_THAT(read_text(folder.file("r.html")),
              AllOf(HasSubstr("<h2>Marks</h2>"), HasSubstr("here it &lt;waits&gt;")));
}

TEST(ReportHtml, NeverReplacesATrace) {
  const TestFolder folder;
  write_trace(folder, "t.gus", late_reader);
  const auto result = gusset_in(folder, {"report", "t.gus", "--html", "t.gus"});
  EXPECT_NE(result.exit_status, 0);
  EXPECT_THAT(text_of(folder, {"info", "t.gus"}), HasSubstr("3 tasks"));
}

}  // namespace
}  // namespace gusset::testing
