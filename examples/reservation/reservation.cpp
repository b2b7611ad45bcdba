// Waits for a task that is submitted later. The program knows that a task will write the table, but not how.
// It reserves the access, so tasks submitted from now on wait for it. Later it submits the
// writer with the reservation.
//
//     reserve write(table) … look up ×4 (wait) … submit load with the reservation ──► look up
#include <cstddef>
#include <iostream>
#include <utility>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

int main() {
  using Tile = gusset::Tile<double>;
  constexpr std::size_t size = 4;

  gusset::Runtime runtime;
  auto table = gusset::TiledMatrix<double>::full(runtime, "table", size, 1, 1, 1);
  auto found = gusset::TiledMatrix<double>::full(runtime, "found", size, 1, size, 1);
  table.init([](std::size_t, std::size_t, Tile tile, std::size_t, std::size_t) {
    for (std::size_t i = 0; i < size; ++i) tile(i, 0) = -1.0;  // values that a lookup would find too early
  });

  auto place = runtime.reserve(write(table(0, 0)));

  const gusset::TaskType look_up("look up");
  for (std::size_t i = 0; i < size; ++i) {
    runtime.submit(
        look_up(1.0), [i](gusset::Tile<const double> tile, Tile result) { result(0, 0) = tile(i, 0); },
        read(table(0, 0)), write(found(i, 0)));
  }

  const gusset::TaskType load("load");
  runtime.submit(
      load(1.0),
      [](Tile tile) {
        for (std::size_t i = 0; i < size; ++i) tile(i, 0) = static_cast<double>(i * i);
      },
      std::move(place));

  runtime.wait();
  if (!runtime.has_data()) return 0;
  for (std::size_t i = 0; i < size; ++i) std::cout << i << " squared is " << found.element(i, 0) << '\n';
}
