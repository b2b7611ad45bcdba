#include "gusset/core/access_mode.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gusset/core/errors.hpp"
#include "gusset/core/version_sequence.hpp"

namespace gusset {
namespace {

constexpr AccessTraits maximum_traits{.commutes = true, .exclusive = true, .modifies = true};

std::string refusal(const std::string& mode, const AccessTraits& traits) {
  try {
    define_access_mode(mode, traits);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(AccessMode, BuiltInModesHaveTheirTraits) {
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

TEST(AccessMode, OnlyExclusiveCommutingModesNeedALock) {
  EXPECT_FALSE(needs_lock(AccessMode::read));
  EXPECT_FALSE(needs_lock(AccessMode::write));
  EXPECT_TRUE(needs_lock(AccessMode::add));
}

TEST(AccessMode, DifferentModesCombineToWrite) {
  EXPECT_EQ(combine(AccessMode::read, AccessMode::read), AccessMode::read);
  EXPECT_EQ(combine(AccessMode::add, AccessMode::add), AccessMode::add);
  EXPECT_EQ(combine(AccessMode::read, AccessMode::add), AccessMode::write);
  EXPECT_EQ(combine(AccessMode::write, AccessMode::read), AccessMode::write);
  EXPECT_EQ(combine(AccessMode::add, define_access_mode("test maximum", maximum_traits)), AccessMode::write);
}

TEST(AccessMode, HasAName) {
  EXPECT_EQ(name(AccessMode::read), "read");
  EXPECT_EQ(name(AccessMode::write), "write");
  EXPECT_EQ(name(AccessMode::add), "add");
  EXPECT_EQ(name(define_access_mode("test maximum", maximum_traits)), "test maximum");
}

TEST(AccessMode, CustomModeHasTheGivenTraits) {
  const std::vector<std::pair<std::string, AccessTraits>> allowed{
      {"test look", {.commutes = true, .exclusive = false, .modifies = false}},
      {"test print", {.commutes = false, .exclusive = true, .modifies = false}},
      {"test replace", {.commutes = false, .exclusive = true, .modifies = true}},
      {"test probe", {.commutes = true, .exclusive = true, .modifies = false}},
      {"test maximum", maximum_traits}};
  std::set<int> indices{0, 1, 2};
  for (const auto& [mode_name, traits] : allowed) {
    const AccessMode mode = define_access_mode(mode_name, traits);
    EXPECT_EQ(commutes(mode), traits.commutes) << mode_name;
    EXPECT_EQ(is_exclusive(mode), traits.exclusive) << mode_name;
    EXPECT_EQ(modifies(mode), traits.modifies) << mode_name;
    EXPECT_EQ(needs_lock(mode), traits.commutes && traits.exclusive) << mode_name;
    EXPECT_TRUE(indices.insert(index_of(mode)).second) << mode_name;
  }
}

TEST(AccessMode, SameNameAndTraitsGiveTheSameMode) {
  EXPECT_EQ(define_access_mode("test maximum", maximum_traits),
            define_access_mode("test maximum", maximum_traits));
  EXPECT_NE(define_access_mode("test minimum", maximum_traits),
            define_access_mode("test maximum", maximum_traits));
  EXPECT_EQ(define_access_mode("add", maximum_traits), AccessMode::add);
}

TEST(AccessMode, AreListedByIndex) {
  define_access_mode("test maximum", maximum_traits);
  const std::vector<AccessMode> modes = access_modes();
  ASSERT_GE(modes.size(), 4u);
  EXPECT_EQ(modes[0], AccessMode::read);
  EXPECT_EQ(modes[1], AccessMode::write);
  EXPECT_EQ(modes[2], AccessMode::add);
  for (std::size_t i = 0; i < modes.size(); ++i) EXPECT_EQ(index_of(modes[i]), static_cast<int>(i));
}

TEST(AccessMode, DifferentCommutingModesOnOneHandleAreOrdered) {
  const AccessMode maximum = define_access_mode("test maximum", maximum_traits);
  VersionSequence sequence;
  std::vector<std::uint32_t> versions;
  for (const AccessMode mode : {AccessMode::add, AccessMode::add, maximum, maximum, AccessMode::add})
    versions.push_back(sequence.next(mode));
  EXPECT_THAT(versions, ::testing::ElementsAre(0, 0, 2, 2, 4));
}

TEST(AccessMode, RedefinitionWithOtherTraitsIsRefused) {
  EXPECT_EQ(refusal("read", {}),
            "access mode \"read\": expected the traits it already has (commutes, not exclusive, does not "
            "modify), found does not commute, exclusive, modifies");
}

TEST(AccessMode, ContradictoryTraitsAreRefused) {
  EXPECT_EQ(refusal("test odd", {.commutes = false, .exclusive = false, .modifies = false}),
            "access mode \"test odd\": expected a mode that does not commute to be exclusive, found does not "
            "commute, not exclusive, does not modify");
  EXPECT_EQ(refusal("test odd", {.commutes = true, .exclusive = false, .modifies = true}),
            "access mode \"test odd\": expected a mode that modifies to be exclusive, found commutes, not "
            "exclusive, modifies");
}

TEST(AccessMode, EmptyNameIsRefused) {
  EXPECT_EQ(refusal("", {}), "access mode \"\": expected a name, found none");
}

// Runs in a separate process, because modes cannot be removed.
TEST(AccessMode, AtMost31ModesExist) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto define_all = [] {
    std::string last;
    int defined = static_cast<int>(access_modes().size());
    for (; defined < 40; ++defined) {
      last = refusal("mode " + std::to_string(defined), {});
      if (last != "accepted") break;
    }
    std::fprintf(stderr, "%d modes, %s\n", defined, last.c_str());
    std::_Exit(access_modes().size() == 31 && name(access_modes().back()) == "mode 30" ? 0 : 1);
  };
  EXPECT_EXIT(
      define_all(), ::testing::ExitedWithCode(0),
      "^31 modes, access mode \"mode 31\": expected at most 31 modes in a program, found one more\n$");
}

TEST(AccessMode, ConcurrentDefinitionsGiveTheSameMode) {
  std::vector<AccessMode> modes(4);
  {
    std::vector<std::thread> threads;
    for (AccessMode& mode : modes)
      threads.emplace_back([&mode] { mode = define_access_mode("test shared", maximum_traits); });
    for (std::thread& thread : threads) thread.join();
  }
  for (const AccessMode mode : modes) EXPECT_EQ(mode, modes.front());
  EXPECT_EQ(name(modes.front()), "test shared");
}

}  // namespace
}  // namespace gusset
