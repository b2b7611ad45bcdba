// Tasks that ran on another node than the program placed them on keep their accesses at home.
#include <gmock/gmock.h>

#include <cstdint>
#include <string>
#include <vector>

#include "check_findings.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::findings_of;
using ::testing::IsEmpty;
using testing::trace_from_text;

/// Task a writes x, which node 0 owns, b reads it, and c overwrites it. Task b has migrated from that node.
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

TEST(MigratedTasks, LaterAddGetsWhatEarlierAddsHaveModified) {
  Trace trace = *trace_from_text(
      "n0/w0: aa\nn1/w0: ...bb\nx: 8 bytes on n0\na1: add x@0\nb1: add x@0\nmessage x@0 n0->n1 2 3", 1);
  EXPECT_EQ(findings_of(trace).size(), 1u);  // sent when node 0 has modified it
  trace.attributes.push_back({home_attribute, {TaskId(1)}, std::vector<std::int64_t>{0}});
  EXPECT_THAT(findings_of(trace), IsEmpty());
}

TEST(MigratedTasks, EmptyContentsNeedNoMessage) {
  Trace trace = migrated("n0/w0: aa....cc\nn1/w0: ...bbb\nmessage x@0 n0->n1 0 1", 0);
  trace.handles.size_bytes[0] = 0;
  EXPECT_THAT(findings_of(trace), IsEmpty());
  trace.attributes.clear();
  EXPECT_THAT(
      findings_of(trace),
      ElementsAre("missing_message: task 1 (b), x@1: expected a message that brings it to node 1 (n1), "
                  "found none"));
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
