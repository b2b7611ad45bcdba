#include "gusset/base/groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace gusset {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Groups, KeepTheOrderOfItemsWithinAGroup) {
  const std::string letters = "banana";
  const Groups<std::size_t> places(26, [&](auto visit) {
    for (std::size_t i = 0; i < letters.size(); ++i) visit(static_cast<std::size_t>(letters[i] - 'a'), i);
  });
  EXPECT_THAT(places.items, ElementsAre(1, 3, 5, 0, 2, 4));
  EXPECT_THAT(places[0], ElementsAre(1, 3, 5));
  EXPECT_EQ(places.size(1), 1U);
  EXPECT_THAT(places['n' - 'a'], ElementsAre(2, 4));
  EXPECT_THAT(places[25], IsEmpty());
}

TEST(Groups, MayBeEmpty) {
  const Groups<int, std::uint32_t> groups(0, [](auto) {});
  EXPECT_THAT(groups.first, ElementsAre(0U));
  EXPECT_THAT(groups.items, IsEmpty());
}

}  // namespace
}  // namespace gusset
