// Versions, groups and messages: each test of a violation is next to a trace that obeys the model.
#include <gmock/gmock.h>

#include "check_findings.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::findings_of;
using ::testing::IsEmpty;
using testing::trace_from_text;

TEST(Check, TaskStartsAfterItsPredecessorsEnd) {
  const std::string accesses = R"(
    a1: write x@0
    b1: read x@1
    c1: read x@1
  )";
  EXPECT_THAT(findings_of("aaabb\n...cc" + accesses), IsEmpty());
  const auto trace = trace_from_text("aaabb\n..cc" + accesses, 1);
  EXPECT_THAT(findings_of(*trace), ElementsAre("before_predecessor: task 1 (c), x@1: expected a start at or "
                                               "after 3 ns, the end of task 0 (a), found 2 ns"));
  const Violation finding = check(*trace).findings.at(0);
  EXPECT_EQ(finding.task, TaskId(1));
  EXPECT_EQ(finding.other, TaskId(0));
  EXPECT_EQ(finding.handle, HandleId(0));
}

TEST(Check, WriterWaitsForTheLastReader) {
  EXPECT_THAT(findings_of("aa\nbbbb\n..ccc\na1: read x@0\nb1: read x@0\nc1: write x@2"),
              ElementsAre("before_predecessor: task 2 (c), x@2: expected a start at or after 4 ns, the end "
                          "of task 1 (b), found 2 ns"));
}

TEST(Check, TaskThatNeverRanCompletesAtOnceAndHidesNoEarlierGroup) {
  const std::string accesses = "\na1: write x@0\nb1: write x@1\nc1: write x@2";
  auto trace = *trace_from_text("aaa\n...bb\n.....cc" + accesses, 1);
  trace.lanes[1].spans = {};
  EXPECT_THAT(findings_of(trace), IsEmpty());
  trace.lanes[2].spans.begin_ns[0] = 2;
  EXPECT_THAT(findings_of(trace), ElementsAre("before_predecessor: task 2 (c), x@2: expected a start at or "
                                              "after 3 ns, the end of task 0 (a), found 2 ns"));
}

TEST(Check, AddsOfOneGroupDoNotOverlap) {
  const std::string accesses = "\na1: add x@0\nb1: add x@0\nc1: read x@2";
  EXPECT_THAT(findings_of("aa..ccc\n..bb" + accesses), IsEmpty());
  EXPECT_THAT(findings_of("..aaccc\nbb" + accesses), IsEmpty()) << "in any order";
  EXPECT_THAT(
      findings_of("aaa.ccc\n..bb" + accesses),
      ElementsAre("adds_overlap: task 1 (b), x@0: expected a start at or after 3 ns, the end of task 0 "
                  "(a), whose add excludes it, found 2 ns"));
}

TEST(Check, RenamedAddsMayOverlap) {
  CheckOptions renamed;
  renamed.renamed_adds_may_overlap = true;
  const std::string accesses = "\na1: add x@0\nb1: add x@0\nc1: read x@2";
  EXPECT_THAT(findings_of("aaa.ccc\n..bb" + accesses, renamed), IsEmpty());
  EXPECT_THAT(findings_of("aaaccc\n..bb" + accesses, renamed),
              ElementsAre("before_predecessor: task 2 (c), x@2: expected a start at or after 4 ns, the end "
                          "of task 1 (b), found 3 ns"));
}

TEST(Check, AddsWaitForTheLastOfTheEarlierAdds) {
  EXPECT_THAT(
      findings_of("aaaaaa\n.b.\n...c\na1: add x@0\nb1: add x@0\nc1: add x@0"),
      ElementsAre("adds_overlap: task 1 (b), x@0: expected a start at or after 6 ns, the end of task 0 "
                  "(a), whose add excludes it, found 1 ns",
                  "adds_overlap: task 2 (c), x@0: expected a start at or after 6 ns, the end of task 0 "
                  "(a), whose add excludes it, found 3 ns"));
}

