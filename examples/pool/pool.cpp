// Where data lives. Temporary matrices live in the runtime's pool, which takes memory from the system once. A
// program can provide its own memory through std::pmr, here an array. One matrix is kept out of the pool.
//
//     pool   [ step 0 ][ free … ]   then   [ step 1 ][ free … ]   …
//     array  [ result ]
#include <array>
#include <cstddef>
#include <iostream>
#include <memory_resource>

#include "gusset/core/data_pool.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace {

alignas(64) std::array<std::byte, 4096> array;

void report(const char* when, const gusset::DataPool::Statistics& pool) {
  std::cout << when << ": " << pool.used_bytes / 1024 << " of " << pool.reserved_bytes / 1024
            << " KiB used, regions: " << pool.regions << '\n';
}

}  // namespace

int main() {
  using Matrix = gusset::TiledMatrix<double>;
  constexpr std::size_t steps = 10;

  gusset::Runtime runtime;
  std::pmr::monotonic_buffer_resource mine(array.data(), array.size(), std::pmr::null_memory_resource());
  auto result = Matrix::full(runtime, "result", 1, 1, 1, 1, {}, {.memory = &mine});
  auto apart = Matrix::full(runtime, "apart", 1, 1, 1, 1, {}, {.pooled = false});
  const auto zero = [](std::size_t, std::size_t, gusset::Tile<double> tile, std::size_t, std::size_t) {
    tile(0, 0) = 0.0;
  };
  result.init(zero);
  apart.init(zero);
  if (runtime.has_data()) report("before", runtime.pool().statistics());

  const gusset::TaskType fill("fill");
  const gusset::TaskType sum("sum");
  for (std::size_t step = 0; step < steps; ++step) {
    const auto temporary = Matrix::full(runtime, "temporary", 256, 256, 1, 1);
    if (runtime.has_data() && step == 0) report("first step", runtime.pool().statistics());
    runtime.submit(
        fill(65536.0),
        [step](gusset::Tile<double> tile) {
          for (std::size_t element = 0; element < tile.rows * tile.columns; ++element)
            tile.data[element] = static_cast<double>(step);
        },
        write(temporary(0, 0)));
    runtime.submit(
        sum(65536.0),
        [](gusset::Tile<const double> tile, gusset::Tile<double> total, gusset::Tile<double> last) {
          for (std::size_t element = 0; element < tile.rows * tile.columns; ++element)
            total(0, 0) += tile.data[element];
          last(0, 0) = tile(0, 0);
        },
        read(temporary(0, 0)), add(result(0, 0)), write(apart(0, 0)));
  }  // temporary's memory returns to the pool when its tasks are done
  runtime.wait();
  if (!runtime.has_data()) return 0;

  report("after ten steps", runtime.pool().statistics());
  const auto* const contents = reinterpret_cast<const std::byte*>(result.tile(0, 0).data);
  const bool is_mine = contents >= array.data() && contents < array.data() + array.size();
  std::cout << "sum " << result.element(0, 0) / 65536 << (is_mine ? ", in the program's own array\n" : "\n");
  std::cout << "last value " << apart.element(0, 0) << '\n';
}
