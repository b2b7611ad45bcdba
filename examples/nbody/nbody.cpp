// Direct N-body: one task per pair of blocks of bodies adds the forces between them to both blocks' forces.
// It shares a block, still in the cache, with the previous task. Its access mode for forces decides which
// tasks run at once:
//     --mode write    exclusive, in submission order: here one after the other
//     --mode add      exclusive, in any order: tasks without a common block run at once
//     --mode renamed  adds to busy forces go to buffers, which are merged later: no worker waits
// On several nodes, a task can only modify its own node's forces. Each node then computes the forces of other
// nodes' bodies on its own bodies, which it receives once.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

#include "common/arguments.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace {

using Bodies = gusset::Tile<const double>;  // a column per body: coordinates and mass
using Forces = gusset::Tile<double>;
using Matrix = gusset::TiledMatrix<double>;

void attract(Bodies a, Bodies b, Forces on_a, Forces on_b) {
  for (std::size_t i = 0; i < a.columns; ++i) {
    for (std::size_t j = a.data == b.data ? i + 1 : 0; j < b.columns; ++j) {
      const double x = b(0, j) - a(0, i), y = b(1, j) - a(1, i), z = b(2, j) - a(2, i);
      const double squared = x * x + y * y + z * z + 1e-6;  // softened
      const double force = a(3, i) * b(3, j) / (squared * std::sqrt(squared));
      const double parts[] = {x * force, y * force, z * force};
      for (std::size_t k = 0; k < 3; ++k) on_a(k, i) += parts[k], on_b(k, j) -= parts[k];
    }
  }
}

/// Adds only the forces on `a`, whose bodies differ from those of `b`.
void pull(Bodies a, Bodies b, Forces on_a) {
  for (std::size_t i = 0; i < a.columns; ++i) {
    for (std::size_t j = 0; j < b.columns; ++j) {
      const double x = b(0, j) - a(0, i), y = b(1, j) - a(1, i), z = b(2, j) - a(2, i);
      const double squared = x * x + y * y + z * z + 1e-6;
      const double force = a(3, i) * b(3, j) / (squared * std::sqrt(squared));
      on_a(0, i) += x * force, on_a(1, i) += y * force, on_a(2, i) += z * force;
    }
  }
}

gusset::RenamingFunctions sums_of(std::size_t length) {
  const auto plus = [length](void* into, const void* buffer) {
    for (std::size_t i = 0; i < length; ++i)
      static_cast<double*>(into)[i] += static_cast<const double*>(buffer)[i];
  };
  return {[length](void* buffer) { std::fill_n(static_cast<double*>(buffer), length, 0.0); }, plus, plus};
}

/// Returns the norm of the difference from a sequential sum, relative to the sum.
double error_of(const Matrix& bodies, const Matrix& forces) {
  const std::size_t n = bodies.columns();
  std::vector<double> all(4 * n), sums(3 * n, 0.0);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = bodies.element(i % 4, i / 4);
  attract({all.data(), 4, n, 4}, {all.data(), 4, n, 4}, {sums.data(), 3, n, 3}, {sums.data(), 3, n, 3});
  double difference = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    difference += std::pow(sums[i] - forces.element(i % 3, i / 3), 2);
    norm += sums[i] * sums[i];
  }
  return std::sqrt(difference / norm);
}

void submit_pairs(gusset::Runtime& runtime, gusset::AccessMode how, const Matrix& bodies,
                  const Matrix& forces) {
  const gusset::TaskType both("attract"), one("pull");
  const std::size_t blocks = bodies.column_blocks();
  for (std::size_t i = 0; i < blocks; ++i) {
    for (std::size_t k = i; k < blocks; ++k) {
      const std::size_t j = i % 2 == 0 ? k : blocks - 1 - (k - i);  // to and fro: neighbours share a block
      const auto pairs = static_cast<double>(bodies.tile_columns(i) * bodies.tile_columns(j));
      const auto a = bodies(0, i), b = bodies(0, j), on_a = forces(0, i), on_b = forces(0, j);
      if (on_a.owner() == on_b.owner()) {
        runtime.submit(both(i == j ? pairs / 2 : pairs), attract, read(a), read(b), access(how, on_a),
                       access(how, on_b));
      } else {
        runtime.submit(one(pairs), pull, read(a), read(b), access(how, on_a));
        runtime.submit(one(pairs), pull, read(b), read(a), access(how, on_b));
      }
    }
  }
}

int run(const std::string& mode, std::size_t n, std::size_t blocks) {
  gusset::Runtime runtime;
  const auto owner = [nodes = runtime.grid().nodes()](std::size_t, std::size_t block) {
    return gusset::NodeId(block % nodes);
  };
  auto bodies = Matrix::full(runtime, "bodies", 4, n, 1, blocks, owner);
  auto forces = Matrix::full(runtime, "forces", 3, n, 1, blocks, owner);
  bodies.init([](auto, auto, gusset::Tile<double> tile, auto, std::size_t first) {
    for (std::size_t i = 0; i < 4 * tile.columns; ++i)
      tile.data[i] = std::fmod(static_cast<double>(4 * first + i) * 0.6180339887, 1.0);
  });
  forces.init([](auto, auto, Forces tile, auto, auto) { std::fill_n(tile.data, 3 * tile.columns, 0.0); });
  for (std::size_t i = 0; mode == "renamed" && i < blocks; ++i)
    runtime.rename_adds(forces(0, i), sums_of(3 * forces.tile_columns(i)));

  submit_pairs(runtime, mode == "write" ? gusset::AccessMode::write : gusset::AccessMode::add, bodies,
               forces);
  runtime.wait();
  if (!runtime.has_data()) return 0;
  const bool is_right = error_of(bodies, forces) < 1e-9;  // false for NaN
  std::cout << "the forces " << (is_right ? "match" : "do NOT match") << " a sequential sum\n";
  return is_right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::string mode = "renamed";
  std::size_t n = 2000, blocks = 8;
  CLI::App app("Computes the forces between bodies.", "nbody");
  examples::add_word(app, "--mode", mode, {"write", "add", "renamed"}, "Access mode of the forces");
  examples::add_number(app, "--bodies", n, 1, examples::largest_size, "Number of bodies");
  examples::add_number(app, "--blocks", blocks, 1, examples::largest_size, "Number of blocks of bodies");
  return examples::run_program(app, argc, argv, [&] {
    examples::require_fit({blocks}, n, "--bodies");
    return run(mode, n, blocks);
  });
}
