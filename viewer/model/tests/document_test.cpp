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

}  // namespace
}  // namespace gusset::viewer
