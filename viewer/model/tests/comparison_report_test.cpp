#include "gusset/viewer/model/explain/comparison_report.hpp"

#include <gmock/gmock.h>

#include "documents.hpp"
#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

using ::testing::HasSubstr;

class ComparisonReportTest : public ::testing::Test {
 protected:
  ComparisonReport report_of(const std::vector<std::string_view>& texts) {
    document_ = testing::document_from_text(texts);
    comparisons_.set_document(document_);
    comparisons_.facts(0, 1);
    queue_.run_until([this] { return !comparisons_.busy(); });
    return comparison_report(*document_, 0, 1, *comparisons_.facts(0, 1));
  }

  testing::UiQueue queue_;
  std::shared_ptr<const Document> document_;
  Comparisons comparisons_{queue_.post()};
};

TEST_F(ComparisonReportTest, BarsAreSharesOfTheLargestChange) {
  const ComparisonReport report = report_of({"aaaabb\ncc....", "aabbb.\nccdd.."});
  ASSERT_EQ(report.sections.size(), 3U);
  EXPECT_EQ(report.sections[0].title, "Busy time of types");
  ASSERT_EQ(report.sections[0].bars.size(), 4U);
  EXPECT_EQ(report.sections[0].bars[0], (ChangeBar{"a", "4.000 µs", "2.000 µs", "−2.000 µs", -1.0}));
  EXPECT_EQ(report.sections[0].bars[1], (ChangeBar{"b", "2.000 µs", "3.000 µs", "+1.000 µs", 0.5}));
  EXPECT_EQ(report.sections[0].bars[2], (ChangeBar{"c", "2.000 µs", "2.000 µs", "0", 0.0}));
  EXPECT_EQ(report.sections[0].bars[3], (ChangeBar{"d", "–", "2.000 µs", "", 0.0})) << "only in B";
  EXPECT_EQ(report.sections[1].bars.size(), 2U);
  EXPECT_EQ(report.sections[2].note, "not recorded");
}

TEST_F(ComparisonReportTest, TheSentenceOfThePartingLeadsToItsTask) {
  const ComparisonReport report = report_of({"aa..bb", "aabb"});
  ASSERT_GE(report.sentences.size(), 2U);
  EXPECT_THAT(report.sentences[1].text, HasSubstr("They part at 4.00 µs"));
  EXPECT_EQ(report.sentences[1].link, (TaskReference{0, traces::TaskId(1)}));
  EXPECT_EQ(report.sentences.front().link, std::nullopt);
}

TEST_F(ComparisonReportTest, OfTooManyWorkersThoseThatChangedMostStay) {
  std::string a;
  std::string b;
  for (int i = 0; i < 50; ++i) {
    a += "a.\n";
    b += i == 49 ? "aa\n" : "a.\n";
  }
  const ComparisonReport report = report_of({a, b});
  EXPECT_EQ(report.sections[1].bars.size(), most_change_bars);
  EXPECT_EQ(report.sections[1].bars[0].share, 1.0);
  EXPECT_EQ(report.sections[1].note, "… and 10 more workers that changed less");
}

TEST_F(ComparisonReportTest, ATasksReportLeadsToTheOtherTraces) {
  report_of({"aabb", "bbb"});
  const auto of_b = twins_section(*document_, comparisons_, {0, traces::TaskId(1)});
  ASSERT_TRUE(of_b);
  ASSERT_EQ(of_b->lines.size(), 1U);
  queue_.run_until([this] { return !comparisons_.busy(); });
  const auto known = twins_section(*document_, comparisons_, {0, traces::TaskId(1)});
  EXPECT_EQ(known->lines[0].pieces[0].link, (TaskReference{1, traces::TaskId(0)}));
  EXPECT_EQ(known->lines[0].pieces[1].text, ", 3.000 µs");
  const auto of_a = twins_section(*document_, comparisons_, {0, traces::TaskId(0)});
  EXPECT_TRUE(of_a->lines[0].unknown);
  EXPECT_EQ(of_a->lines[0].pieces[0].text, "not found there");
}

TEST_F(ComparisonReportTest, WithOneTraceThereIsNoSuchSection) {
  const auto document = testing::document_from_text({"aa"});
  EXPECT_FALSE(twins_section(*document, comparisons_, {0, traces::TaskId(0)}));
}

}  // namespace
}  // namespace gusset::viewer
