// A graph that is submitted once and run many times. Each step smooths a ring of numbers, block by block,
// from u to v or back. A plan captures the tasks of two steps; running it costs a fraction of submitting
// them.
//
//     u(0) u(1) … u(7)        each task reads three neighbouring blocks
//        ╲  │  ╱              and writes the middle one of the other array
//     v(0) v(1) … v(7)
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <vector>

#include "gusset/core/options.hpp"
#include "gusset/core/plan.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace {

using Matrix = gusset::TiledMatrix<double>;
using In = gusset::Tile<const double>;

constexpr std::size_t blocks = 8;
constexpr std::size_t length = 100;  // numbers per block
constexpr std::size_t runs = 50;

double start(std::size_t i) {
  return static_cast<double>(i * 37 % 101);
}

void smooth(In left, In middle, In right, gusset::Tile<double> result) {
  const std::size_t n = middle.rows;
  for (std::size_t i = 0; i < n; ++i) {
    const double before = i == 0 ? left(n - 1, 0) : middle(i - 1, 0);
    const double after = i + 1 == n ? right(0, 0) : middle(i + 1, 0);
    result(i, 0) = (before + middle(i, 0) + after) / 3.0;
  }
}

void submit_step(gusset::Runtime& runtime, const Matrix& from, const Matrix& to) {
  static const gusset::TaskType type("smooth");
  for (std::size_t b = 0; b < blocks; ++b) {
    runtime.submit(type(static_cast<double>(length)), smooth, read(from((b + blocks - 1) % blocks, 0)),
                   read(from(b, 0)), read(from((b + 1) % blocks, 0)), write(to(b, 0)));
  }
}

/// Computes the same in a loop, with one block that is its own neighbour.
std::vector<double> sequential() {
  constexpr std::size_t n = blocks * length;
  std::vector<double> u(n), v(n);
  for (std::size_t i = 0; i < n; ++i) u[i] = start(i);
  for (std::size_t step = 0; step < 2 * runs; ++step) {
    const In all{u.data(), n, 1, n};
    smooth(all, all, all, {v.data(), n, 1, n});
    u.swap(v);
  }
  return u;
}

}  // namespace

int main() {
  gusset::Runtime runtime;
  Matrix u = Matrix::full(runtime, "u", blocks * length, 1, blocks, 1);
  const Matrix v = Matrix::full(runtime, "v", blocks * length, 1, blocks, 1);
  u.init([](std::size_t, std::size_t, gusset::Tile<double> tile, std::size_t first, std::size_t) {
    for (std::size_t i = 0; i < tile.rows; ++i) tile(i, 0) = start(first + i);
  });

  gusset::Plan two_steps = runtime.capture([&] {
    submit_step(runtime, u, v);
    submit_step(runtime, v, u);
  });
  for (std::size_t run = 0; run < runs / 2; ++run) runtime.run(two_steps);
  // From here on, as many workers as there are processors each run a list of their own, in order.
  const unsigned lists = std::min(runtime.workers(), gusset::available_cores());
  two_steps.set_schedule(gusset::round_robin(two_steps.tasks(), lists));
  for (std::size_t run = runs / 2; run < runs; ++run) runtime.run(two_steps);
  runtime.wait();
  if (!runtime.has_data()) return 0;

  std::cout << "a plan of " << two_steps.tasks() << " tasks and " << two_steps.edges() << " edges, run "
            << runs << " times\n";
  const std::vector<double> expected = sequential();
  double difference = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    difference = std::max(difference, std::abs(u.element(i, 0) - expected[i]));
  std::cout << "difference from a loop: " << difference << '\n';
}
