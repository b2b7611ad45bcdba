#include "gusset/core/access_mode.hpp"

#include <gtest/gtest.h>

namespace gusset {
namespace {

TEST(AccessMode, StatesWhatCommutesExcludesAndModifies) {
  EXPECT_TRUE(commutes(AccessMode::read));
  EXPECT_FALSE(commutes(AccessMode::write));
  EXPECT_TRUE(commutes(AccessMode::add));
  EXPECT_FALSE(is_exclusive(AccessMode::read));
  EXPECT_TRUE(is_exclusive(AccessMode::write));
  EXPECT_TRUE(is_exclusive(AccessMode::add));
  EXPECT_FALSE(modifies(AccessMode::read));
  EXPECT_TRUE(modifies(AccessMode::write));
  EXPECT_TRUE(modifies(AccessMode::add));
}

TEST(AccessMode, DifferentModesTogetherAreWrite) {
  EXPECT_EQ(combine(AccessMode::read, AccessMode::read), AccessMode::read);
  EXPECT_EQ(combine(AccessMode::add, AccessMode::add), AccessMode::add);
  EXPECT_EQ(combine(AccessMode::read, AccessMode::add), AccessMode::write);
  EXPECT_EQ(combine(AccessMode::write, AccessMode::read), AccessMode::write);
}

TEST(AccessMode, HasAName) {
  EXPECT_EQ(name(AccessMode::read), "read");
  EXPECT_EQ(name(AccessMode::write), "write");
  EXPECT_EQ(name(AccessMode::add), "add");
}

}  // namespace
}  // namespace gusset
