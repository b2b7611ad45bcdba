// The classical Runge–Kutta method of order 4, as loops over vectors in chunks. It solves y' = D y, diffusion
// on a line whose ends are kept at 0. Each of the four stages of a step is two loops:
//
//     slope:    k = D w            a chunk reads w's chunks to its left and right too
//     advance:  w = y + a h k      a chunk depends on the same chunk of `slope` alone
//
// No loop waits for a whole loop: a chunk waits for at most three chunks of the loop before.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <numbers>
#include <tuple>
#include <vector>

#include "common/arguments.hpp"
#include "common/loop_data.hpp"
#include "common/repetition.hpp"

namespace {

using gusset::Chunk;
using In = gusset::Tile<const double>;
using Out = gusset::Tile<double>;
using Vector = gusset::TiledMatrix<double>;

constexpr double step_size = 0.5;

struct Arguments {
  std::size_t size = 100'000;
  std::size_t chunk = 5'000;
  std::size_t steps = 20;
  examples::Repetition repetition;
};

/// The vectors of the method.
struct Vectors {
  gusset::Chunks chunks;
  Vector y, w, k, sum;

  Vectors(gusset::Runtime& runtime, const gusset::Chunks& cut)
      : chunks(cut),
        y(examples::columns_of<double>(runtime, "y", 1, cut)),
        w(examples::columns_of<double>(runtime, "w", 1, cut)),
        k(examples::columns_of<double>(runtime, "k", 1, cut)),
        sum(examples::columns_of<double>(runtime, "sum", 1, cut)) {}
};

/// Two waves. Each step multiplies each wave by a constant, exact up to rounding.
double solution(std::size_t i, std::size_t n, std::size_t steps) {
  double sum = 0.0;
  for (const std::size_t wave : {std::size_t{3}, (n + 1) / 2}) {
    const double angle =
        std::numbers::pi * static_cast<double>(wave) / static_cast<double>(n + 1);  // per element
    const double z = -4.0 * std::pow(std::sin(angle / 2.0), 2) * step_size;
    const double factor = 1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)));
    sum += std::pow(factor, static_cast<double>(steps)) * std::sin(angle * static_cast<double>(i + 1));
  }
  return sum;
}

/// k = D w
void submit_slope(gusset::Runtime& runtime, const Vectors& vectors, const Vector& w) {
  static const gusset::TaskType type("slope");
  runtime.loop(
      type(3.0), vectors.chunks,
      [chunks = vectors.chunks](const Chunk& chunk, const std::vector<In>& values, Out k) {
        const examples::Columns<double> column(values, chunks, chunk, 1);
        const double* const own = column(chunk.begin);
        const double before = chunk.begin > 0 ? *column(chunk.begin - 1) : 0.0;
        const double after = chunk.end < chunks.iterations() ? *column(chunk.end) : 0.0;
        for (std::size_t i = 0; i < chunk.size(); ++i) {
          const double left = i > 0 ? own[i - 1] : before;
          const double right = i + 1 < chunk.size() ? own[i + 1] : after;
          k.data[i] = left - 2.0 * own[i] + right;
        }
      },
      [&](const Chunk& chunk) {
        return std::tuple(examples::read_around(w, vectors.chunks, chunk, 1),
                          write(vectors.k(0, chunk.index)));
      });
}

/// w = y + a h k, and the sum grows by b h k.
void submit_advance(gusset::Runtime& runtime, const Vectors& vectors, double a, double b, bool is_first) {
  static const gusset::TaskType type("advance");
  runtime.loop(
      type(4.0), vectors.chunks,
      [a, b, is_first](const Chunk& chunk, In k, In y, Out w, Out sum) {
        for (std::size_t i = 0; i < chunk.size(); ++i) {
          w.data[i] = y.data[i] + a * step_size * k.data[i];
          sum.data[i] = (is_first ? y.data[i] : sum.data[i]) + b * step_size * k.data[i];
        }
      },
      [&](const Chunk& chunk) {
        const std::size_t i = chunk.index;
        return std::tuple(read(vectors.k(0, i)), read(vectors.y(0, i)), write(vectors.w(0, i)),
                          write(vectors.sum(0, i)));
      });
}

/// y = sum + b h k
void submit_finish(gusset::Runtime& runtime, const Vectors& vectors, double b) {
  static const gusset::TaskType type("finish");
  runtime.loop(
      type(2.0), vectors.chunks,
      [b](const Chunk& chunk, In k, In sum, Out y) {
        for (std::size_t i = 0; i < chunk.size(); ++i) y.data[i] = sum.data[i] + b * step_size * k.data[i];
      },
      [&](const Chunk& chunk) {
        const std::size_t i = chunk.index;
        return std::tuple(read(vectors.k(0, i)), read(vectors.sum(0, i)), write(vectors.y(0, i)));
      });
}

void submit_step(gusset::Runtime& runtime, const Vectors& vectors) {
  constexpr std::array a{0.5, 0.5, 1.0};
  constexpr std::array b{1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
  for (std::size_t stage = 0; stage < a.size(); ++stage) {
    submit_slope(runtime, vectors, stage == 0 ? vectors.y : vectors.w);
    submit_advance(runtime, vectors, a[stage], b[stage], stage == 0);
  }
  submit_slope(runtime, vectors, vectors.w);
  submit_finish(runtime, vectors, b.back());
}

int run(const Arguments& arguments) {
  gusset::Runtime runtime;
  Vectors vectors(runtime, gusset::chunks(arguments.size, arguments.chunk));
  vectors.y.init([&](auto, auto, Out tile, auto, std::size_t first) {
    for (std::size_t i = 0; i < tile.columns; ++i) tile.data[i] = solution(first + i, arguments.size, 0);
  });
  examples::repeat(runtime, arguments.repetition, arguments.steps, [&] { submit_step(runtime, vectors); });
  if (!runtime.has_data()) return 0;
  double error = 0.0;
  for (std::size_t i = 0; i < arguments.size; ++i) {
    const double difference =
        std::abs(vectors.y.element(0, i) - solution(i, arguments.size, arguments.steps));
    if (difference > error || std::isnan(difference)) error = difference;
  }
  const bool is_right = error <= 1e-12;  // false for NaN
  std::printf("after %zu steps: difference from the exact steps %.2e, %s 1e-12\n", arguments.steps, error,
              is_right ? "below" : "NOT below");
  return is_right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Solves a differential equation with the Runge-Kutta method of order 4, in loops.", "rk4");
  examples::add_number(app, "--size", arguments.size, 1, examples::largest_size, "Numbers per vector");
  examples::add_number(app, "--chunk", arguments.chunk, 1, examples::largest_size, "Numbers per task");
  examples::add_number(app, "--steps", arguments.steps, 0, 1'000'000, "Time steps");
  examples::add_repetition(app, arguments.repetition);
  return examples::run_program(app, argc, argv, [&] { return run(arguments); });
}
