// Where tasks run: `near` prefers a worker (or a socket), `near_data` the worker that last touched the data.
// Policies that steal may override the preference; "static", used here, never does.
//
//     worker 0   fill 0, sum 0, fill 2, sum 2        worker 1   fill 1, sum 1, fill 3, sum 3
#include <array>
#include <cstddef>
#include <cstdlib>
#include <iostream>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"
#include "gusset/core/worker_local.hpp"

int main() {
  setenv("GUSSET_POLICY", "static", 0);  // unless the environment already selects one
  setenv("GUSSET_THREADS", "2", 0);
  constexpr std::size_t blocks = 4;

  gusset::Runtime runtime;
  const auto x = gusset::TiledMatrix<double>::full(runtime, "x", 1000, blocks, 1, blocks);
  gusset::WorkerLocal<unsigned> self(runtime, [](gusset::WorkerId worker) { return worker.value(); });
  std::array<unsigned, blocks> filled_by{}, summed_by{};

  const gusset::TaskType fill("fill");
  const gusset::TaskType sum("sum");
  for (std::size_t b = 0; b < blocks; ++b) {
    runtime.submit(
        fill(1.0).near(gusset::WorkerId(b % runtime.workers())),
        [&self, &by = filled_by[b]](gusset::Tile<double> tile) {
          for (std::size_t i = 0; i < tile.rows; ++i) tile(i, 0) = 1.0;
          by = self.local();
        },
        write(x(0, b)));
    runtime.submit(
        sum(1.0).near_data(),
        [&self, &by = summed_by[b]](gusset::Tile<double> tile) {
          for (std::size_t i = 1; i < tile.rows; ++i) tile(0, 0) += tile(i, 0);
          by = self.local();
        },
        write(x(0, b)));
  }
  runtime.wait();
  if (!runtime.has_data()) return 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    std::cout << "block " << b << ": filled by worker " << filled_by[b] << ", sum " << x.element(0, b)
              << " by worker " << summed_by[b] << '\n';
  }
}
