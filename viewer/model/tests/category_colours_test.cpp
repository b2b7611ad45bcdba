#include "gusset/traces/picture/timeline/category_colours.hpp"

#include <gtest/gtest.h>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;

TEST(CategoryColours, NameHasTheSameColourInEveryTrace) {
  const auto document = document_from_text({"bc", "abc"});
  const CategoryColours& colours = document->colours;
  EXPECT_EQ(colours.names(), (std::vector<std::string>{"b", "c", "a"}));
  // b is type 0 of the first trace and type 1 of the second.
  EXPECT_EQ(colours.of_categories(0)[0], colours.of_categories(1)[1]);
  EXPECT_EQ(colours.name_of(1, 0), 2U);
  EXPECT_EQ(colours.of_categories(1)[0], colours.colour(2));
}

TEST(CategoryColours, BusiestTypesGetUniqueColours) {
  const auto document = document_from_text({"abcdefghijklmnopqrstttt"});  // 20 types; t runs longest
  const CategoryColours& colours = document->colours;
  EXPECT_EQ(colours.colour(19), traces::type_colour(0));
  EXPECT_EQ(colours.colour(0), traces::type_colour(1));
  for (std::size_t name = 0; name < 15; ++name) EXPECT_NE(colours.colour(name), colours.colour(19)) << name;
  EXPECT_EQ(colours.colour(15), colours.colour(19));
}

}  // namespace
}  // namespace gusset::viewer
