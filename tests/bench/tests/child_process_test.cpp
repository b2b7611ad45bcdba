#include "bench/child_process.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace gusset::bench {
namespace {

TEST(ChildProcess, ReportsTheProgramsOutputAndFailure) {
  const ChildResult good = run_child({"sh", "-c", "echo 12.5"});
  EXPECT_EQ(good.output, "12.5\n");
  EXPECT_EQ(good.failure, "");
  EXPECT_GT(good.seconds, 0.0);
  EXPECT_GT(good.peak_bytes, 0.0);
  EXPECT_EQ(run_child({"sh", "-c", "exit 3"}).failure, "exit status 3");
  EXPECT_EQ(run_child({"sh", "-c", "kill -9 $$"}).failure, "signal 9");
  EXPECT_THROW(run_child({"/no/such/program"}), std::runtime_error);
  EXPECT_THROW(run_silently({"false"}), std::runtime_error);
}

TEST(ChildProcess, NumbersMayBeMissing) {
  EXPECT_EQ(run_child_for_number({"echo", "0.25"}), 0.25);
  EXPECT_EQ(run_child_for_number({"echo", "-"}), std::nullopt);
  EXPECT_THROW(run_child_for_number({"echo", "many"}), std::runtime_error);
}

TEST(ChildProcess, InChildMeasuresInAForkedProcess) {
  int here = 1;
  EXPECT_EQ(in_child([&] { return static_cast<double>(here = 7); }), 7.0);
  EXPECT_EQ(here, 1);
  EXPECT_THROW(in_child([]() -> double { throw std::runtime_error("expected by this test"); }),
               std::runtime_error);
}

}  // namespace
}  // namespace gusset::bench
