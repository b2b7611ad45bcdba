#include "gusset/traces/analysis/causes/message_idle.hpp"

#include <gmock/gmock.h>

#include "gusset/traces/analysis/time/message_readers.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::trace_from_text;

// b waits for n0's message, d for n1's; the worker of n2 can run only one of them.
constexpr const char* two_senders = R"(
  n0/w0: aa..........
  n1/w0: cccc........
  n2/w0: ........bbdd
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1 [submit 0] [ready 8]
  d1: read y@1 [submit 0] [ready 8]
  message x@1 n0->n2 2 8
  message y@1 n1->n2 4 8
  x: 8 bytes on n0
  y: 8 bytes on n1
)";

std::vector<MessageIdle> pairs_of(const Trace& trace, std::int64_t begin_ns, std::int64_t end_ns) {
  IdleHistory history;
  idle_time(trace, TaskGraph(trace), history);
  return message_idle(trace, history, begin_ns, end_ns);
}

TEST(MessageIdle, DividesTheTimeAmongTheSendersThatAreAwaited) {
  const auto trace = trace_from_text(two_senders, 10);
  std::vector<MessageIdle> pairs;
  const IdleTime idle = idle_time(*trace, TaskGraph(*trace), pairs);
  // From 2 to 4 only b waits for a message, from 4 to 8 both wait.
  EXPECT_THAT(pairs,
              ElementsAre(MessageIdle{NodeId(0u), NodeId(2u), 40}, MessageIdle{NodeId(1u), NodeId(2u), 20}));
  EXPECT_EQ(idle.nodes[2].of(IdleCause::message), 60);
}

TEST(MessageIdle, CountsOnlyTheRange) {
  const auto trace = trace_from_text(two_senders, 10);
  EXPECT_THAT(pairs_of(*trace, 30, 40), ElementsAre(MessageIdle{NodeId(0u), NodeId(2u), 10}));
  EXPECT_THAT(pairs_of(*trace, 80, 120), IsEmpty());
}

TEST(MessageIdle, SingleNodeHasNoPairs) {
  std::vector<MessageIdle> pairs{{NodeId(0u), NodeId(0u), 1}};
  const auto trace = trace_from_text("aa..\na1: write x@0 [submit 0] [ready 0]");
  idle_time(*trace, TaskGraph(*trace), pairs);
  EXPECT_THAT(pairs, IsEmpty());
}

TEST(MessageIdle, AnswerListsThePairThatCostMostFirst) {
  const auto trace = trace_from_text(two_senders, 10);
  std::vector<MessageIdle> pairs;
  const IdleTime idle = idle_time(*trace, TaskGraph(*trace), pairs);
  const Table table = idle_answer(*trace, idle, pairs).tables.back();
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].cells[0], Cell("n0"));
  EXPECT_EQ(table.rows[0].cells[1], Cell("n2"));
  EXPECT_EQ(table.rows[0].cells[2], Cell(40));
  EXPECT_EQ(idle_answer(*trace, idle).tables.size(), 3u) << "no pairs: no table";
}

TEST(MessageReaders, AreTheTasksThatAccessWhatWasSent) {
  const auto trace = trace_from_text(two_senders, 10);
  const TaskTimes times = task_times(*trace);
  const auto names = [&](const MessageChoice& choice) {
    std::vector<std::string> found;
    for (const TaskId task : message_readers(*trace, times, choice))
      found.push_back(trace->types[trace->tasks.type[task.value()].value()]);
    return found;
  };
  EXPECT_THAT(names({NodeId(0u), NodeId(0u), NodeId(2u), NodeId(2u)}), ElementsAre("b"));
  EXPECT_THAT(names({NodeId(0u), NodeId(1u), NodeId(2u), NodeId(2u)}), ElementsAre("b", "d"));
  EXPECT_THAT(names({NodeId(0u), NodeId(1u), NodeId(2u), NodeId(2u), 30, 50}), ElementsAre("d"))
      << "sent in the range";
  EXPECT_THAT(names({NodeId(2u), NodeId(2u), NodeId(0u), NodeId(0u)}), IsEmpty());
}

}  // namespace
}  // namespace gusset::traces
