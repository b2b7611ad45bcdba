#include "gusset/viewer/model/timeline/row_arrangement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;
using testing::loaded_from_text;

constexpr const char* two_nodes = R"(
  n0/w0: a...
  n0/w1: bbbb
  n1/w0: cc..
  n1/w1: ddd.
)";

std::vector<std::size_t> rows_of(const RowArrangement& arrangement) {
  std::vector<std::size_t> rows;
  for (const ShownRow& row : arrangement.rows()) rows.insert(rows.end(), row.rows.begin(), row.rows.end());
  return rows;
}

TEST(RowArrangement, ShowsAllRowsAsRecorded) {
  const auto loaded = loaded_from_text(two_nodes);
  const RowArrangement arrangement(*loaded, {});
  EXPECT_THAT(rows_of(arrangement), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(arrangement.node_row_counts(), ElementsAre(2, 2));
  EXPECT_EQ(arrangement.place_of(3), 3U);
  EXPECT_EQ(arrangement.hidden_rows(), 0U);
  EXPECT_EQ(arrangement.rows()[2].label, loaded->rows[2].label);
}

TEST(RowArrangement, BusiestWorkersOfEachNodeComeFirst) {
  RowOptions options;
  options.order = RowOrder::by_busy;
  const RowArrangement arrangement(*loaded_from_text(two_nodes), options);
  EXPECT_THAT(rows_of(arrangement), ElementsAre(1, 0, 3, 2)) << "equally busy nodes keep the recorded order";
  EXPECT_EQ(arrangement.place_of(0), 1U);
}

TEST(RowArrangement, NodeWithTheHighestMeanBusyShareComesFirst) {
  const auto loaded = loaded_from_text(R"(
    n0/w0: aaa.
    n0/w1: d...
    n1/w0: bbb.
    n2/w0: c...
    n2/w1: cccc
  )");
  RowOptions options;
  options.order = RowOrder::by_busy;
  const RowArrangement arrangement(*loaded, options);
  EXPECT_THAT(rows_of(arrangement), ElementsAre(2, 4, 3, 0, 1));
  EXPECT_THAT(arrangement.node_row_counts(), ElementsAre(1, 2, 2));
  options.folded = {traces::NodeId(2)};
  EXPECT_THAT(rows_of(RowArrangement(*loaded, options)), ElementsAre(2, 4, 3, 0, 1));
  EXPECT_EQ(RowArrangement(*loaded, options).rows()[1].node, traces::NodeId(2));
}

TEST(RowArrangement, FilterKeepsRowsWithinTheBusyShares) {
  const auto loaded = loaded_from_text(two_nodes);
  const auto rows = [&](const char* busy, const char* name = "") {
    RowOptions options;
    options.busy = parse_busy_shares(busy).value();
    options.name = name;
    return RowArrangement(*loaded, options);
  };
  EXPECT_THAT(rows_of(rows("busy<50%")), ElementsAre(0));
  EXPECT_THAT(rows_of(rows("busy<=50%")), ElementsAre(0, 2));
  EXPECT_THAT(rows_of(rows("busy>=75%")), ElementsAre(1, 3));
  EXPECT_THAT(rows_of(rows("busy>25% and busy<100%")), ElementsAre(2, 3));
  EXPECT_EQ(rows("busy<50%").hidden_rows(), 3U);
  EXPECT_THAT(rows("busy<50%").node_row_counts(), ElementsAre(1));
  EXPECT_THAT(rows_of(rows("busy<=50%", loaded->trace->nodes[1].name.c_str())), ElementsAre(2));
}

TEST(RowArrangement, NamesSortNumbersByValue) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("a\nb\nc"));
  trace->workers[0].name = "worker 10";
  trace->workers[1].name = "worker 9";
  trace->workers[2].name = "main";
  RowOptions options;
  options.order = RowOrder::by_name;
  EXPECT_THAT(rows_of(RowArrangement(*index_trace(trace, {}, 1), options)), ElementsAre(2, 1, 0));
}

