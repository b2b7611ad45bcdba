#include "gusset/simulator/predict/cache_prices.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "costs/grouped_line.hpp"

namespace gusset::simulator {
namespace {

using traces::Trace;

Platform two_sockets() {
  Platform platform;
  platform.cores = 4;
  platform.sockets = 2;
  platform.caches = {{2, 1000, 1}, {3, 3000, 2}};
  return platform;
}

/// Four workers run tasks one after the other, each of which reads one of 20 handles. A task takes
/// `base_ns`, `ns_per_byte` for each byte that it misses in L3, and noise of that deviation.
Trace trace_with(double base_ns, double ns_per_byte, double noise_ns, unsigned seed, int tasks = 200) {
  Trace trace;
  trace.recorded.accesses = true;
  trace.types = {"use"};
  trace.nodes.push_back({"node 0"});
  for (std::size_t w = 0; w < 4; ++w) {
    trace.workers.push_back({traces::NodeId(0), "worker " + std::to_string(w)});
    trace.lanes.emplace_back().worker = traces::WorkerId(w);
  }
  trace.access_modes.push_back({"read", true, false, false});
  for (int h = 0; h < 20; ++h) {
    trace.handles.name.push_back("h" + std::to_string(h));
    trace.handles.size_bytes.push_back(400);
    trace.handles.owner.push_back(traces::NodeId(0));
  }
  trace.accesses.first = {0};
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0.0, noise_ns);
  std::array<std::vector<unsigned>, 2> held;  // by socket, the last used last; 7 handles fit into L3
  std::int64_t now_ns = 0;
  for (int t = 0; t < tasks; ++t) {
    const unsigned worker = random() % 4;
    const auto handle = static_cast<unsigned>(random() % 20);
    auto& cache = held[worker / 2];
    const bool hit = std::erase(cache, handle) > 0;
    cache.push_back(handle);
    if (cache.size() > 7) cache.erase(cache.begin());
    const double ns = base_ns + (hit ? 0.0 : 400 * ns_per_byte) + noise(random);
    trace.tasks.type.push_back(traces::TypeId(0));
    trace.accesses.items.push_back({traces::HandleId(handle), traces::AccessModeId(0), 0});
    trace.accesses.first.push_back(trace.accesses.items.size());
    const auto duration_ns = std::max<std::int64_t>(1, std::llround(ns));
    trace.lanes[worker].spans.push_back(now_ns, now_ns + duration_ns,
                                        traces::TaskId(static_cast<std::size_t>(t)), traces::SpanKind::run);
    now_ns += duration_ns;
  }
  return trace;
}

CachePriceFit fit_of(const Trace& trace, const Platform& platform = two_sockets()) {
  const CalibrationTrace input{&trace, "a.gus"};
  const auto fits = fit_cache_prices(std::span(&input, 1), platform, "platform");
  EXPECT_TRUE(fits) << fits.error().message();
  EXPECT_EQ(fits->size(), 1u);
  return fits->front();
}

TEST(CachePrices, FindThePlantedSlope) {
  int inside = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const CachePriceFit fit = fit_of(trace_with(10'000, 5.0, 500, seed));
    EXPECT_EQ(fit.refusal, "");
    EXPECT_EQ(fit.price.type, "use");
    EXPECT_EQ(fit.price.level, 3u);
    EXPECT_EQ(fit.price.count, 200u);
    EXPECT_NEAR(fit.price.ns_per_byte, 5.0, 1.0);
    EXPECT_GT(fit.price.r_squared, 0.5);
    EXPECT_LT(fit.p, 1e-6);
    inside += fit.price.low_ns_per_byte <= 5.0 && 5.0 <= fit.price.high_ns_per_byte;
  }
  EXPECT_GE(inside, 88);  // of 95 expected
}

TEST(CachePrices, ShareOfTimeIsWhatMissingBytesTook) {
  Platform platform = two_sockets();
  platform.caches = {{3, 3000, 2}};  // an L2 would hide its hits from L3
  const CachePriceFit fit = fit_of(trace_with(1'000, 5.0, 1e-9, 1, 2000), platform);
  EXPECT_NEAR(fit.price.ns_per_byte, 5.0, 1e-9);
  EXPECT_NEAR(fit.price.r_squared, 1.0, 1e-9);
  EXPECT_NEAR(fit.price.time_share, 0.57, 0.03);  // 13 of 20 handles miss: 1300 of 2300 ns
}

TEST(CachePrices, RefuseNoise) {
  int accepted = 0;
  int significant = 0;
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    const CachePriceFit fit = fit_of(trace_with(10'000, 0.0, 500, seed));
    accepted += fit.refusal.empty();
    significant += fit.p < significant_p;
  }
  RecordProperty("accepted", accepted);
  RecordProperty("significant", significant);
  EXPECT_LE(accepted, 50);
  EXPECT_NEAR(significant, 50, 25);  // the significance test is exact: 5 % of the slopes, of either sign
}

TEST(CachePrices, RefusalsSayWhy) {
  const std::string noise = fit_of(trace_with(10'000, 0.0, 500, 1)).refusal;
  EXPECT_TRUE(noise.starts_with("the slope is not significant: ")) << noise;
  EXPECT_NE(noise.find(" ns per byte missing in L3 (95 % interval "), std::string::npos) << noise;
  EXPECT_NE(noise.find(", r² 0.0"), std::string::npos) << noise;
  const std::string faster = fit_of(trace_with(10'000, -5.0, 500, 1)).refusal;
  EXPECT_TRUE(faster.starts_with("tasks that miss more bytes are faster: -")) << faster;
  EXPECT_EQ(fit_of(trace_with(10'000, 5.0, 500, 1, 9)).refusal, "only 9 tasks");
  Platform small = two_sockets();
  small.caches = {{3, 100, 2}};
  EXPECT_EQ(fit_of(trace_with(10'000, 5.0, 500, 1), small).refusal,
            "all tasks of a size miss the same number of bytes");
}

TEST(CachePrices, TheCacheWithMoreVariationIsFitted) {
  Platform platform = two_sockets();
  platform.caches = {{2, 3000, 2}, {3, 100'000, 4}};  // only the first reads miss in L3
  const CachePriceFit fit = fit_of(trace_with(10'000, 5.0, 100, 1, 1000), platform);
  EXPECT_EQ(fit.price.level, 2u);
  EXPECT_NEAR(fit.price.ns_per_byte, 5.0, 0.2);
}

TEST(CachePrices, NeedCachesAndBytes) {
  Trace trace = trace_with(10'000, 5.0, 500, 1);
  const CalibrationTrace input{&trace, "a.gus"};
  EXPECT_EQ(fit_cache_prices({}, two_sockets(), "p").error().message(),
            "calibration: expected a measured trace, found none");
  EXPECT_EQ(fit_cache_prices(std::span(&input, 1), Platform(), "p").error().message(),
            "p: expected a platform that states caches of level 2 or 3, found no caches");
  std::ranges::fill(trace.handles.size_bytes, 0);
  EXPECT_EQ(fit_cache_prices(std::span(&input, 1), two_sockets(), "p").error().message(),
            "a.gus: expected tasks that state the bytes of their data, for the cache model, found none");
}

TEST(GroupedLine, AgreesWithTablesOfStudentsDistribution) {
  EXPECT_NEAR(student_beyond(12.706, 1), 0.05, 1e-5);
  EXPECT_NEAR(student_beyond(2.228, 10), 0.05, 1e-4);
  EXPECT_NEAR(student_beyond(-2.228, 10), 0.05, 1e-4);
  EXPECT_NEAR(student_beyond(1.984, 100), 0.05, 1e-4);
  EXPECT_NEAR(student_beyond(3.169, 10), 0.01, 1e-4);
  EXPECT_NEAR(student_beyond(0.0, 10), 1.0, 1e-12);
}

TEST(GroupedLine, EachGroupHasAnOffset) {
  std::vector<GroupedPoint> points;
  for (std::size_t group = 0; group < 3; ++group) {
    for (int i = 0; i < 5; ++i)
      points.push_back({group, 10.0 * static_cast<double>(group) + i,
                        100.0 - 50.0 * static_cast<double>(group) + 2.0 * i});
  }
  const auto line = grouped_line(points);
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->slope, 2.0, 1e-12);
  EXPECT_NEAR(line->r_squared, 1.0, 1e-12);
}

// Worked by hand: the standard error is √(rest ÷ 3 ÷ 10), and Student's factor for 3 is 3.182446.
TEST(GroupedLine, AgreesWithTheTextbook) {
  const auto line = grouped_line({{0, 1, 2.1}, {0, 2, 2.9}, {0, 3, 4.2}, {0, 4, 4.8}, {0, 5, 6.4}});
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->slope, 1.05, 1e-12);
  EXPECT_NEAR(line->r_squared, 0.981920200, 1e-9);
  EXPECT_NEAR(line->low_slope, 0.788213, 1e-5);
  EXPECT_NEAR(line->high_slope, 1.311787, 1e-5);
}

TEST(GroupedLine, NeedsVariationAndPoints) {
  EXPECT_FALSE(grouped_line({}));
  EXPECT_FALSE(grouped_line({{0, 1, 1}, {0, 2, 2}, {0, 3, 3}}));
  EXPECT_FALSE(grouped_line({{0, 1, 1}, {0, 1, 2}, {0, 1, 3}, {0, 1, 5}, {0, 1, 4}}));
}

}  // namespace
}  // namespace gusset::simulator
