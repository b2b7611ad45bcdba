#include "gusset/core/version_sequence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace gusset {
namespace {

using ::testing::ElementsAre;

std::vector<std::uint32_t> versions(VersionSequence sequence, const std::vector<AccessMode>& modes) {
  std::vector<std::uint32_t> result;
  for (AccessMode mode : modes) result.push_back(sequence.next(mode));
  return result;
}

constexpr AccessMode r = AccessMode::read;
constexpr AccessMode w = AccessMode::write;
constexpr AccessMode a = AccessMode::add;

TEST(VersionSequence, MatchesSuperGluesFigure3) {
  EXPECT_THAT(versions({}, {r, r, w, a, a, a, w}), ElementsAre(0, 0, 2, 3, 3, 3, 6));
}

TEST(VersionSequence, WritesWaitForEachOther) {
  EXPECT_THAT(versions({}, {w, w, w}), ElementsAre(0, 1, 2));
}

TEST(VersionSequence, AddsAndReadsFormSeparateGroups) {
  EXPECT_THAT(versions({}, {a, r, r, a, a, r}), ElementsAre(0, 1, 1, 3, 3, 5));
}

TEST(VersionSequence, VersionsWrap) {
  EXPECT_THAT(versions(VersionSequence(0xfffffffe), {r, r, w, a, a, a, w}),
              ElementsAre(0xfffffffeu, 0xfffffffeu, 0u, 1u, 1u, 1u, 4u));
}

TEST(VersionSequence, FinalVersionCountsAllAccesses) {
  VersionSequence sequence(7);
  EXPECT_EQ(sequence.final_version(), 7u);
  sequence.next(r);
  sequence.next(w);
  EXPECT_EQ(sequence.final_version(), 9u);
  EXPECT_EQ(sequence.current_group(), 8u);
}

TEST(HasReached, WorksAcrossAWrap) {
  EXPECT_TRUE(has_reached(5, 5));
  EXPECT_TRUE(has_reached(6, 5));
  EXPECT_FALSE(has_reached(4, 5));
  EXPECT_TRUE(has_reached(1, 0xffffffff));
  EXPECT_FALSE(has_reached(0xffffffff, 1));
}

}  // namespace
}  // namespace gusset
