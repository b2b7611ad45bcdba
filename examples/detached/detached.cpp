// Newton's iteration for the square root of 2, with an unknown number of steps. Each step decides whether to
// submit another one, which writes the same data. As a subtask, the new step would have to run both before
// and after its parent's end, which the runtime refuses. As a detached task it is independent of its parent.
#include <cmath>
#include <iostream>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace {

const gusset::TaskType newton("newton");

void submit_step(gusset::Runtime& runtime, gusset::TiledMatrix<double>& root, int step) {
  runtime.submit(
      newton(1.0).detached(),
      [&runtime, &root, step](gusset::Tile<double> x) {
        const double next = (x(0, 0) + 2.0 / x(0, 0)) / 2.0;
        if (std::abs(next - x(0, 0)) > 1e-15) {
          submit_step(runtime, root, step + 1);
        } else {
          std::cout << "after " << step << " steps: ";
        }
        x(0, 0) = next;
      },
      write(root(0, 0)));
}

}  // namespace

int main() {
  gusset::Runtime runtime;
  auto root = gusset::TiledMatrix<double>::full(runtime, "root", 1, 1, 1, 1);
  root.init(
      [](std::size_t, std::size_t, gusset::Tile<double> x, std::size_t, std::size_t) { x(0, 0) = 1.0; });
  submit_step(runtime, root, 1);
  runtime.wait();  // also for tasks that tasks submit meanwhile
  if (runtime.has_data()) std::cout << root.element(0, 0) << '\n';
}
