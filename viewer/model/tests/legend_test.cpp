#include "gusset/viewer/model/timeline/legend.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;

std::vector<const std::vector<CategoryTotal>*> totals_of(const Document& document) {
  std::vector<const std::vector<CategoryTotal>*> totals;
  for (const auto& loaded : document.traces) totals.push_back(&loaded->category_totals);
  return totals;
}

TEST(Legend, TypesAreSortedByBusyTime) {
  const auto document = document_from_text({"a.bbb"});
  const std::vector<LegendRow> rows = legend_rows(*document, totals_of(*document));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].name, "b");
  EXPECT_EQ(rows[0].cells[0]->tasks, 1U);
  EXPECT_EQ(rows[0].cells[0]->busy_ns, 3000);
  EXPECT_DOUBLE_EQ(rows[0].cells[0]->share, 0.75);
  EXPECT_EQ(rows[0].colour, document->colours.of_categories(0)[1]);
}

TEST(Legend, MissingTypeHasNoCell) {
  const auto document = document_from_text({"aa", "ab"});
  const std::vector<LegendRow> rows = legend_rows(*document, totals_of(*document));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].name, "b");
  EXPECT_FALSE(rows[1].cells[0]);
  EXPECT_TRUE(rows[1].cells[1]);
}

TEST(Legend, RepeatedColourNamesItsFirstRow) {
  const auto document = document_from_text({"abcdefghijklmnopqrstttt"});
  const std::vector<LegendRow> rows = legend_rows(*document, totals_of(*document));
  ASSERT_EQ(rows.size(), 20U);
  EXPECT_EQ(rows[0].name, "t");
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(rows[i].same_colour_as, "") << i;
  EXPECT_EQ(rows[16].same_colour_as, "t");
  EXPECT_EQ(rows[17].same_colour_as, "a");
}

TEST(Legend, RangeChangesTotalsButNotTheOrder) {
  const auto document = document_from_text({"a.bbb"});
  const LoadedTrace& loaded = document->panel(0);
  const auto part =
      totals_by_category(loaded, traces::compute_statistics(*loaded.trace, 0, 2000), TimeRange{0, 2000});
  const std::vector<LegendRow> rows = legend_rows(*document, {&part});
  EXPECT_EQ(rows[0].name, "b");
  EXPECT_EQ(rows[0].cells[0]->busy_ns, 0);
  EXPECT_DOUBLE_EQ(rows[1].cells[0]->share, 1.0);
}

Appearance by_step() {
  Appearance appearance;
  appearance.colour_by = {traces::ColourKey::attribute, "step"};
  return appearance;
}

/// Three tasks: task 0 has no step, tasks 1 and 2 have different ones.
std::shared_ptr<const Document> document_of_steps() {
  traces::Trace trace = *traces::testing::trace_from_text("aa|bb.bbbb");
  trace.attributes.push_back(
      {"step", {traces::TaskId(1), traces::TaskId(2)}, std::vector<std::int64_t>{8, 3}});
  const auto loaded = index_trace(std::make_shared<traces::Trace>(trace), {}, 1);
  return make_document({with_appearance(*loaded, by_step(), 1)});
}

TEST(Legend, CategoriesKeepTheColouringsOrder) {
  const auto document = document_of_steps();
  EXPECT_EQ(legend_title(*document), "step");
  const std::vector<LegendRow> rows = legend_rows(*document, totals_of(*document));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].name, "step 3");
  EXPECT_EQ(rows[0].colour, traces::type_colour(3));
  EXPECT_EQ(rows[0].cells[0], (CategoryTotal{1, 4000, 0.5}));
  EXPECT_EQ(rows[1].name, "step 8");
  EXPECT_EQ(rows[1].cells[0], (CategoryTotal{1, 2000, 0.25}));
  EXPECT_EQ(rows[2].name, "no step");
}

TEST(Legend, RangeCountsTasksByCategory) {
  const auto document = document_of_steps();
  const LoadedTrace& loaded = document->panel(0);
  const TimeRange range{1000, 3000};
  const auto part = totals_by_category(
      loaded, traces::compute_statistics(*loaded.trace, range.begin_ns, range.end_ns), range);
  const std::vector<LegendRow> rows = legend_rows(*document, {&part});
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].cells[0], (CategoryTotal{0, 0, 0.0}));
  EXPECT_EQ(rows[1].cells[0], (CategoryTotal{1, 1000, 0.5}));
  EXPECT_EQ(rows[2].cells[0], (CategoryTotal{1, 1000, 0.5}));
}

TEST(Legend, TraceWithoutTheFactsIsColouredByType) {
  const auto loaded = testing::loaded_from_text("ab");
  const auto same = with_appearance(*loaded, by_step(), 1);
  EXPECT_EQ(same->colouring, nullptr);
  EXPECT_EQ(same->category_totals, loaded->category_totals);
}

}  // namespace
}  // namespace gusset::viewer
