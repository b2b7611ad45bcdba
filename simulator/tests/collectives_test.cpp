// Simulated times of collective operations agree with the formulas of their algorithms: a message takes
// latency + bytes / bandwidth, and a node sends one and receives one at a time.
#include "gusset/core/collectives.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "simulate.hpp"

namespace gusset::simulator {
namespace {

constexpr double latency_s = 2e-6;
constexpr double bytes_per_s = 1e10;

/// A message's time.
double hop_s(double bytes) {
  return latency_s + bytes / bytes_per_s;
}

struct SimulatedCollective {
  CollectiveOperation operation;
  CollectiveAlgorithm algorithm;
  unsigned ranks;
  std::uint64_t bytes;
  std::size_t segment_bytes = 0;
  double elements_per_s = 1e18;  ///< of packing and reducing

  double seconds() const {
    SimulationInputs inputs;
    inputs.network = NetworkEngine::fast;
    inputs.platform = Platform{};
    inputs.platform->nodes = ranks;
    inputs.platform->latency_s = latency_s;
    inputs.platform->bandwidth_bytes_per_s = bytes_per_s;
    inputs.platform->header_bytes = 0;
    inputs.grid = ProcessGrid{1, ranks, 1};
    inputs.costs = make_rate_costs(elements_per_s, "stated");
    const auto result = testing::simulate(std::move(inputs), [this](Runtime& runtime) { make(runtime); });
    return *result.statistics.makespan_s;
  }

 private:
  void make(Runtime& runtime) const {
    Collectives all(runtime);
    auto x = all.vectors<double>("x", bytes / sizeof(double));
    const CollectiveOptions options{algorithm, segment_bytes};
    switch (operation) {
      case CollectiveOperation::broadcast:
        all.broadcast(x, 0, options);
        break;
      case CollectiveOperation::reduce:
        all.reduce(x, 0, std::plus<>(), options);
        break;
      case CollectiveOperation::allreduce:
        all.allreduce(x, std::plus<>(), options);
        break;
      case CollectiveOperation::alltoall:
        all.alltoall(x, all.vectors<double>("y", bytes / sizeof(double)), options);
        break;
    }
    runtime.wait();
  }
};

void expect_seconds(const SimulatedCollective& collective, double seconds) {
  EXPECT_NEAR(collective.seconds() / seconds, 1.0, 0.002)
      << name_of(collective.operation) << " " << name_of(collective.algorithm) << ", " << collective.ranks
      << " ranks, " << collective.bytes << " bytes: expected " << seconds << " s";
}

TEST(SimulatedCollectives, TakeTheTimesOfTheirFormulas) {
  using enum CollectiveAlgorithm;
  using enum CollectiveOperation;
  for (const std::uint64_t bytes :
       {std::uint64_t{8} << 10, std::uint64_t{1} << 20, std::uint64_t{16} << 20}) {
    const auto n = static_cast<double>(bytes);
    for (const unsigned ranks : {2U, 16U, 1024U}) {
      const double rounds = std::log2(ranks), others = ranks - 1;
      expect_seconds({broadcast, binomial, ranks, bytes}, rounds * hop_s(n));
      expect_seconds({reduce, binomial, ranks, bytes}, rounds * hop_s(n));
      expect_seconds({allreduce, recursive_doubling, ranks, bytes}, rounds * hop_s(n));
      expect_seconds({allreduce, rabenseifner, ranks, bytes},
                     2 * (rounds * latency_s + others / ranks * n / bytes_per_s));
      expect_seconds({broadcast, scatter_allgather, ranks, bytes},
                     2 * (rounds * latency_s + others / ranks * n / bytes_per_s));
    }
    expect_seconds({allreduce, ring, 64, bytes}, 2 * 63 * hop_s(n / 64));
    expect_seconds({alltoall, pairwise, 64, bytes}, 63 * hop_s(n / 64));
    expect_seconds({alltoall, bruck, 64, bytes}, 6 * hop_s(n / 2));
    expect_seconds({broadcast, chain, 64, bytes}, 63 * hop_s(n));
    expect_seconds({broadcast, chain, 64, bytes, bytes / 16}, (62 + 16) * hop_s(n / 16));
  }
}

TEST(SimulatedCollectives, ReduceAMegabyteOn1024NodesInAQuarterOfAMillisecond) {
  using enum CollectiveAlgorithm;
  // 5e9 elements/s: some 40 GB/s of memory.
  const double chosen =
      SimulatedCollective{CollectiveOperation::allreduce, automatic, 1024, 1 << 20, 0, 5e9}.seconds();
  const double star = SimulatedCollective{CollectiveOperation::reduce, linear, 1024, 1 << 20}.seconds();
  EXPECT_NEAR(chosen, 0.25e-3, 0.15e-3);
  EXPECT_GT(star, 0.1);
}

}  // namespace
}  // namespace gusset::simulator
