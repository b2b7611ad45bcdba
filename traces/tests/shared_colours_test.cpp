#include "gusset/traces/picture/timeline/category_colours.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gusset::picture {
namespace {

TEST(SharedColours, AreNotedOnlyIfThereAreAny) {
  using Colours = std::vector<traces::Colour>;
  EXPECT_EQ(shared_colours_text(Colours{}), "");
  EXPECT_EQ(shared_colours_text(Colours{{1, 2, 3}, {1, 2, 4}}), "");
  EXPECT_EQ(shared_colours_text(Colours{{1, 2, 3}, {1, 2, 3}}), "2 types share 1 colour");
  EXPECT_EQ(shared_colours_text(Colours{{1, 2, 3}, {1, 2, 4}, {1, 2, 3}}, "value"),
            "3 values share 2 colours");
}

}  // namespace
}  // namespace gusset::picture