TEST(Check, NonExclusiveCommutingTasksMayOverlap) {
  auto trace = *trace_from_text("aaa\n.bb\n...cc\na1: add x@0\nb1: add x@0\nc1: write x@2", 1);
  trace.access_modes[2].exclusive = false;
  EXPECT_THAT(findings_of(trace), IsEmpty());
}

TEST(Check, GroupRaisesTheVersionByItsSize) {
  EXPECT_THAT(findings_of("abcd\na1: write x@7\nb1: read x@8\nc1: read x@8\nd1: write x@10"), IsEmpty());
  EXPECT_THAT(findings_of("abcd\na1: write x@7\nb1: read x@8\nc1: read x@8\nd1: write x@9"),
              ElementsAre("version_sequence: task 3 (d): expected x@10, as 2 accesses await x@8, found x@9"));
  EXPECT_THAT(findings_of("ab\na1: write x@7\nb1: read x@9"),
              ElementsAre("version_sequence: task 1 (b): expected x@8, as 1 access awaits x@7, found x@9"));
}

TEST(Check, VersionsWrapAround) {
  EXPECT_THAT(findings_of("abcd\na1: write x@4294967294\nb1: read x@4294967295\nc1: read x@4294967295\n"
                          "d1: write x@1"),
              IsEmpty());
  EXPECT_THAT(
      findings_of("abc\na1: read x@4294967295\nb1: read x@4294967295\nc1: write x@2"),
      ElementsAre("version_sequence: task 2 (c): expected x@1, as 2 accesses await x@4294967295, found x@2"));
}

TEST(Check, SeveralSubmittersMayNumberTasksInAnyOrder) {
  EXPECT_THAT(findings_of("cab\na1: write x@2\nb1: write x@3\nc1: write x@1"), IsEmpty());
}

TEST(Check, GroupsMaySplit) {
  EXPECT_THAT(findings_of("abcd\na1: read x@0\nb1: read x@0\nc1: read x@2\nd1: write x@3"), IsEmpty());
}

TEST(Check, OnlyCommutingAccessesShareAVersion) {
  EXPECT_THAT(findings_of("ab\na1: read x@0\nb1: add x@0"),
              ElementsAre("mixed_group: task 1 (b), x@0: expected all accesses to this version in one "
                          "commuting mode, found add next to the read of task 0 (a)"));
  EXPECT_THAT(findings_of("ab\na1: write x@0\nb1: write x@0"),
              ElementsAre("mixed_group: task 1 (b), x@0: expected all accesses to this version in one "
                          "commuting mode, found write next to the write of task 0 (a)"));
}

TEST(Check, SeveralAccessesOfATaskToAHandleCountOnce) {
  EXPECT_THAT(findings_of("ab\na1: read x@0, add x@0\nb1: write x@1"), IsEmpty());
  EXPECT_THAT(findings_of("ab\na1: read x@0, add x@0\nb1: add x@0"),
              ElementsAre("mixed_group: task 1 (b), x@0: expected all accesses to this version in one "
                          "commuting mode, found add next to the several modes of task 0 (a)"));
}

TEST(Check, TaskWaitsForOneVersionPerHandle) {
  EXPECT_THAT(
      findings_of("a\na1: read x@0, write x@1, write y@0"),
      ElementsAre("own_predecessor: task 0 (a), x@1: expected one version of each handle per task, found "
                  "an earlier version, too"));
}

/// x belongs to node 0. It is written there, read on node 1, and written again.
std::string exchange(const std::string& node0, const std::string& node1, const std::string& message) {
  return "n0/w0: " + node0 + "\nn1/w0: " + node1 +
         "\nx: 8 bytes on n0\na1: write x@0\nb1: read x@1\nc1: write x@2\n" + message;
}

