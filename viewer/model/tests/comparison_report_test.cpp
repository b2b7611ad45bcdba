#include "gusset/viewer/model/explain/comparison_report.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"
#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

class ComparisonReportTest : public ::testing::Test {
 protected:
  std::vector<ChangeSection> sections_of(const std::vector<std::string_view>& texts) {
    document_ = testing::document_from_text(texts);
    comparisons_.set_document(document_);
    comparisons_.facts(0, 1);
    queue_.run_until([this] { return !comparisons_.busy(); });
    return change_sections(comparisons_.facts(0, 1)->answer);
  }

  testing::UiQueue queue_;
  std::shared_ptr<const Document> document_;
  Comparisons comparisons_{queue_.post()};
};

TEST_F(ComparisonReportTest, BarsAreSharesOfTheLargestChange) {
  const auto sections = sections_of({"aaaabb\ncc....", "aabbb.\nccdd.."});
  ASSERT_EQ(sections.size(), 5U);
  EXPECT_EQ(sections[0].title, "run");
  EXPECT_EQ(sections[0].bars.at(0), (ChangeBar{"makespan", "6.00 µs", "5.00 µs", "−1.00 µs", -1.0}));
  EXPECT_EQ(sections[1].title, "type");
  ASSERT_EQ(sections[1].bars.size(), 4U);
  EXPECT_EQ(sections[1].bars[0], (ChangeBar{"a", "4.00 µs", "2.00 µs", "−2.00 µs", -1.0}));
  EXPECT_EQ(sections[1].bars[1], (ChangeBar{"b", "2.00 µs", "3.00 µs", "+1.00 µs", 0.5}));
  EXPECT_EQ(sections[1].bars[2], (ChangeBar{"c", "2.00 µs", "2.00 µs", "0 s", 0.0}));
  EXPECT_EQ(sections[1].bars[3], (ChangeBar{"d", "0 s", "2.00 µs", "+2.00 µs", 1.0})) << "only in B";
  EXPECT_EQ(sections[2].bars.size(), 2U);
  EXPECT_EQ(sections[4].note, "The critical chain is unknown: dependencies are missing or cyclic.");
}

TEST_F(ComparisonReportTest, KeepsTheLargestChangesOfManyWorkers) {
  std::string a;
  std::string b;
  for (int i = 0; i < 50; ++i) {
    a += "a.\n";
    b += i == 49 ? "aa\n" : "a.\n";
  }
  const auto sections = sections_of({a, b});
  EXPECT_EQ(sections[2].bars.size(), max_change_bars);
  EXPECT_EQ(sections[2].bars[0].share, 1.0);
  EXPECT_EQ(sections[2].note, "… and 10 more workers that changed less");
}

TEST_F(ComparisonReportTest, ReportLinksToTheTaskInOtherTraces) {
  sections_of({"aabb", "bbb"});
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
