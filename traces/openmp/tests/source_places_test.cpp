#include "source_places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace gusset::ompt {
namespace {

using ::testing::ElementsAre;

[[gnu::noinline]] std::uint64_t place_of_caller() {
  return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
}

std::string own_maps() {
  std::ifstream file("/proc/self/maps");
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SourcePlaces, CallIsNamedAfterItsLine) {
  const int line = __LINE__ + 1;
  const std::uint64_t here = place_of_caller();
  EXPECT_THAT(name_source_places({{here}}, own_maps()),
              ElementsAre("source_places_test.cpp:" + std::to_string(line)));
}

TEST(SourcePlaces, AddressOutsideAllFilesIsItsOwnName) {
  EXPECT_THAT(name_source_places({{0x10}}, own_maps()), ElementsAre("0x10"));
}

TEST(SourcePlaces, CallsWithoutAMemoryMapAreNamedByAddress) {
  EXPECT_THAT(name_source_places({{0x1234}}, ""), ElementsAre("0x1234"));
  EXPECT_THAT(name_source_places({{0x1234}}, "no map at all"), ElementsAre("0x1234"));
}

TEST(SourcePlaces, CallsOnOneLineWithDifferentBodiesHaveDifferentNames) {
  const std::uint64_t here = place_of_caller();
  const auto names = name_source_places({{here, reinterpret_cast<std::uintptr_t>(&place_of_caller)},
                                         {here, reinterpret_cast<std::uintptr_t>(&std::qsort)}},
                                        own_maps());
  ASSERT_EQ(names.size(), 2U);
  EXPECT_NE(names[0], names[1]);
  EXPECT_TRUE(names[0].starts_with("source_places_test.cpp:"));
  EXPECT_TRUE(names[1].starts_with("source_places_test.cpp:"));
}

}  // namespace
}  // namespace gusset::ompt
