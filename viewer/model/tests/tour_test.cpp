#include "gusset/viewer/model/state/tour.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

TEST(Tour, GoesThroughAllStepsAndBack) {
  TourPosition place;
  EXPECT_TRUE(place.is_first());
  place.back();
  EXPECT_EQ(place.step(), 0U);
  for (std::size_t step = 1; step < tour_steps().size(); ++step) EXPECT_TRUE(place.forward());
  EXPECT_TRUE(place.is_last());
  EXPECT_FALSE(place.forward());
  place.back();
  EXPECT_EQ(place.step() + 2, tour_steps().size());
}

TEST(Tour, CanBeReadInAMinute) {
  std::size_t words = 0;
  for (const TourStep& step : tour_steps()) {
    words += 3;
    for (const char c : step.text) words += c == ' ' ? 1 : 0;
  }
  EXPECT_LE(words, 260U);
}

}  // namespace
}  // namespace gusset::viewer
