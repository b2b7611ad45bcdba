#include "gusset/traces/analysis/causes/cache_misses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "gusset/traces/analysis/compare/compare.hpp"
#include "gusset/traces/answers/comparison_answer.hpp"
#include "gusset/traces/answers/stats_answer.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

/// Tasks a, b, a of one worker; the last one has no data.
Trace trace_with_misses(double of_a, double of_b) {
  Trace trace = *testing::trace_from_text("aabb.aab");
  const std::vector<TaskId> tasks{TaskId(0), TaskId(1)};
  trace.attributes.push_back({l2_missing_bytes, tasks, std::vector<double>{2 * of_a, 2 * of_b}});
  trace.attributes.push_back({l3_missing_bytes, tasks, std::vector<double>{of_a, of_b}});
  return trace;
}

const Table* table_with(const Answer& answer, const std::string& key) {
  for (const Table& table : answer.tables) {
    if (std::ranges::find(table.columns, key, &Table::Column::key) != table.columns.end()) return &table;
  }
  return nullptr;
}

TEST(CacheMisses, AddUpByType) {
  const Trace trace = trace_with_misses(100, 30);
  EXPECT_EQ(cache_misses(trace), (std::vector<TypeCacheMisses>{{"a", 1, 200, 100}, {"b", 1, 60, 30}}));
  const auto only_b = TaskFilter::parse(trace, "type=b");
  ASSERT_TRUE(only_b);
  EXPECT_EQ(cache_misses(trace, *only_b), (std::vector<TypeCacheMisses>{{"b", 1, 60, 30}}));
  EXPECT_TRUE(cache_misses(*testing::trace_from_text("aabb")).empty());
}

TEST(CacheMisses, PredictionsSayWhetherTheyFollowedCaches) {
  Metadata metadata;
  metadata.origin = Origin::predicted;
  metadata.model = R"({"model": {"costs": {"kind": "rate", "caches": {"l2_bytes": 1}}}})";
  EXPECT_TRUE(follows_caches(metadata));
  metadata.model = R"({"model": {"costs": {"kind": "rate"}}})";
  EXPECT_FALSE(follows_caches(metadata));
  metadata.model = "";
  EXPECT_FALSE(follows_caches(metadata));
}

TEST(CacheMisses, AnswersShowThemOnlyIfKnown) {
  const Trace trace = trace_with_misses(100, 30);
  const auto statistics = task_statistics(trace);
  const Answer with = stats_answer(*statistics, {}, trace.tasks.size(), cache_misses(trace));
  const Table* const table = table_with(with, "l3_missing_bytes");
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->rows.size(), 2u);
  EXPECT_EQ(table->rows[0].cells, (std::vector<Cell>{"a", 1, 200, 100}));
  EXPECT_EQ(table_with(stats_answer(*statistics, {}, 3), "l3_missing_bytes"), nullptr);
  EXPECT_NE(stats_json(*statistics, {}, cache_misses(trace)).find("\"l3_missing_bytes\": 100"),
            std::string::npos);
}

TEST(CacheMisses, ComparisonPutsThemSideBySide) {
  const Trace a = trace_with_misses(100, 30);
  const Trace b = trace_with_misses(70, 30);
  const Trace none = *testing::trace_from_text("aabb.aab");
  const auto answer = [](const Trace& first, const Trace& second) {
    const Comparison comparison = compare(first, second);
    return comparison_answer(first, second, comparison, comparison_causes(first, second, comparison));
  };
  const Answer both = answer(a, b);
  const Table* const table = table_with(both, "l3_missing_bytes_b");
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->rows[0].cells, (std::vector<Cell>{"a", 200, 140, 100, 70}));
  const Answer one = answer(a, none);
  EXPECT_EQ(table_with(one, "l3_missing_bytes_b")->rows[0].cells,
            (std::vector<Cell>{"a", 200, NotRecorded(), 100, NotRecorded()}));
  EXPECT_EQ(table_with(answer(none, none), "l3_missing_bytes_b"), nullptr);
}

}  // namespace
}  // namespace gusset::traces