TEST(RowArrangement, FoldedNodeIsOneRow) {
  const auto loaded = loaded_from_text(two_nodes);
  RowOptions options;
  options.folded = {traces::NodeId(0)};
  const RowArrangement arrangement(*loaded, options);
  ASSERT_EQ(arrangement.rows().size(), 3U);
  EXPECT_TRUE(arrangement.rows()[0].folded);
  EXPECT_THAT(arrangement.rows()[0].rows, ElementsAre(0, 1));
  EXPECT_EQ(arrangement.rows()[0].label, loaded->trace->nodes[0].name);
  EXPECT_THAT(arrangement.node_row_counts(), ElementsAre(1, 2));
  EXPECT_EQ(arrangement.place_of(1), 0U);
  EXPECT_EQ(arrangement.place_of(2), 1U);
}

TEST(RowArrangement, FilterKeepsWorkersAndNodesWithTheName) {
  const auto loaded = loaded_from_text(two_nodes);
  RowOptions options;
  options.name = loaded->trace->nodes[1].name;
  for (char& letter : options.name) letter = static_cast<char>(std::toupper(letter));
  const RowArrangement arrangement(*loaded, options);
  EXPECT_THAT(rows_of(arrangement), ElementsAre(2, 3));
  EXPECT_EQ(arrangement.hidden_rows(), 2U);
  EXPECT_FALSE(arrangement.place_of(0));
  EXPECT_FALSE(arrangement.place_of(99));
}

TEST(RowArrangement, PinnedRowsAreAboveAllOthersInTheirOrder) {
  RowOptions options;
  options.pinned = {traces::LaneId(3), traces::LaneId(1), traces::LaneId(3), traces::LaneId(77)};
  const RowArrangement arrangement(*loaded_from_text(two_nodes), options);
  EXPECT_THAT(rows_of(arrangement), ElementsAre(3, 1, 0, 2)) << "each lane once; no such lane as 77";
  EXPECT_EQ(arrangement.pinned_rows(), 2U);
  EXPECT_TRUE(arrangement.rows()[1].pinned);
  EXPECT_FALSE(arrangement.rows()[2].pinned);
  EXPECT_THAT(arrangement.node_row_counts(), ElementsAre(1, 1));
  EXPECT_EQ(arrangement.place_of(1), 1U);
  EXPECT_EQ(arrangement.hidden_rows(), 0U);
}

TEST(RowArrangement, NeitherFiltersNorFoldedNodesHidePinnedRows) {
  const auto loaded = loaded_from_text(two_nodes);
  RowOptions options;
  options.pinned = {traces::LaneId(3)};
  options.name = loaded->trace->nodes[0].name;
  const RowArrangement filtered(*loaded, options);
  EXPECT_THAT(rows_of(filtered), ElementsAre(3, 0, 1));
  EXPECT_EQ(filtered.hidden_rows(), 1U);
  options.name.clear();
  options.folded = {traces::NodeId(1)};
  const RowArrangement folded(*loaded, options);
  EXPECT_THAT(rows_of(folded), ElementsAre(3, 0, 1, 2));
  EXPECT_TRUE(folded.rows()[3].folded);
  EXPECT_THAT(folded.rows()[3].rows, ElementsAre(2)) << "the folded row shows the node's other workers";
}

TEST(NaturalLess, ComparesNumbersByValue) {
  EXPECT_TRUE(natural_less("w2", "w10"));
  EXPECT_FALSE(natural_less("w10", "w2"));
  EXPECT_TRUE(natural_less("w", "w1"));
  EXPECT_TRUE(natural_less("a9b2", "a9b11"));
  EXPECT_FALSE(natural_less("w02", "w2"));
  EXPECT_FALSE(natural_less("w2", "w02"));
  EXPECT_FALSE(natural_less("same", "same"));
  EXPECT_TRUE(natural_less("n999999999999999999998", "n999999999999999999999"));
}

}  // namespace
}  // namespace gusset::viewer
