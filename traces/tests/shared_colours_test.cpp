#include "gusset/traces/picture/timeline/category_colours.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gusset::picture {
namespace {

TEST(SharedColours, AreToldWhereThereAreAny) {
  using Colours = std::vector<traces::Colour>;
  EXPECT_EQ(shared_colours_text(Colours{}), "");
  EXPECT_EQ(shared_colours_text(Colours{{1, 2, 3}, {1, 2, 4}}), "");
  EXPECT_EQ(shared_colours_text(Colours{{1, 2, 3}, {1, 2, 3}}), "1 colour for 2 types: some share one");
  EXPECT_EQ(shared_colours_text(Colours{{1, 2, 3}, {1, 2, 4}, {1, 2, 3}}, "value"),
            "2 colours for 3 values: some share one");
}

}  // namespace
}  // namespace gusset::picture
