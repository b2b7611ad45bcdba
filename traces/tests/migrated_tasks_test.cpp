// Tasks that ran on a node other than the one that the program placed them on.
#include "gusset/traces/model/migrated_tasks.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check_findings.hpp"
#include "gusset/traces/analysis/causes/why.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/task_links.hpp"
#include "gusset/traces/model/version_messages.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::findings_of;
using ::testing::IsEmpty;
using testing::trace_from_text;

/// The trace drawn in the text, with node 0 as the home of these tasks.
Trace migrated_from_node_0(const std::string& text, std::vector<TaskId> tasks) {
  Trace trace = *trace_from_text(text, 1);
  const std::vector<std::int64_t> homes(tasks.size(), 0);
  trace.attributes.push_back({home_attribute, std::move(tasks), homes});
  return trace;
}

TEST(MigratedTasks, HaveTheirHomeInAnAttribute) {
  const std::string text = "n0/w0: aa\nn1/w0: ..bb";
  EXPECT_THAT(homes_of_migrated(*trace_from_text(text, 1)), IsEmpty());
  EXPECT_THAT(homes_of_migrated(migrated_from_node_0(text, {TaskId(1)})), ElementsAre(NodeId(), NodeId(0)));
}

TEST(MigratedTasks, AProgramsOwnAttributeOfThatNameSaysNothing) {
  Trace trace = *trace_from_text("aa", 1);
  trace.attributes.push_back({home_attribute, {TaskId(0)}, std::vector<std::string>{"Kiruna"}});
  EXPECT_THAT(homes_of_migrated(trace), IsEmpty());
  trace.attributes[0].values = std::vector<std::int64_t>{7};
  EXPECT_THAT(homes_of_migrated(trace), ElementsAre(NodeId()));
}

TEST(MigratedTasks, LastMessageByATime) {
  const auto trace = trace_from_text(R"(
    n0/w0: aa
    n1/w0: ......b
    x: 8 bytes on n0
    a1: write x@0
    b1: read x@1
    message x@1 n0->n1 2 3
    message x@1 n0->n1 2 5
    message x@2 n0->n1 2 4
  )",
                                     1);
  const VersionMessages messages(*trace);
  const Access access = trace->accesses.items.back();
  EXPECT_EQ(messages.last_to(NodeId(1), access, 2), nullptr);
  EXPECT_EQ(messages.last_to(NodeId(1), access, 4)->receive_ns, 3);
  EXPECT_EQ(messages.last_to(NodeId(1), access, 9)->receive_ns, 5);
  EXPECT_EQ(messages.last_to(NodeId(0), access, 9), nullptr);
}

/// x belongs to node 0. b modifies it on node 1, then c reads it at home.
constexpr const char* modified_elsewhere = R"(
    n0/w0: aa.......cc
    n1/w0: ....bb.....
    x: 8 bytes on n0
    a1: write x@0 [submit 0] [ready 0]
    b1: write x@1 [submit 0] [ready 4]
    c1: read x@2 [submit 0] [ready 8]
    message x@1 n0->n1 2 4
    message x@2 n1->n0 6 8
  )";

TEST(MigratedTasks, MayModifyAnotherNodesData) {
  EXPECT_THAT(findings_of(migrated_from_node_0(modified_elsewhere, {TaskId(1)})), IsEmpty());
}

TEST(MigratedTasks, NeedAMessageForWhatTheyModify) {
  Trace trace = migrated_from_node_0(modified_elsewhere, {TaskId(1)});
  trace.messages.erase(trace.messages.begin());
  EXPECT_THAT(findings_of(trace), ElementsAre("missing_message: task 1 (b), x@1: expected a message that "
                                              "brings it to node 1 (n1), found none"));
}

TEST(MigratedTasks, WaitForTheirMessageAndTheirHomeWaitsForTheResult) {
  const Trace trace = migrated_from_node_0(modified_elsewhere, {TaskId(1)});
  const TaskGraph graph(trace);
  for (const auto& [task, arrived_ns] : {std::pair(1u, 4), {2u, 8}}) {
    const std::vector<WhyStep> steps = why(trace, graph, TaskId(task), 1);
    ASSERT_EQ(steps.size(), 1u);
    EXPECT_EQ(steps[0].cause, WhyStep::Cause::message);
    EXPECT_EQ(steps[0].cause_ns, arrived_ns);
    EXPECT_EQ(steps[0].by, TaskId(task - 1));
  }
}

// b migrated from node 0 to node 1, with a copy of x, which node 1 owns. Node 1's own task c needs no
// message.
TEST(MigratedTasks, MessagesToTheOwnerSayNothingAboutItsOtherTasks) {
  const Trace trace = migrated_from_node_0(R"(
    n1/w0: aa...cc
    n1/w1: ....b..
    n0/w0: .......
    x: 8 bytes on n1
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 0] [ready 4]
    c1: read x@1 [submit 0] [ready 2]
    message x@1 n1->n0 2 3
    message x@1 n0->n1 3 4
  )",
                                           {TaskId(1)});
  EXPECT_THAT(findings_of(trace), IsEmpty());
  EXPECT_EQ(why(trace, TaskGraph(trace), TaskId(2), 1).at(0).by, TaskId(0));
  EXPECT_NE(why(trace, TaskGraph(trace), TaskId(2), 1).at(0).cause, WhyStep::Cause::message);
}

