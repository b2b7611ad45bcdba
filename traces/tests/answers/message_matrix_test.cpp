#include "gusset/traces/answers/message_matrix.hpp"

#include <gmock/gmock.h>

#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/info_answer.hpp"
#include "merge_case.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Message message(std::size_t from, std::size_t to, std::int64_t send_ns, std::int64_t receive_ns,
                std::uint64_t bytes) {
  Message message;
  message.from = NodeId(from);
  message.to = NodeId(to);
  message.send_ns = send_ns;
  message.receive_ns = receive_ns;
  message.payload_bytes = bytes;
  return message;
}

Trace three_nodes() {
  Trace trace;
  for (const char* name : {"a", "b", "c"}) trace.nodes.push_back({name, 0, 0, 0});
  trace.recorded.messages = true;
  trace.messages = {message(0, 1, 100, 200, 8), message(0, 1, 300, 400, 16), message(2, 0, 500, 600, 32),
                    message(1, 0, unknown_time, 900, 64)};
  return trace;
}

TEST(MessageMatrix, HasARowPerSenderAColumnPerReceiverAndSums) {
  const Table table = message_matrix(three_nodes());
  std::vector<std::string> headings;
  for (const Table::Column& column : table.columns) headings.push_back(column.heading);
  EXPECT_THAT(headings, ElementsAre("messages from", "to a", "to b", "to c", "sum", "payload"));
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_THAT(table.rows[0].cells, ElementsAre("a", Cell(), 2, Cell(), 2, 24));
  EXPECT_THAT(table.rows[1].cells, ElementsAre("b", 1, Cell(), Cell(), 1, 64));
  EXPECT_THAT(table.rows[2].cells, ElementsAre("c", 1, Cell(), Cell(), 1, 32));
  EXPECT_THAT(table.rows[3].cells, ElementsAre("(sum)", 2, 2, 0, 4, 120));
  EXPECT_TRUE(table.rows[3].is_total);
}

TEST(MessageMatrix, CountsWhatWasSentInTheRange) {
  const Table table = message_matrix(three_nodes(), {.from_ns = 300, .to_ns = 500});
  EXPECT_THAT(table.rows[3].cells, ElementsAre("(sum)", 0, 1, 0, 1, 16));
  const Table late = message_matrix(three_nodes(), {.from_ns = 500, .to_ns = 901});
  EXPECT_THAT(late.rows[3].cells, ElementsAre("(sum)", 2, 0, 0, 2, 96)) << "the last one at its arrival";
}

TEST(MessageMatrix, MatricesOfSeveralTracesHaveEqualColumns) {
  const Table table = message_matrix(three_nodes(), {.min_columns = 4});
  EXPECT_EQ(table.columns[4].heading, "to node 3");
  EXPECT_THAT(table.rows[3].cells, ElementsAre("(sum)", 2, 2, 0, 0, 4, 120));
}

TEST(MessageMatrix, HasNoRowsWithoutMessages) {
  Trace trace = three_nodes();
  trace.recorded.messages = false;
  EXPECT_THAT(message_matrix(trace).rows, IsEmpty());
  trace = three_nodes();
  trace.nodes.resize(1);
  trace.messages.clear();
  EXPECT_THAT(message_matrix(trace).rows, IsEmpty());
  EXPECT_THAT(message_pairs(trace).rows, IsEmpty());
}

TEST(MessageMatrix, SumsEqualTheNodesStatistics) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Trace trace = testing::merged(testing::random_run(seed, {2, 2}, 60));
    const Statistics statistics = compute_statistics(trace);
    const Table table = message_matrix(trace);
    ASSERT_EQ(table.rows.size(), 5u);
    for (std::size_t node = 0; node < 4; ++node) {
      EXPECT_EQ(table.rows[node].cells[5], Cell(statistics.nodes[node].messages_sent));
      EXPECT_EQ(table.rows[node].cells[6], Cell(statistics.nodes[node].payload_bytes_sent));
      EXPECT_EQ(table.rows[4].cells[1 + node], Cell(statistics.nodes[node].messages_received));
    }
    std::int64_t listed = 0;
    for (const Table::Row& row : message_pairs(trace).rows)
      listed += std::get<std::int64_t>(row.cells[2].value);
    EXPECT_EQ(table.rows[4].cells[5], Cell(listed));
  }
}

TEST(MessageMatrix, InfoShowsItAndItsDocumentListsThePairs) {
  const Trace trace = testing::merged(testing::two_node_run());
  const Statistics statistics = compute_statistics(trace);
  const TraceTotals totals{trace, statistics, std::nullopt};
  EXPECT_EQ(info_answer(totals, "t.gus").tables.back(), message_matrix(trace));
  EXPECT_THAT(info_json(totals, "t.gus"), HasSubstr("\"per_pair\""));
}

}  // namespace
}  // namespace gusset::traces
