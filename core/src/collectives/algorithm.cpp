#include "gusset/core/collectives/algorithm.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace gusset {
namespace {

using enum CollectiveAlgorithm;

constexpr std::array<std::string_view, 4> operation_names{"broadcast", "reduce", "allreduce", "alltoall"};
constexpr std::array<std::string_view, 13> algorithm_names{"automatic",
                                                           "linear",
                                                           "chain",
                                                           "binary",
                                                           "binomial",
                                                           "knomial",
                                                           "scatter_allgather",
                                                           "nonoverlapping",
                                                           "recursive_doubling",
                                                           "ring",
                                                           "rabenseifner",
                                                           "pairwise",
                                                           "bruck"};

constexpr std::array broadcasts{linear, chain, binary, binomial, knomial, scatter_allgather};
constexpr std::array reductions{linear, chain, binary, binomial, knomial, rabenseifner};
constexpr std::array all_reductions{nonoverlapping, recursive_doubling, ring, rabenseifner};
constexpr std::array all_to_alls{linear, pairwise, bruck};

/// The first row whose limits exceed the ranks and the bytes of an operation gives its algorithm.
struct DefaultRow {
  std::size_t below_ranks;
  std::size_t below_bytes;
  CollectiveAlgorithm algorithm;
};
constexpr std::size_t any = std::numeric_limits<std::size_t>::max();

constexpr std::array default_broadcasts{DefaultRow{4, 32, chain},
                                        DefaultRow{4, 256, binary},
                                        DefaultRow{4, 512, chain},
                                        DefaultRow{4, 1024, knomial},
                                        DefaultRow{4, 32768, linear},
                                        DefaultRow{4, 131072, binary},
                                        DefaultRow{4, 262144, chain},
                                        DefaultRow{4, 524288, linear},
                                        DefaultRow{4, 1048576, binomial},
                                        DefaultRow{4, any, binary},
                                        DefaultRow{8, 64, binary},
                                        DefaultRow{8, 128, binomial},
                                        DefaultRow{8, 2048, binary},
                                        DefaultRow{8, 8192, binomial},
                                        DefaultRow{8, 1048576, linear},
                                        DefaultRow{8, any, chain},
                                        DefaultRow{16, 8, knomial},
                                        DefaultRow{16, 64, binary},
                                        DefaultRow{16, 4096, knomial},
                                        DefaultRow{16, 16384, binary},
                                        DefaultRow{16, 32768, binomial},
                                        DefaultRow{16, any, linear},
                                        DefaultRow{32, 4096, knomial},
                                        DefaultRow{32, 1048576, binomial},
                                        DefaultRow{32, any, scatter_allgather},
                                        DefaultRow{64, 2048, binomial},
                                        DefaultRow{64, any, knomial},
                                        DefaultRow{128, any, knomial},
                                        DefaultRow{256, 2, binomial},
                                        DefaultRow{256, 16384, binary},
                                        DefaultRow{256, 32768, linear},
                                        DefaultRow{256, 65536, binary},
                                        DefaultRow{256, any, knomial},
                                        DefaultRow{1024, 16384, knomial},
                                        DefaultRow{1024, 32768, binary},
                                        DefaultRow{1024, any, knomial},
                                        DefaultRow{2048, 524288, knomial},
                                        DefaultRow{2048, any, scatter_allgather},
                                        DefaultRow{4096, 262144, knomial},
                                        DefaultRow{4096, any, scatter_allgather},
                                        DefaultRow{any, 8192, knomial},
                                        DefaultRow{any, 16384, binary},
                                        DefaultRow{any, 262144, knomial},
                                        DefaultRow{any, any, scatter_allgather}};

constexpr std::array default_reductions{
    DefaultRow{4, 8, rabenseifner},   DefaultRow{4, 16, binary},       DefaultRow{4, 32, chain},
    DefaultRow{4, 262144, linear},    DefaultRow{4, any, chain},       DefaultRow{8, 4096, binary},
    DefaultRow{8, 65536, chain},      DefaultRow{8, 262144, binomial}, DefaultRow{8, 524288, linear},
    DefaultRow{8, 1048576, binomial}, DefaultRow{8, any, linear},      DefaultRow{16, 8192, binary},
    DefaultRow{16, any, binomial},    DefaultRow{32, 4096, binary},    DefaultRow{256, any, binomial},
    DefaultRow{512, 8192, binomial},  DefaultRow{512, 16384, binary},  DefaultRow{2048, any, binomial},
    DefaultRow{4096, 512, binomial},  DefaultRow{4096, 1024, binary},  DefaultRow{4096, 8192, binomial},
    DefaultRow{4096, 16384, binary},  DefaultRow{4096, any, binomial}, DefaultRow{any, 16, binomial},
    DefaultRow{any, 32, binary},      DefaultRow{any, 1024, binomial}, DefaultRow{any, 2048, binary},
    DefaultRow{any, 8192, binomial},  DefaultRow{any, 16384, binary},  DefaultRow{any, any, binomial}};

constexpr std::array default_all_reductions{DefaultRow{4, 8, ring},
                                            DefaultRow{4, 4096, recursive_doubling},
                                            DefaultRow{4, 8192, ring},
                                            DefaultRow{4, 16384, recursive_doubling},
                                            DefaultRow{4, 262144, ring},
                                            DefaultRow{4, any, rabenseifner},
                                            DefaultRow{8, 16, ring},
                                            DefaultRow{16, 8192, recursive_doubling},
                                            DefaultRow{16, any, rabenseifner},
                                            DefaultRow{32, 64, ring},
                                            DefaultRow{32, 4096, recursive_doubling},
                                            DefaultRow{64, 128, ring},
                                            DefaultRow{64, any, rabenseifner},
                                            DefaultRow{128, 262144, recursive_doubling},
                                            DefaultRow{256, 131072, nonoverlapping},
                                            DefaultRow{256, 262144, recursive_doubling},
                                            DefaultRow{512, 4096, nonoverlapping},
                                            DefaultRow{512, any, rabenseifner},
                                            DefaultRow{2048, 2048, nonoverlapping},
                                            DefaultRow{2048, 16384, recursive_doubling},
                                            DefaultRow{2048, any, rabenseifner},
                                            DefaultRow{4096, 2048, nonoverlapping},
                                            DefaultRow{4096, 4096, ring},
                                            DefaultRow{4096, 16384, recursive_doubling},
                                            DefaultRow{4096, any, rabenseifner},
                                            DefaultRow{any, 2048, nonoverlapping},
                                            DefaultRow{any, 16384, ring},
                                            DefaultRow{any, 32768, recursive_doubling},
                                            DefaultRow{any, any, rabenseifner}};

constexpr std::array default_all_to_alls{
    DefaultRow{3, any, pairwise},  DefaultRow{8, 524288, linear},    DefaultRow{8, 1048576, pairwise},
    DefaultRow{16, any, linear},   DefaultRow{32, 4, linear},        DefaultRow{64, 512, bruck},
    DefaultRow{64, any, linear},   DefaultRow{256, 1024, bruck},     DefaultRow{256, 262144, linear},
    DefaultRow{512, 1024, bruck},  DefaultRow{512, 32768, linear},   DefaultRow{512, any, pairwise},
    DefaultRow{1024, 512, bruck},  DefaultRow{1024, 262144, linear}, DefaultRow{1024, any, pairwise},
    DefaultRow{2048, 512, bruck},  DefaultRow{2048, any, linear},    DefaultRow{4096, 1024, bruck},
    DefaultRow{4096, any, linear}, DefaultRow{any, 2048, bruck},     DefaultRow{any, any, linear}};

std::span<const DefaultRow> default_rows(CollectiveOperation operation) {
  switch (operation) {
    case CollectiveOperation::broadcast:
      return default_broadcasts;
    case CollectiveOperation::reduce:
      return default_reductions;
    case CollectiveOperation::allreduce:
      return default_all_reductions;
    case CollectiveOperation::alltoall:
      break;
  }
  return default_all_to_alls;
}

}  // namespace