// One of two adds migrated to node 1, which died before it had recorded the add. The other add ran first.
TEST(MigratedTasks, MayBeMissingFromAnIncompleteTrace) {
  Trace trace = migrated_from_node_0(R"(
    n0/w0: aabb.
    n1/w0: ....c
    x: 8 bytes on n0
    a1: write x@0
    b1: add x@1
    message x@1 n0->n1 4 5
  )",
                                     {});
  trace.messages[0].listeners = 0;
  EXPECT_EQ(findings_of(trace).size(), 1u);
  trace.metadata.incomplete = true;
  EXPECT_THAT(findings_of(trace), IsEmpty());
}

// b and e migrated from node 0 to node 1, which owns x; c is node 1's own task.
TEST(MigratedTasks, AreLinkedToTheirOwnMessagesOnTheOwner) {
  const Trace trace = migrated_from_node_0(R"(
    n0/w0: ...........
    n1/w0: aacc.bb.ee.
    x: 8 bytes on n1
    a1: write x@0
    b1: read x@1
    c1: read x@1
    e1: read x@1
    message x@1 n1->n0 2 3
    message x@1 n0->n1 3 4
    message x@1 n0->n1 5 6
  )",
                                           {TaskId(2), TaskId(3)});
  const TaskGraph graph(trace);
  const TaskTimes times = task_times(trace);
  std::vector<std::optional<std::size_t>> messages;
  for (const unsigned task : {1u, 2u, 3u}) {
    const LinksOfTasks found = TaskLinks(trace).of(trace, graph, times, std::vector{TaskId(task)}, 9);
    ASSERT_EQ(found.links.size(), 1u);
    EXPECT_EQ(found.links[0].before, TaskId(0));
    messages.push_back(found.links[0].message);
  }
  EXPECT_THAT(messages, ElementsAre(std::nullopt, 1u, 2u));
}

// b ran on node 1, but its read counts as one of its home, node 0. Node 0 owns x, so d waits for b.
TEST(MigratedTasks, DelayTheNextWriterIfTheirHomeOwnsTheData) {
  const std::string owned_by_home = R"(
    n0/w0: aa.....dd
    n1/w0: ...bb....
    x: 8 bytes on n0
    a1: write x@0
    b1: read x@1
    d1: write x@2
    message x@1 n0->n1 2 3
  )";
  const Trace trace = migrated_from_node_0(owned_by_home, {TaskId(1)});
  EXPECT_THAT(findings_of(trace), IsEmpty());
  EXPECT_TRUE(TaskGraph(trace).holds_up(1));
  EXPECT_FALSE(TaskGraph(*trace_from_text(owned_by_home, 1)).holds_up(1));
}

// Node 1 owns x. b ran there, but with a copy from its home, node 0: the owner's next task d did not wait for
// b.
TEST(MigratedTasks, DelayNoOneIfTheirHomeDoesNotOwnTheData) {
  const std::string owned_by_receiver = R"(
    n0/w0: ........
    n1/w0: aadd.bb
    x: 8 bytes on n1
    a1: write x@0
    b1: read x@1
    d1: write x@2
    message x@1 n1->n0 2 3
    message x@1 n0->n1 4 5
  )";
  const Trace trace = migrated_from_node_0(owned_by_receiver, {TaskId(2)});
  EXPECT_THAT(findings_of(trace), IsEmpty());
  EXPECT_FALSE(TaskGraph(trace).holds_up(1));
  EXPECT_FALSE(findings_of(*trace_from_text(owned_by_receiver, 1)).empty());
}

// Each migrated task gets its contents in a separate message. All other tasks of a node share one message.
TEST(MigratedTasks, EachGetAMessageWithTheSameVersion) {
  const std::string text = R"(
    n0/w0: aa.....
    n1/w0: ...bbcc
    x: 8 bytes on n0
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1 [submit 1] [ready 3]
    c1: read x@1 [submit 1] [ready 4]
    message x@1 n0->n1 2 3
    message x@1 n0->n1 3 4
  )";
  EXPECT_THAT(findings_of(migrated_from_node_0(text, {TaskId(1), TaskId(2)})), IsEmpty());
  EXPECT_THAT(findings_of(migrated_from_node_0(text, {TaskId(2)})), IsEmpty());
  EXPECT_EQ(findings_of(*trace_from_text(text, 1)).size(), 1u);
}

// x is sent for b after a has added to it, but as the version that both adds await.
TEST(MigratedTasks, AddsMayFollowThoseOfTheirHome) {
  const std::string text = R"(
    n0/w0: aa......dd
    n1/w0: ....bb....
    x: 8 bytes on n0
    a1: add x@0
    b1: add x@0
    d1: read x@2
    message x@0 n0->n1 2 4
    message x@2 n1->n0 6 8
  )";
  EXPECT_THAT(findings_of(migrated_from_node_0(text, {TaskId(1)})), IsEmpty());
  EXPECT_EQ(findings_of(*trace_from_text(text, 1)).size(), 1u);
}

