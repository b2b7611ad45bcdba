#include "places/source_places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "described_bodies.hpp"
#include "places/readable_name.hpp"

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
  const std::uint64_t first = place_of_caller(), second = place_of_caller();
  const auto names = name_source_places({{first, reinterpret_cast<std::uintptr_t>(&place_of_caller)},
                                         {second, reinterpret_cast<std::uintptr_t>(&std::qsort)}},
                                        own_maps());
  ASSERT_EQ(names.size(), 2U);
  EXPECT_NE(names[0], names[1]);
  EXPECT_TRUE(names[0].starts_with("source_places_test.cpp:"));
  EXPECT_TRUE(names[1].starts_with("source_places_test.cpp:"));
}

/// The function that a name ends with, for a task with this body.
template <class Body>
std::string called_by(Body* body) {
  const int line = __LINE__ + 1;
  const std::uint64_t here = place_of_caller();
  const auto names = name_source_places({{here, reinterpret_cast<std::uintptr_t>(body)}}, own_maps());
  const std::string place = "source_places_test.cpp:" + std::to_string(line);
  EXPECT_TRUE(names.size() == 1 && names[0].starts_with(place)) << names.front();
  return names.front().substr(std::min(names.front().size(), place.size()));
}

TEST(SourcePlaces, NameEndsWithTheOnlyFunctionThatTheBodyCalls) {
  EXPECT_EQ(called_by(calls_one), " bodies::scale");
  EXPECT_EQ(called_by(calls_a_template), " bodies::grow<double>");
  EXPECT_EQ(called_by(calls_an_inlined_function), " bodies::clear");
  EXPECT_EQ(called_by(calls_the_library_too), " bodies::scale");
  EXPECT_EQ(called_by(calls_only_the_library), " qsort");
}

TEST(SourcePlaces, NameIsTheLineAloneIfTheFunctionIsNotCertain) {
  EXPECT_EQ(called_by(calls_two), "");
  EXPECT_EQ(called_by(calls_none), "");
  EXPECT_EQ(called_by(clears_in_a_loop), "");
  EXPECT_EQ(called_by(calls_through_a_pointer), "");
  EXPECT_EQ(called_by(calls_one_and_through_a_pointer), "");
}

TEST(ReadableName, HasNeitherParametersNorResultNorClone) {
  EXPECT_EQ(readable_name("dgemm"), "dgemm");
  EXPECT_EQ(readable_name("_ZN5tiles8multiplyEPd"), "tiles::multiply");
  EXPECT_EQ(readable_name("_ZN5tiles3addIdEEvPT_"), "tiles::add<double>");
  EXPECT_EQ(readable_name("_ZN5tiles3addIdEEvPT_.part.0"), "tiles::add<double>");
  EXPECT_EQ(readable_name("_ZN12_GLOBAL__N_11fEi"), "(anonymous namespace)::f");
  EXPECT_EQ(readable_name("_ZNK1AcvbEv"), "A::operator bool");
  EXPECT_EQ(readable_name("_ZN5tiles8multiplyEPd._omp_fn.3"), "tiles::multiply");
}

}  // namespace
}  // namespace gusset::ompt
