#include "accuracy/error_list.hpp"

#include <gtest/gtest.h>

namespace accuracy {
namespace {

TEST(Median, IsTheMiddleValueOrTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median({3.0}), 3.0);
  EXPECT_EQ(median({5.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median({4.0, 1.0, 2.0, 8.0}), 3.0);
}

TEST(ErrorList, IgnoresSigns) {
  ErrorList errors;
  EXPECT_TRUE(errors.empty());
  for (const double predicted : {0.9, 1.02, 1.05}) errors.add(error_of(predicted * 7.0, 7.0));
  EXPECT_EQ(errors.size(), 3u);
  EXPECT_NEAR(errors.median(), 0.05, 1e-12);
  EXPECT_NEAR(errors.worst(), 0.1, 1e-12);
}

}  // namespace
}  // namespace accuracy