std::string_view name_of(CollectiveOperation operation) {
  return operation_names[static_cast<std::size_t>(operation)];
}

std::string_view name_of(CollectiveAlgorithm algorithm) {
  return algorithm_names[static_cast<std::size_t>(algorithm)];
}

std::optional<CollectiveAlgorithm> algorithm_named(std::string_view name) {
  const auto* const found = std::ranges::find(algorithm_names, name);
  if (found == algorithm_names.end()) return std::nullopt;
  return static_cast<CollectiveAlgorithm>(found - algorithm_names.begin());
}

std::span<const CollectiveAlgorithm> algorithms_for(CollectiveOperation operation) {
  switch (operation) {
    case CollectiveOperation::broadcast:
      return broadcasts;
    case CollectiveOperation::reduce:
      return reductions;
    case CollectiveOperation::allreduce:
      return all_reductions;
    case CollectiveOperation::alltoall:
      break;
  }
  return all_to_alls;
}

CollectiveAlgorithm default_algorithm(CollectiveOperation operation, std::size_t ranks, std::size_t bytes) {
  const auto decides = [&](const DefaultRow& row) {
    return ranks < row.below_ranks && bytes < row.below_bytes;
  };
  return std::ranges::find_if(default_rows(operation), decides)->algorithm;
}

}  // namespace gusset
