#include "gusset/viewer/model/document.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;

TEST(Document, TheExtentIsTheLongestMakespan) {
  EXPECT_EQ(document_from_text({"aa", "aaaa."})->extent_ns, 4000);
  EXPECT_TRUE(make_document({})->empty());
}

TEST(Document, TasksHaveRangesAndRows) {
  const auto document = document_from_text({"aa\n.b"});
  const TaskReference b{0, traces::TaskId(1)};
  EXPECT_TRUE(document->has(b));
  EXPECT_EQ(document->range_of(b), (TimeRange{1000, 2000}));
  EXPECT_EQ(document->row_of(b), (RowReference{0, 1}));
  EXPECT_FALSE(document->has({0, traces::TaskId(2)}));
  EXPECT_FALSE(document->range_of({1, traces::TaskId(0)}));
  EXPECT_FALSE(document->row_of({0, traces::TaskId()}));
}

TEST(Document, BusyShareOfARangeIsExact) {
  const auto document = document_from_text({"aa..\nbbb."});
  EXPECT_DOUBLE_EQ(busy_share(document->panel(0), {0, 2000}), 1.0);
  EXPECT_DOUBLE_EQ(busy_share(document->panel(0), {1000, 4000}), 3.0 / 6.0);
  EXPECT_DOUBLE_EQ(busy_share(document->panel(0), {1500, 2500}), 1.5 / 2.0);
  EXPECT_DOUBLE_EQ(busy_share(document->panel(0), {5, 5}), 0.0);
}

TEST(Document, TimesGoToTheCommonAxisAndBack) {
  const auto both = document_from_text({"..aabb", ".aabbccdd"});
  EXPECT_EQ(both->on_axis(0, {10, 20}), (TimeRange{10, 20}));
  EXPECT_EQ(ruler_words(*both), "");
  const auto starts = aligned(*both, {traces::AlignAt::first_task, false, {}});
  EXPECT_EQ(starts->on_axis(1, {1000, 3000}), (TimeRange{2000, 4000}));
  EXPECT_EQ(starts->own_range(1, {2000, 4000}), (TimeRange{1000, 3000}));
  EXPECT_EQ(starts->extent_ns, 10'000);
  EXPECT_EQ(ruler_words(*starts), "from the first task");
  const auto tasks = aligned(*both, {traces::AlignAt::task, false, {traces::TaskId(1), traces::TaskId(1)}});
  EXPECT_EQ(tasks->on_axis(0, {4000, 4000}), tasks->on_axis(1, {3000, 3000}));
  const auto own = aligned(*both, {traces::AlignAt::recorded, true, {}});
  EXPECT_TRUE(own->has_own_scales());
  EXPECT_EQ(own->on_axis(0, {0, 6000}), (TimeRange{0, 9000}));
  EXPECT_EQ(ruler_words(*own), "own scale");
  EXPECT_FALSE(aligned(*document_from_text({"aa"}), {traces::AlignAt::recorded, true, {}})->has_own_scales());
}

}  // namespace
}  // namespace gusset::viewer