TEST(Check, RemoteReaderWaitsForTheMessageAndDelaysNoOne) {
  EXPECT_THAT(findings_of(exchange("aa.cc", "...bbb", "message x@1 n0->n1 2 3")), IsEmpty());
  EXPECT_THAT(
      findings_of(exchange("aa.cc", "...bbb", "message x@1 n0->n1 2 4")),
      ElementsAre("before_message: task 2 (b), x@1: expected a start at or after 4 ns, its receipt on node 1 "
                  "(n1), found 3 ns"));
  EXPECT_THAT(
      findings_of(exchange("aa.cc", "...bbb", "message x@0 n0->n1 0 1")),
      ElementsAre("missing_message: task 2 (b), x@1: expected a message that brings it to node 1 (n1), found "
                  "none"));
}

TEST(Check, RemoteReaderWithoutMessagesWaitsForTheWriter) {
  EXPECT_THAT(findings_of(exchange("aa.cc", "...bbb", "")), IsEmpty());
  EXPECT_THAT(findings_of(exchange("aa.cc", ".bbbbb", "")),
              ElementsAre("before_predecessor: task 1 (b), x@1: expected a start at or after 2 ns, the end "
                          "of task 0 (a), found 1 ns"));
}

TEST(Check, MessageCarriesItsVersion) {
  EXPECT_THAT(
      findings_of(exchange("aa.cc", "...bbb", "message x@1 n0->n1 1 3")),
      ElementsAre("message_order: message 0, x@1: expected sending at or after 2 ns, the end of task 0 (a), "
                  "found 1 ns"));
  EXPECT_THAT(
      findings_of(exchange("aa.cc", "......bbb", "message x@1 n0->n1 4 6")),
      ElementsAre("message_order: message 0, x@1: expected sending by 3 ns, when task 1 (c) began to modify "
                  "it, found 4 ns"));
  EXPECT_THAT(
      findings_of(exchange("aa...cc", "....bbb", "message x@1 n0->n1 4 3")),
      ElementsAre(
          "message_order: message 0, x@1: expected a receipt at or after 4 ns, when it was sent, found 3 "
          "ns"));
}

TEST(Check, NodeMayForwardWhatItReceived) {
  const auto sent_on = [](const std::string& times) {
    return "n0/w0: aa.cc\nn1/w0: ...bbb\nn2/w0: ......ddd\nx: 8 bytes on n0\na1: write x@0\nb1: read x@1\n"
           "d1: read x@1\nc1: write x@3\nmessage x@1 n0->n1 2 3\nmessage x@1 n1->n2 " +
           times;
  };
  EXPECT_THAT(findings_of(sent_on("4 6")), IsEmpty());
  EXPECT_THAT(findings_of(sent_on("2 6")),
              IsEmpty());  // sent before node 0 writes again, so the contents are right
}

TEST(Check, ExclusiveReadersSerialisePerReplica) {
  Trace trace = *trace_from_text(R"(
    n0/w0: aa..
    n1/w0: bb..
    n1/w1: ..cc
    x: 8 bytes on n0
    a1: add x@0
    b1: add x@0
    c1: add x@0
  )",
                                 1);
  for (AccessMode& mode : trace.access_modes) mode.modifies = false;
  EXPECT_TRUE(check(trace).ok());
  trace.lanes[2].spans.begin_ns[0] = 1;
  const CheckResult result = check(trace);
  ASSERT_EQ(result.total, 1u);
  EXPECT_EQ(result.findings[0].kind, Violation::Kind::adds_overlap);
  EXPECT_EQ(result.findings[0].task, TaskId(2));
  EXPECT_EQ(result.findings[0].other, TaskId(1));
}

TEST(Check, IncompleteRecordingMayHaveVersionGaps) {
  Trace trace = *trace_from_text("ab\na1: write x@0\nb1: write x@3\n", 1);
  EXPECT_EQ(findings_of(trace).size(), 1U);
  trace.metadata.incomplete = true;
  EXPECT_THAT(findings_of(trace), IsEmpty());
  trace.accesses.items[0].version = 5;  // but versions cannot decrease
  trace.accesses.items[1].version = 5;
  EXPECT_EQ(findings_of(trace).size(), 1U);
}

}  // namespace
}  // namespace gusset::traces
