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

TEST(TypeColours, OneNameHasOneColourInEveryTrace) {
  const auto document = document_from_text({"bc", "abc"});
  const TypeColours& colours = document->colours;
  EXPECT_EQ(colours.names(), (std::vector<std::string>{"b", "c", "a"}));
  // b is type 0 of the first trace and type 1 of the second.
  EXPECT_EQ(colours.of_categories(0)[0], colours.of_categories(1)[1]);
  EXPECT_EQ(colours.name_of(1, traces::TypeId(0)), 2U);
  EXPECT_EQ(colours.of_categories(1)[0], TypeColours::colour(2));
}

}  // namespace
}  // namespace gusset::viewer
