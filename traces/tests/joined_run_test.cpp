// What a real run says: a Cholesky factorization of 6 × 6 blocks on four nodes with two threads each, joined
// from the parts that the nodes recorded. All nodes ran on one host with two processors.
#include <gmock/gmock.h>

#include <map>
#include <tuple>

#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/causes/why.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/time/traffic.hpp"
#include "gusset/traces/answers/critical_path_answer.hpp"
#include "gusset/traces/answers/message_matrix.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/picture/timeline/node_arrows.hpp"

namespace gusset::traces {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const Trace& joined_run() {
  static const auto trace = read_gus(GUSSET_TRACES_TESTS "/data/cholesky_on_4_nodes.gus");
  EXPECT_TRUE(trace.ok()) << (trace.ok() ? "" : trace.error().message());
  return **trace;
}

TEST(JoinedRun, IsAPossibleExecution) {
  const CheckResult result = check(joined_run());
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.findings[0].error.message());
}

TEST(JoinedRun, MessagesServeAllAccessesOnNodesOtherThanTheOwner) {
  const Trace& trace = joined_run();
  const TaskTimes times = task_times(trace);
  std::map<std::tuple<HandleId, std::uint32_t, NodeId>, std::uint32_t> accesses;
  for (std::size_t t = 0; t < trace.tasks.size(); ++t) {
    const NodeId node = node_of_lane(trace, times.lane[t]);
    for (const Access& access : trace.accesses.of(TaskId(t))) {
      if (trace.handles.owner[access.handle.value()] != node)
        ++accesses[{access.handle, access.version, node}];
    }
  }
  EXPECT_EQ(trace.messages.size(), accesses.size()) << "each version travels once to each node";
  for (const Message& message : trace.messages) {
    EXPECT_EQ(message.listeners, (accesses[{message.handle, message.version, message.to}]));
    EXPECT_EQ(message.payload_bytes, trace.handles.size_bytes[message.handle.value()]);
    EXPECT_GE(message.receive_ns, message.send_ns - 1000) << "clocks agree to 1 µs";
  }
}

TEST(JoinedRun, IdleTimeWaitsForMessagesAndNamesTheirSender) {
  const Trace& trace = joined_run();
  const IdleTime idle = idle_time(trace, TaskGraph(trace));
  EXPECT_GT(idle.total.of(IdleCause::message), 0);
  EXPECT_EQ(idle.total.of(IdleCause::unknown), 0);
  EXPECT_GT(idle.awaited_from_ns[0], 0);
}

TEST(JoinedRun, WhyCrossesNodesThroughMessages) {
  const Trace& trace = joined_run();
  const TaskGraph graph(trace);
  const TaskTimes times = task_times(trace);
  std::size_t crossings = 0;
  for (std::size_t t = 0; t < trace.tasks.size(); ++t) {
    for (const WhyStep& step : why(trace, graph, TaskId(t), 100)) {
      if (step.cause != WhyStep::Cause::message) continue;
      const Message& message = trace.messages[*step.message];
      EXPECT_EQ(message.to, node_of_lane(trace, step.lane));
      EXPECT_EQ(message.handle, step.handle);
      EXPECT_EQ(message.version, step.version);
      if (step.by.is_none()) continue;
      EXPECT_EQ(message.from, node_of_lane(trace, times.lane[step.by.value()]));
      ++crossings;
    }
  }
  EXPECT_GT(crossings, trace.tasks.size());
}

TEST(JoinedRun, CriticalPathHasLinksOfMessages) {
  const Trace& trace = joined_run();
  const CriticalPathAnalysis path = critical_path_analysis(trace, TaskGraph(trace));
  std::int64_t message_ns = 0;
  for (const ChainLink& link : path.chain.links)
    message_ns += link.kind == ChainLink::Kind::message ? link.end_ns - link.begin_ns : 0;
  EXPECT_GT(message_ns, 0);
  EXPECT_EQ(critical_path_answer(trace, path).tables.at(1).columns.back().heading, "data");
}

TEST(JoinedRun, MoreThreadsThanProcessorsAreToBlameNotTheProgram) {
  const std::vector<Finding> findings = verdict(joined_run(), {}).findings;
  ASSERT_FALSE(findings.empty());
  EXPECT_THAT(findings[0].sentence, HasSubstr("8 threads share 2 processors: at least "));
  for (const Finding& finding : findings) EXPECT_THAT(finding.sentence, Not(HasSubstr("send less")));
}

TEST(JoinedRun, ArrowsAndTheMatrixCountTheSameMessages) {
  const Trace& trace = joined_run();
  const NodeArrows arrows =
      node_arrows(trace, Traffic(trace), 0, trace.messages.back().receive_ns + 1'000'000,
                  [](NodeId) { return true; }, {});
  EXPECT_EQ(arrows.arrows.size(), trace.messages.size());
  EXPECT_EQ(message_matrix(trace).rows.back().cells[5], Cell(trace.messages.size()));
}

}  // namespace
}  // namespace gusset::traces
