#include "gusset/viewer/model/explain/comparisons.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"
#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

class ComparisonsTest : public ::testing::Test {
 protected:
  void show(const std::vector<std::string_view>& texts) {
    document_ = testing::document_from_text(texts);
    comparisons_.set_document(document_);
  }
  void settle() {
    queue_.run_until([this] { return !comparisons_.busy(); });
  }

  testing::UiQueue queue_;
  std::shared_ptr<const Document> document_;
  Comparisons comparisons_{queue_.post()};
};

TaskReference reference(std::size_t panel, std::uint32_t task) {
  return {panel, traces::TaskId(task)};
}

TEST_F(ComparisonsTest, OneComparisonMatchesBothDirections) {
  show({"aabb", "bbaac"});
  int emitted = 0;
  const Connection connection = comparisons_.changed.connect([&emitted] { ++emitted; });
  EXPECT_FALSE(comparisons_.knows_matches(0, 1));
  EXPECT_FALSE(comparisons_.match(reference(1, 0), 0)) << "not known yet";
  settle();
  EXPECT_EQ(emitted, 1);
  EXPECT_EQ(comparisons_.match(reference(0, 0), 1), reference(1, 1));
  EXPECT_EQ(comparisons_.match(reference(0, 1), 1), reference(1, 0));
  EXPECT_EQ(comparisons_.match(reference(1, 1), 0), reference(0, 0));
  EXPECT_FALSE(comparisons_.match(reference(1, 2), 0)) << "only in the other trace";
  EXPECT_TRUE(comparisons_.knows_matches(0, 1));
  EXPECT_FALSE(comparisons_.busy());
}

TEST_F(ComparisonsTest, FactsContainTheDivergence) {
  show({"aa..bb", "aabb"});
  EXPECT_EQ(comparisons_.facts(0, 1), nullptr);
  settle();
  const auto facts = comparisons_.facts(0, 1);
  ASSERT_NE(facts, nullptr);
  EXPECT_EQ(facts->matches->comparison.matched, 2U);
  const traces::Answer& answer = facts->answer;
  ASSERT_GE(answer.verdict.findings.size(), 3U);
  ASSERT_EQ(answer.verdict.findings[2].targets.size(), 1U) << "they diverge";
  EXPECT_EQ(answer.verdict.findings[2].targets[0].tasks, std::vector<traces::TaskId>{traces::TaskId(1)});
  ASSERT_EQ(answer.tables.size(), 5U);
  EXPECT_EQ(answer.tables[2].rows.size(), 1U) << "workers";
  EXPECT_TRUE(answer.tables[4].rows.empty()) << "no dependencies, so no chain";
  EXPECT_EQ(comparisons_.facts(0, 1), facts) << "kept";
}

TEST_F(ComparisonsTest, MissingPanelsHaveNoFacts) {
  show({"aa"});
  EXPECT_EQ(comparisons_.facts(0, 1), nullptr);
  EXPECT_EQ(comparisons_.facts(0, 0), nullptr);
  EXPECT_FALSE(comparisons_.busy());
}

TEST_F(ComparisonsTest, KeepsResultsOfOpenTracesOnly) {
  show({"aabb", "bbaa"});
  comparisons_.facts(0, 1);
  settle();
  const auto facts = comparisons_.facts(0, 1);
  comparisons_.set_document(
      make_document({document_->traces[0], document_->traces[1], testing::loaded_from_text("cc")}));
  EXPECT_EQ(comparisons_.facts(0, 1), facts);
  comparisons_.set_document(make_document({document_->traces[0], testing::loaded_from_text("aabb")}));
  EXPECT_EQ(comparisons_.facts(0, 1), nullptr) << "another trace";
  settle();
  EXPECT_NE(comparisons_.facts(0, 1), nullptr);
}

TEST_F(ComparisonsTest, ResultsOfClosedTracesAreDropped) {
  show({"aabb", "bbaa"});
  int emitted = 0;
  const Connection connection = comparisons_.changed.connect([&emitted] { ++emitted; });
  comparisons_.facts(0, 1);
  comparisons_.set_document(make_document({}));
  EXPECT_FALSE(comparisons_.busy());
  show({"aa", "aa"});
  comparisons_.knows_matches(0, 1);
  settle();
  EXPECT_EQ(emitted, 1);
}

}  // namespace
}  // namespace gusset::viewer
