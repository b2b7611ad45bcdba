#include "gusset/viewer/model/legend.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;

std::vector<const traces::Statistics*> totals_of(const Document& document) {
  std::vector<const traces::Statistics*> totals;
  for (const auto& loaded : document.traces) totals.push_back(&loaded->totals);
  return totals;
}

TEST(Legend, TypesComeByBusyTimeWithTheirShares) {
  const auto document = document_from_text({"a.bbb"});
  const std::vector<LegendRow> rows = legend_rows(*document, totals_of(*document));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].type, "b");
  EXPECT_EQ(rows[0].cells[0]->tasks, 1U);
  EXPECT_EQ(rows[0].cells[0]->busy_ns, 3000);
  EXPECT_DOUBLE_EQ(rows[0].cells[0]->share, 0.75);
  EXPECT_EQ(rows[0].colour, document->colours.of_categories(0)[1]);
}

TEST(Legend, ATypeThatATraceLacksHasNoCellThere) {
  const auto document = document_from_text({"aa", "ab"});
  const std::vector<LegendRow> rows = legend_rows(*document, totals_of(*document));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].type, "b");
  EXPECT_FALSE(rows[1].cells[0]);
  EXPECT_TRUE(rows[1].cells[1]);
}

TEST(Legend, ARangeChangesFiguresButNotTheOrder) {
  const auto document = document_from_text({"a.bbb"});
  const traces::Statistics part = traces::compute_statistics(*document->panel(0).trace, 0, 2000);
  const std::vector<LegendRow> rows = legend_rows(*document, {&part});
  EXPECT_EQ(rows[0].type, "b");
  EXPECT_EQ(rows[0].cells[0]->busy_ns, 0);
  EXPECT_DOUBLE_EQ(rows[1].cells[0]->share, 1.0);
}

}  // namespace
}  // namespace gusset::viewer
