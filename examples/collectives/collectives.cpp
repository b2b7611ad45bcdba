// Collective operations: all nodes broadcast, reduce or exchange vectors, with the algorithms of MPI
// libraries (docs/collectives.md). Run it on several nodes, or simulate it on many:
//
//     gusset run --nodes 4 -- collectives --operation allreduce --bytes 1000000
//     gusset simulate --platform 1024:1:5:2e-6:1e10 -- collectives --operation allreduce --bytes 1000000
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "common/arguments.hpp"
#include "gusset/core/annotation.hpp"
#include "gusset/core/collectives.hpp"

namespace {

struct Settings {
  std::string operation = "allreduce";
  std::string algorithm = "automatic";
  std::size_t bytes = 1'000'000;
  std::size_t segment = 0;
  std::size_t times = 1;
};

/// The largest element of all ranks, so that the result stays the same however often it is computed.
constexpr auto largest = [](double a, double b) { return std::max(a, b); };

/// What an element of a rank's vector is at first.
double initial(std::size_t rank, std::size_t i) {
  return static_cast<double>((7 * rank + i) % 101);
}

/// What that element is at the end.
double result(const std::string& operation, std::size_t ranks, std::size_t rank, std::size_t elements,
              std::size_t i) {
  if (operation == "broadcast") return initial(0, i);
  const std::size_t block = elements / ranks;
  if (operation == "alltoall") return initial(i / block, rank * block + i % block);
  double value = 0.0;
  for (std::size_t other = 0; other < ranks; ++other) value = largest(value, initial(other, i));
  return value;
}

int run(const Settings& settings) {
  gusset::Runtime runtime;
  gusset::Collectives all(runtime);
  const std::size_t ranks = all.ranks();
  std::size_t elements = std::max<std::size_t>(1, settings.bytes / sizeof(double));
  if (settings.operation == "alltoall") elements = (elements + ranks - 1) / ranks * ranks;

  const auto x = all.vectors<double>("x", elements);
  const auto y = all.vectors<double>("y", elements);
  const gusset::TaskType fill("fill");
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    runtime.submit(
        fill(static_cast<double>(elements)),
        [rank](gusset::Tile<double> vector) {
          for (std::size_t i = 0; i < vector.rows; ++i) vector(i, 0) = initial(rank, i);
        },
        write(x(0, rank)));
  }

  const gusset::CollectiveOptions options{*gusset::algorithm_named(settings.algorithm), settings.segment};
  const gusset::TaskType compute("compute");
  for (std::size_t k = 0; k < settings.times; ++k) {
    const gusset::Annotation iteration("iteration", static_cast<std::int64_t>(k));
    // A vector that nothing has changed would not be sent again.
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      runtime.submit(
          compute(1.0), [](gusset::Tile<double>) {}, write(x(0, rank)));
    }
    if (settings.operation == "broadcast") all.broadcast(x, 0, options);
    if (settings.operation == "reduce") all.reduce(x, 0, largest, options);
    if (settings.operation == "allreduce") all.allreduce(x, largest, options);
    if (settings.operation == "alltoall") all.alltoall(x, y, options);
  }
  runtime.wait();
  if (!runtime.has_data()) return 0;

  const auto& found = settings.operation == "alltoall" ? y : x;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    if (!runtime.engine().holds(all.node(rank)) || (settings.operation == "reduce" && rank > 0)) continue;
    for (std::size_t i = 0; i < elements; ++i) {
      const double right = result(settings.operation, ranks, rank, elements, i);
      if (found.tile(0, rank)(i, 0) == right) continue;
      std::fprintf(stderr, "collectives: rank %zu, element %zu: expected %g, found %g\n", rank, i, right,
                   found.tile(0, rank)(i, 0));
      return 1;
    }
  }
  if (runtime.engine().holds(all.node(0)))
    std::printf("%s: all of rank 0's %zu elements are right\n", settings.operation.c_str(), elements);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  std::vector<std::string> algorithms;
  for (unsigned i = 0; i <= static_cast<unsigned>(gusset::CollectiveAlgorithm::bruck); ++i)
    algorithms.emplace_back(name_of(static_cast<gusset::CollectiveAlgorithm>(i)));
  CLI::App app("Performs a collective operation on vectors of all nodes, and checks the result.",
               "collectives");
  examples::add_word(app, "--operation", settings.operation, {"broadcast", "reduce", "allreduce", "alltoall"},
                     "The operation");
  examples::add_word(app, "--algorithm", settings.algorithm, algorithms, "How to perform it");
  examples::add_number(app, "--bytes", settings.bytes, 1, 1'000'000'000, "Size of each node's vector");
  examples::add_number(app, "--segment", settings.segment, 0, 1'000'000'000,
                       "Most bytes in a message of a tree; 0: no limit");
  examples::add_number(app, "--times", settings.times, 1, 1'000'000, "How many times to perform it");
  return examples::run_program(app, argc, argv, [&] { return run(settings); });
}