// Handles without contents only order tasks; nothing is sent for them.
TEST(MigratedTasks, NeedNoMessageForHandlesOfSizeZero) {
  const Trace trace = migrated_from_node_0(R"(
    n0/w0: aa...
    n1/w0: ..bb.
    x: 0 bytes on n0
    y: 8 bytes on n0
    a1: write x@0 [submit 0] [ready 0]
    b1: read x@1, write y@0 [submit 0] [ready 2]
    message y@0 n0->n1 2 2
  )",
                                           {TaskId(1)});
  EXPECT_THAT(findings_of(trace), IsEmpty());
}

/// Task a writes x, which node 0 owns, b reads it, and c overwrites it. Task b has migrated from node `home`.
Trace migrated(const std::string& text, std::int64_t home) {
  Trace trace =
      *trace_from_text(text + "\nx: 8 bytes on n0\na1: write x@0\nb1: read x@1\nc1: write x@2\n", 1);
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    if (trace.types[trace.tasks.type[task].value()] == "b")
      trace.attributes.push_back({home_attribute, {TaskId(task)}, std::vector<std::int64_t>{home}});
  }
  return trace;
}

TEST(MigratedTasks, ReaderOfItsOwnNodesDataDelaysTheNextWriter) {
  EXPECT_THAT(findings_of(migrated("n0/w0: aa....cc\nn1/w0: ...bbb\nmessage x@1 n0->n1 2 3", 0)), IsEmpty());
  EXPECT_THAT(
      findings_of(migrated("n0/w0: aa..cc\nn1/w0: ...bbb\nmessage x@1 n0->n1 2 3", 0)),
      ElementsAre("before_predecessor: task 2 (c), x@2: expected a start at or after 6 ns, the end of "
                  "task 1 (b), found 4 ns"));
  EXPECT_THAT(findings_of(migrated("n0/w0: aa..cc\nn1/w0: ...bbb\nmessage x@1 n0->n1 2 3", 1)), IsEmpty());
}

TEST(MigratedTasks, ReaderOfAnotherNodesDataDelaysNoOneEvenAtTheOwner) {
  const std::string runs = "n0/w0: aa..cc\nn0/w1: ......bb\nn1/w0: ....\nmessage x@1 n0->n1 2 3\n";
  EXPECT_THAT(findings_of(migrated(runs + "message x@1 n1->n0 5 6", 1)), IsEmpty());
  EXPECT_THAT(
      findings_of(migrated(runs + "message x@1 n1->n0 5 7", 1)),
      ElementsAre("before_message: task 2 (b), x@1: expected a start at or after 7 ns, its receipt on "
                  "node 0 (n0), found 6 ns"));
  EXPECT_THAT(
      findings_of(migrated(runs, 1)),
      ElementsAre("missing_message: task 2 (b), x@1: expected a message that brings it to node 0 (n0), "
                  "found none"));
}

TEST(MigratedTasks, OwnerSendsAVersionBeforeItOverwritesIt) {
  EXPECT_THAT(findings_of(migrated("n0/w0: aa..cc\nn1/w0: ......bbb\nmessage x@1 n0->n1 5 6", 1)),
              ElementsAre("message_order: message 0, x@1: expected sending by 4 ns, when task 1 (c) began to "
                          "modify it, found 5 ns"));
}

// Their exclusive reads hold the lock of their home's replica, of which they have a copy.
TEST(MigratedTasks, ExclusiveReadsSerialiseOnTheirHome) {
  Trace trace = *trace_from_text(R"(
    n0/w0: aa
    n1/w0: bb
    n1/w1: .c
    x: 8 bytes on n0
    a1: add x@0
    b1: add x@0
    c1: add x@0
  )",
                                 1);
  for (AccessMode& mode : trace.access_modes) mode.modifies = false;
  EXPECT_EQ(findings_of(trace).size(), 1u);  // b and c
  trace.attributes.push_back({home_attribute, {TaskId(2)}, std::vector<std::int64_t>{0}});
  EXPECT_EQ(findings_of(trace).size(), 1u);  // a and c
  trace.lanes[2].spans.begin_ns[0] = 2;
  trace.lanes[2].spans.end_ns[0] = 3;
  EXPECT_THAT(findings_of(trace), IsEmpty());
}

TEST(MigratedTasks, GraphHasTheEdgesOfTheirHome) {
  const auto waits = [](std::int64_t home) {
    const Trace trace = migrated("n0/w0: aa....cc\nn1/w0: ...bbb\nmessage x@1 n0->n1 2 3", home);
    const TaskGraph graph(trace);
    const auto before = graph.predecessors(TaskId(2));
    return std::vector<TaskId>(before.begin(), before.end());
  };
  EXPECT_THAT(waits(0), ElementsAre(TaskId(1)));
  EXPECT_THAT(waits(1), ElementsAre(TaskId(0)));
}

}  // namespace
}  // namespace gusset::traces
