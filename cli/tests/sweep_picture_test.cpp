#include "gusset/traces/sweep/sweep_picture.hpp"

#include <gtest/gtest.h>

#include "gusset/traces/sweep/sweep_ranking.hpp"
#include "some_sweep.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;

TEST(SweepPicture, TitleShowsTheProgressOfAnUnfinishedSweep) {
  Sweep sweep = testing::some_sweep();
  const std::string whole = sweep_picture(sweep, rank(sweep)).title;
  EXPECT_TRUE(whole.starts_with("cholesky: 3x3")) << whole;
  sweep.rows[2].screen.reset();
  const std::string part = sweep_picture(sweep, rank(sweep)).title;
  EXPECT_TRUE(part.starts_with("cholesky (3 of 4 so far): 3x3")) << part;
}

}  // namespace
}  // namespace gusset::cli
