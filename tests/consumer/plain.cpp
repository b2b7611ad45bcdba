// Sums 1 … 10 in ten tasks, like a program of someone who installed Gusset.
#include <cstdio>
#include <gusset/core.hpp>

int main() {
  gusset::Runtime runtime;
  const gusset::TaskType summand("summand");
  auto total = gusset::TiledMatrix<double>::full(runtime, "total", 1, 1, 1, 1);
  total.init([](std::size_t, std::size_t, gusset::Tile<double> tile, std::size_t, std::size_t) {
    tile(0, 0) = 0.0;
  });
  for (int i = 1; i <= 10; ++i) {
    runtime.submit(
        summand(1.0), [i](gusset::Tile<double> sum) { sum(0, 0) += i; }, add(total(0, 0)));
  }
  runtime.wait();
  if (runtime.has_data()) std::printf("%g\n", total.tile(0, 0)(0, 0));
}
