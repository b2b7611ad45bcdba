#include "gusset/simulator/costs/cost_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::message_of;
using testing::write_file;

CostEntry entry(const std::string& type, SizeKind kind, double size, double seconds) {
  return {type, kind, size, 1, seconds, 0.0, seconds, seconds, seconds};
}

std::unique_ptr<CostModel> model() {
  CostTable table;
  table.entries = {entry("gemm", SizeKind::work, 100.0, 1.0), entry("gemm", SizeKind::work, 1000.0, 9.0),
                   entry("load", SizeKind::bytes, 64.0, 2.0), entry("sync", SizeKind::bytes, 0.0, 0.5)};
  return make_table_costs(table, "c.json");
}

TEST(CostModel, RateCostIsWorkOverRate) {
  const TaskCost cost = make_rate_costs(4.0, "stated")->cost({"gemm", 12.0, 7});
  EXPECT_EQ(cost.seconds, 3.0);
  EXPECT_FALSE(cost.extrapolated);
}

TEST(CostModel, RateRequiresDeclaredWork) {
  EXPECT_EQ(message_of([] {
              make_rate_costs(4.0, "stated")->cost({"fill", 0.0, 100});
            }),
            "task type 'fill': expected declared work, since the costs are work ÷ rate, found none");
}

TEST(CostModel, MeasuredSizeCostsItsMean) {
  const TaskCost cost = model()->cost({"gemm", 1000.0, 0});
  EXPECT_EQ(cost.seconds, 9.0);
  EXPECT_EQ(cost.measured_size, 1000.0);
  EXPECT_FALSE(cost.extrapolated);
}

TEST(CostModel, NearSizeIsScaledAndNotMarked) {
  const TaskCost cost = model()->cost({"gemm", 1050.0, 0});
  EXPECT_DOUBLE_EQ(cost.seconds, 9.0 * 1.05);
  EXPECT_FALSE(cost.extrapolated);
  EXPECT_FALSE(model()->cost({"gemm", 960.0, 0}).extrapolated);
}

TEST(CostModel, FarSizeIsScaledFromTheNearestAndMarked) {
  const TaskCost above = model()->cost({"gemm", 2000.0, 0});
  EXPECT_DOUBLE_EQ(above.seconds, 18.0);
  EXPECT_EQ(above.measured_size, 1000.0);
  EXPECT_TRUE(above.extrapolated);
  const TaskCost below = model()->cost({"gemm", 50.0, 0});
  EXPECT_DOUBLE_EQ(below.seconds, 0.5);
  EXPECT_TRUE(below.extrapolated);
  // Nearest by ratio: 300 is 3 times 100, and 1000 is 3.3 times 300.
  EXPECT_EQ(model()->cost({"gemm", 300.0, 0}).measured_size, 100.0);
  EXPECT_EQ(model()->cost({"gemm", 330.0, 0}).measured_size, 1000.0);
}

TEST(CostModel, InterpolatesWithAPowerLaw) {
  // Takes 1 s at 100 and 9 s at 1000.
  const double exponent = std::log10(9.0);
  EXPECT_NEAR(model()->cost({"gemm", 300.0, 0}).seconds, std::pow(3.0, exponent), 1e-12);
  EXPECT_TRUE(model()->cost({"gemm", 300.0, 0}).extrapolated);
}

TEST(CostModel, ZeroCostStaysZeroAtOtherSizes) {
  CostTable table;
  table.entries = {entry("gemm", SizeKind::work, 100.0, 0.0)};
  EXPECT_EQ(make_table_costs(table, "c.json")->cost({"gemm", 1000.0, 0}).seconds, 0.0);
}

TEST(CostModel, WithoutDeclaredWorkSizeIsTheBytesAccessed) {
  const TaskCost cost = model()->cost({"load", 0.0, 128});
  EXPECT_DOUBLE_EQ(cost.seconds, 4.0);
  EXPECT_EQ(cost.kind, SizeKind::bytes);
  EXPECT_TRUE(cost.extrapolated);
  EXPECT_EQ(model()->cost({"sync", 0.0, 0}).seconds, 0.5);
}

TEST(CostModel, UnknownCostErrorNamesTheTaskType) {
  EXPECT_EQ(message_of([] {
              model()->cost({"fill", 1.0, 0});
            }),
            "c.json: expected a cost for task type 'fill', found costs for gemm, load, sync");
  EXPECT_EQ(message_of([] {
              model()->cost({"gemm", 0.0, 8});
            }),
            "c.json: expected a cost for task type 'gemm' by bytes, since it declares no work, found costs "
            "by declared work");
  EXPECT_EQ(message_of([] {
              model()->cost({"load", 5.0, 64});
            }),
            "c.json: expected a cost for task type 'load' by declared work, found costs by bytes");
  EXPECT_EQ(
      message_of([] {
        model()->cost({"sync", 0.0, 8});
      }),
      "c.json: expected a cost for task type 'sync' of 8 bytes, found only sizes that can't be scaled to it");
  EXPECT_EQ(message_of([] {
              make_table_costs({}, "c.json")->cost({"fill", 1.0, 0});
            }),
            "c.json: expected a cost for task type 'fill', found no costs");
}

TEST(CostModel, OnStartDefaultsToTheCost) {
  const TaskCost cost{2.5, 0.0, false, SizeKind::work, 10.0};
  EXPECT_EQ(make_rate_costs(1.0, "stated")->on_start({"gemm", 10.0, 0}, cost, NodeId(3), WorkerId(1)), 2.5);
}

TEST(CostModel, DescriptionsStateTheModel) {
  EXPECT_EQ(make_rate_costs(3e10, "platform")->description(),
            R"({"kind":"rate","source":"platform","work_per_s":30000000000.0})");
  CostTable table;
  table.machine = {"h", "c", 2};
  table.trim = 0.1;
  EXPECT_EQ(make_table_costs(table, "c.json")->description(),
            R"({"kind":"table","source":"c.json","machine":{"host":"h","cpu":"c","workers":2},"trim":0.1})");
}

TEST(CostModel, ArgumentIsARateOrAFile) {
  const auto rate = costs_from_argument("work:2e3", "--costs");
  ASSERT_TRUE(rate);
  EXPECT_EQ((*rate)->cost({"t", 4e3, 0}).seconds, 2.0);

  CostTable table;
  table.entries = {entry("t", SizeKind::work, 4e3, 7.0)};
  const auto path = write_file("costs_argument.json", to_json(table));
  const auto file = costs_from_argument(path.string(), "--costs");
  std::filesystem::remove(path);
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_EQ((*file)->cost({"t", 4e3, 0}).seconds, 7.0);
}

TEST(CostModel, InvalidArgumentsFailWithOneLine) {
  const auto error_of = [](const std::string& argument) {
    const auto costs = costs_from_argument(argument, "--costs");
    return costs ? "no error" : costs.error().message();
  };
  EXPECT_EQ(error_of(""), "--costs: expected a file or work:RATE, found nothing");
  for (const std::string argument :
       {"work:", "work:0", "work:-1", "work:inf", "work:nan", "work:1e9x", "work:fast"}) {
    EXPECT_EQ(error_of(argument),
              "--costs: expected work:RATE with a rate above 0, found '" + argument + "'");
  }
  EXPECT_EQ(error_of("no-such.json"),
            "no-such.json: expected a file that can be read, found No such file or directory");
}

}  // namespace
}  // namespace gusset::simulator
