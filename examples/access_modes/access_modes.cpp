// A custom access mode next to the built-in ones. Tasks that take a maximum may run in any order among
// themselves, and so may tasks that add. Both kinds on one handle form groups that run one after the other.
//
//     add 1, add 2, add 3  ──►  maximum 4, maximum 10  ──►  add 5  ──►  maximum 7
//        in any order              in any order
#include <algorithm>
#include <cstddef>
#include <iostream>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

int main() {
  using Tile = gusset::Tile<double>;
  gusset::Runtime runtime;
  auto level = gusset::TiledMatrix<double>::full(runtime, "level", 1, 1, 1, 1);
  level.init([](std::size_t, std::size_t, Tile tile, std::size_t, std::size_t) { tile(0, 0) = 0.0; });

  const gusset::AccessMode maximum =
      gusset::define_access_mode("maximum", {.commutes = true, .exclusive = true, .modifies = true});

  const gusset::TaskType raise("raise");
  const gusset::TaskType add_to("add to");
  const auto submit_add = [&](double value) {
    runtime.submit(
        add_to(1.0), [value](Tile tile) { tile(0, 0) += value; }, add(level(0, 0)));
  };
  const auto submit_maximum = [&](double value) {
    runtime.submit(
        raise(1.0), [value](Tile tile) { tile(0, 0) = std::max(tile(0, 0), value); },
        access(maximum, level(0, 0)));
  };

  for (const double value : {1.0, 2.0, 3.0}) submit_add(value);
  for (const double value : {4.0, 10.0}) submit_maximum(value);
  submit_add(5.0);
  submit_maximum(7.0);

  runtime.wait();
  if (runtime.has_data()) std::cout << "max(max(1 + 2 + 3, 4, 10) + 5, 7) = " << level.element(0, 0) << '\n';
}
