// Times of different nodes are compared to within their clocks' residuals.
#include <gmock/gmock.h>

#include "check_findings.hpp"
#include "gusset/traces/model/migrated_tasks.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::findings_of;
using ::testing::IsEmpty;
using testing::trace_from_text;

/// b, on node 1, reads what a wrote on node 0; then c overwrites it.
Trace one_message(const std::string& message, std::int64_t residual_ns) {
  Trace trace = *trace_from_text(
      "n0/w0: aa.cc\nn1/w0: ...bbb\nx: 8 bytes on n0\na1: write x@0\nb1: read x@1\nc1: write x@2\n" + message,
      1);
  trace.nodes[1].clock_residual_ns = residual_ns;
  return trace;
}

TEST(CheckClocks, ReceiptBeforeSendingIsAllowedWithinTheResidual) {
  const std::string message = "message x@1 n0->n1 3 2";
  EXPECT_THAT(findings_of(one_message(message, 1)), IsEmpty());
  EXPECT_THAT(findings_of(one_message(message, 0)),
              ElementsAre("message_order: message 0, x@1: expected a receipt at or after 3 ns, when it was "
                          "sent, found 2 ns"));
  EXPECT_THAT(findings_of(one_message("message x@1 n0->n1 3 1", 1)),
              ElementsAre("message_order: message 0, x@1: expected a receipt at or after 3 ns, when it was "
                          "sent, to within the clocks' 1 ns, found 1 ns"));
}

TEST(CheckClocks, UnknownResidualAllowsEverythingBetweenNodes) {
  EXPECT_THAT(findings_of(one_message("message x@1 n0->n1 3 1", unknown_time)), IsEmpty());
}

TEST(CheckClocks, OneNodesTimesAreComparedExactly) {
  EXPECT_THAT(
      findings_of(one_message("message x@1 n0->n1 1 3", unknown_time)),
      ElementsAre("message_order: message 0, x@1: expected sending at or after 2 ns, the end of task 0 "
                  "(a), found 1 ns"));
  EXPECT_THAT(
      findings_of(one_message("message x@1 n0->n1 2 4", unknown_time)),
      ElementsAre("before_message: task 2 (b), x@1: expected a start at or after 4 ns, its receipt on "
                  "node 1 (n1), found 3 ns"));
}

TEST(CheckClocks, PredecessorOnAnotherNodeIsComparedWithinTheResidual) {
  // Node 1 modifies what node 0 owns: its task is compared with its predecessor's end, not with a message.
  const auto trace_with = [](std::int64_t residual_ns) {
    Trace trace = *trace_from_text(
        "n0/w0: aaa\nn1/w0: ..bb\nx: 8 bytes on n0\na1: write x@0\nb1: write x@1\nmessage x@1 n0->n1 3 3", 1);
    trace.nodes[1].clock_residual_ns = residual_ns;
    return trace;
  };
  EXPECT_THAT(
      findings_of(trace_with(0)),
      ::testing::Contains("before_predecessor: task 1 (b), x@1: expected a start at or after 3 ns, the "
                          "end of task 0 (a), found 2 ns"));
  EXPECT_THAT(findings_of(trace_with(1)), IsEmpty());
}

/// Both b tasks read x on node 1. The second one was submitted at `submit`.
std::string two_readers(const std::string& submit, const std::string& sent_again) {
  return "n0/w0: aa..........\nn1/w0: ....bb..bb..\nx: 8 bytes on n0\na1: write x@0 [submit 0]\n"
         "b1: read x@1 [submit 0]\nb2: read x@1 [submit " +
         submit + "]\nmessage x@1 n0->n1 2 3\nmessage x@1 n0->n1 " + sent_again + " 8";
}

TEST(CheckMessages, SecondMessageWithAVersionIsNeedlessWhileItsReadersWait) {
  EXPECT_THAT(
      findings_of(two_readers("5", "7")),
      ElementsAre("repeated_message: message 1, x@1: expected one message with this version to node 1 "
                  "(n1), found another one, which arrived at 3 ns"));
}

TEST(CheckMessages, ContentsMayHaveChangedWhileNoReaderWaited) {
  EXPECT_THAT(findings_of(two_readers("7", "7")), IsEmpty()) << "the program may have waited from 6 to 7";
}

TEST(CheckMessages, SimulationsMaySendAVersionForEachReader) {
  Trace trace = *trace_from_text(two_readers("5", "7"), 1);
  trace.metadata.origin = Origin::predicted;
  EXPECT_THAT(findings_of(trace), IsEmpty());
}

TEST(CheckMessages, MigratedTaskBringsItsOwnData) {
  Trace trace = *trace_from_text(two_readers("5", "7"), 1);
  trace.attributes.push_back({home_attribute, {TaskId(2)}, std::vector<std::int64_t>{0}});
  EXPECT_THAT(findings_of(trace), IsEmpty());
}

TEST(CheckMessages, AccessesOfOtherNodesAreMissingFromAPart) {
  Trace trace =
      *trace_from_text("n0/w0: aa.cc\nn1/w0: ....\nx: 8 bytes on n0\na1: write x@0\nc1: write x@4\n", 1);
  EXPECT_THAT(findings_of(trace), ::testing::SizeIs(1));
  trace.metadata.part = RecordedPart{NodeId(0), {2}, "run", "host"};
  EXPECT_THAT(findings_of(trace), IsEmpty());
}

}  // namespace
}  // namespace gusset::traces
