#include "gusset/viewer/model/explain/comparison_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "documents.hpp"
#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;

class ComparisonReportTest : public ::testing::Test {
 protected:
  std::vector<traces::Table> changes_of(const std::vector<std::string_view>& texts) {
    document_ = testing::document_from_text(texts);
    comparisons_.set_document(document_);
    comparisons_.facts(0, 1);
    queue_.run_until([this] { return !comparisons_.busy(); });
    std::vector<traces::Table> tables;
    for (const traces::Table& table : comparisons_.facts(0, 1)->answer.tables)
      tables.push_back(largest_changes(table));
    return tables;
  }
  static std::vector<std::string> texts_of(const traces::Table& table, std::size_t row) {
    std::vector<std::string> texts;
    for (const ChangeColumn cell : {name_cell, a_cell, b_cell, change_cell})
      texts.push_back(traces::cell_text(table.columns[cell].kind, table.rows.at(row).cells[cell]));
    return texts;
  }

  testing::UiQueue queue_;
  std::shared_ptr<const Document> document_;
  Comparisons comparisons_{queue_.post()};
};

TEST_F(ComparisonReportTest, BarsAreSharesOfTheLargestChange) {
  const auto tables = changes_of({"aaaabb\ncc....", "aabbb.\nccdd.."});
  ASSERT_EQ(tables.size(), 5U);
  EXPECT_EQ(tables[0].columns[name_cell].heading, "run");
  EXPECT_THAT(texts_of(tables[0], 0), ElementsAre("makespan", "6.00 µs", "5.00 µs", "-1.00 µs"));
  EXPECT_THAT(change_shares(tables[0]), ElementsAre(-1.0));
  EXPECT_EQ(tables[1].columns[name_cell].heading, "type");
  ASSERT_EQ(tables[1].rows.size(), 4U);
  EXPECT_THAT(texts_of(tables[1], 0), ElementsAre("a", "4.00 µs", "2.00 µs", "-2.00 µs"));
  EXPECT_THAT(texts_of(tables[1], 1), ElementsAre("b", "2.00 µs", "3.00 µs", "+1.00 µs"));
  EXPECT_THAT(texts_of(tables[1], 2), ElementsAre("c", "2.00 µs", "2.00 µs", "0 s"));
  EXPECT_THAT(texts_of(tables[1], 3), ElementsAre("d", "0 s", "2.00 µs", "+2.00 µs")) << "only in B";
  EXPECT_THAT(change_shares(tables[1]), ElementsAre(-1.0, 0.5, 0.0, 1.0));
  EXPECT_EQ(tables[2].rows.size(), 2U);
  EXPECT_EQ(tables[4].remark, "The critical chain is unknown: dependencies are missing or cyclic.");
}

TEST_F(ComparisonReportTest, KeepsTheLargestChangesOfManyWorkers) {
  std::string a;
  std::string b;
  for (int i = 0; i < 50; ++i) {
    a += "a.\n";
    b += i == 49 ? "aa\n" : "a.\n";
  }
  const auto tables = changes_of({a, b});
  EXPECT_EQ(tables[2].rows.size(), max_change_bars);
  EXPECT_EQ(change_shares(tables[2])[0], 1.0);
  EXPECT_EQ(tables[2].remark, "… and 10 more workers that changed less");
}

TEST_F(ComparisonReportTest, ReportLinksToTheTaskInOtherTraces) {
  changes_of({"aabb", "bbb"});
  const auto of_b = matches_section(*document_, comparisons_, {0, traces::TaskId(1)});
  ASSERT_TRUE(of_b);
  ASSERT_EQ(of_b->lines.size(), 1U);
  queue_.run_until([this] { return !comparisons_.busy(); });
  const auto known = matches_section(*document_, comparisons_, {0, traces::TaskId(1)});
  EXPECT_EQ(known->lines[0].pieces[0].link, (TaskReference{1, traces::TaskId(0)}));
  EXPECT_EQ(known->lines[0].pieces[1].text, ", 3.00 µs");
  const auto of_a = matches_section(*document_, comparisons_, {0, traces::TaskId(0)});
  EXPECT_TRUE(of_a->lines[0].unknown);
  EXPECT_EQ(of_a->lines[0].pieces[0].text, "no match");
}

TEST_F(ComparisonReportTest, SingleTraceHasNoMatchesSection) {
  const auto document = testing::document_from_text({"aa"});
  EXPECT_FALSE(matches_section(*document, comparisons_, {0, traces::TaskId(0)}));
}

}  // namespace
}  // namespace gusset::viewer
