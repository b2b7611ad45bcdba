#include "solver.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "gusset/core/annotation.hpp"
#include "gusset/core/task.hpp"
#include "weights.hpp"

namespace shallow_water {
namespace {

using In = gusset::Tile<const double>;
using Out = gusset::Tile<double>;
using Stencils = gusset::Tile<const Neighbour>;

template <class Array>
Array column(const auto& tile, std::size_t j) {
  Array values;
  std::copy_n(&tile(0, j), values.size(), values.begin());
  return values;
}

void set_column(Out tile, std::size_t j, const State& state, double factor, const State& change) {
  for (std::size_t f = 0; f < fields; ++f) tile(f, j) = state[f] + factor * change[f];
}

constexpr std::size_t per_field = 4;  // numbers per Local

void sum_neighbours(Stencils stencils, const std::vector<In>& values, Out local) {
  for (std::size_t j = 0; j < stencils.columns; ++j) {
    double sums[per_field * fields] = {};
    for (std::size_t k = 0; k < stencils.rows; ++k) {
      const Neighbour& each = stencils(k, j);
      const double* const value = &values[each.block](0, each.point);
      for (std::size_t f = 0; f < fields; ++f) {
        for (std::size_t d = 0; d < per_field; ++d) sums[per_field * f + d] += each.weight[d] * value[f];
      }
    }
    std::copy_n(sums, per_field * fields, &local(0, j));
  }
}

/// The time derivative of the state at a block's points.
struct Change {
  double step_s;

  State operator()(In points, In local, const State& state, std::size_t j) const {
    std::array<Local, fields> of_fields;
    for (std::size_t f = 0; f < fields; ++f) {
      const double* const numbers = &local(per_field * f, j);
      of_fields[f] = {{numbers[0], numbers[1], numbers[2]}, numbers[3]};
    }
    constexpr double damped_in_a_step = 0.03;
    return tendency(column<Vector>(points, j), state, of_fields, damped_in_a_step / step_s);
  }
};

gusset::TiledMatrix<double>::Owner linear(const gusset::Runtime& runtime, std::size_t blocks) {
  return [nodes = runtime.grid().nodes(), blocks](std::size_t, std::size_t block) {
    return gusset::NodeId(static_cast<std::uint32_t>(block * nodes / blocks));
  };
}

}  // namespace

Solver::Solver(gusset::Runtime& runtime, const Sphere& sphere, std::size_t steps_ahead)
    : runtime_(runtime),
      sphere_(sphere),
      step_s_(stable_step_s(sphere.points())),
      stencils_(gusset::TiledMatrix<Neighbour>::full(runtime, "D", stencil, sphere.points(), 1,
                                                     sphere.blocks(), linear(runtime, sphere.blocks()))),
      points_(columns("X", 3)),
      state_(columns("H", fields)),
      stage_(columns("S", fields)),
      sum_(columns("K", fields)),
      local_(columns("G", per_field * fields)),
      order_(runtime.handle("order", 0, gusset::every_node)) {
  for (std::size_t i = 0; i < steps_ahead; ++i)
    clocks_.push_back(runtime.handle("clock " + std::to_string(i), 0, gusset::every_node));
}

Solver::Matrix Solver::columns(const char* name, std::size_t rows) const {
  return Matrix::full(runtime_, name, rows, sphere_.points(), 1, sphere_.blocks(),
                      linear(runtime_, sphere_.blocks()));
}

void Solver::start() {
  if (!runtime_.has_data()) return;
  const std::vector<Vector> positions = sphere_.positions();
  points_.init([&](auto, auto, Out tile, auto, std::size_t first) {
    for (std::size_t j = 0; j < tile.columns; ++j) std::copy_n(positions[first + j].begin(), 3, &tile(0, j));
  });
  state_.init([&](auto, auto, Out tile, auto, std::size_t first) {
    for (std::size_t j = 0; j < tile.columns; ++j) {
      set_column(tile, j, steady_state(positions[first + j]), 0.0, {});
    }
  });
  stencils_.init([&](auto, std::size_t block, gusset::Tile<Neighbour> tile, auto, std::size_t first) {
    struct Candidate {
      double closeness;
      std::uint32_t block, point;
      std::size_t number;
    };
    std::vector<Candidate> candidates;
    std::vector<Vector> nearest(stencil);
    const auto& coupled = sphere_.coupled(block);
    for (std::size_t j = 0; j < tile.columns; ++j) {
      const Vector& centre = positions[first + j];
      candidates.clear();
      for (std::uint32_t b = 0; b < coupled.size(); ++b) {
        const std::size_t begin = sphere_.first_point(coupled[b]);
        for (std::size_t point = begin; point < sphere_.first_point(coupled[b] + 1); ++point) {
          candidates.push_back(
              {dot(centre, positions[point]), b, static_cast<std::uint32_t>(point - begin), point});
        }
      }
      if (candidates.size() < stencil) throw std::runtime_error("a point has too few neighbours");
      const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(stencil);
      std::partial_sort(candidates.begin(), end, candidates.end(), [](const auto& a, const auto& b) {
        return a.closeness > b.closeness || (a.closeness == b.closeness && a.number < b.number);
      });
      for (std::size_t k = 0; k < stencil; ++k) nearest[k] = positions[candidates[k].number];
      const std::vector<Weight> weights = weights_of(nearest);
      for (std::size_t k = 0; k < stencil; ++k) {
        tile(k, j).block = candidates[k].block;
        tile(k, j).point = candidates[k].point;
        for (std::size_t d = 0; d < 3; ++d) tile(k, j).weight[d] = weights[k].gradient[d] / earth_radius_m;
        tile(k, j).weight[3] = weights[k].roughness;
      }
    }
  });
}

void Solver::submit(std::size_t steps) {
  if (steps > 0) submit_step(0, steps);
}

// A step waits for the previous step, and for its node's last tasks of the earlier step that used the same
// clock.
void Solver::submit_step(std::size_t step, std::size_t steps) {
  static const gusset::TaskType type("step");
  const gusset::Annotation annotation("step", static_cast<std::int64_t>(step));
  const gusset::Handle& clock = clocks_[step % clocks_.size()];
  runtime_.submit(
      type().everywhere(),
      [this, step, steps, &clock] {
        submit_tasks(step, clock);
        if (step + 1 < steps) submit_step(step + 1, steps);
      },
      write(order_), write(clock));
}

void Solver::submit_tasks(std::size_t step, const gusset::Handle& clock) {
  const gusset::Annotation annotation("step", static_cast<std::int64_t>(step));
  for (int stage = 0; stage < 4; ++stage) {
    for (std::size_t block = 0; block < sphere_.blocks(); ++block) {
      differentiate(block, stage == 0 ? state_ : stage_);
    }
    for (std::size_t block = 0; block < sphere_.blocks(); ++block) advance(block, stage, clock);
  }
}

void Solver::differentiate(std::size_t block, const Matrix& of) {
  static const gusset::TaskType type("differentiate");
  std::vector<decltype(read(of(0, 0)))> values;
  for (const std::size_t each : sphere_.coupled(block)) values.push_back(read(of(0, each)));
  const auto points = static_cast<double>(of.tile_columns(block));
  runtime_.submit(type(2.0 * per_field * fields * static_cast<double>(stencil) * points), sum_neighbours,
                  read(stencils_(0, block)), values, write(local_(0, block)));
}

void Solver::advance(std::size_t block, int stage, const gusset::Handle& clock) {
  static const gusset::TaskType type("advance");
  const auto points = static_cast<double>(state_.tile_columns(block));
  const gusset::TaskCall call = type((tendency_flops + 4.0 * fields) * points);
  const double dt = step_s_;
  const Change change{dt};
  if (stage == 0) {
    runtime_.submit(
        call,
        [dt, change](In at, In local, In state, Out sum, Out next) {
          for (std::size_t j = 0; j < state.columns; ++j) {
            const State start = column<State>(state, j);
            const State slope = change(at, local, start, j);
            set_column(sum, j, start, dt / 6.0, slope);
            set_column(next, j, start, dt / 2.0, slope);
          }
        },
        read(points_(0, block)), read(local_(0, block)), read(state_(0, block)), write(sum_(0, block)),
        write(stage_(0, block)));
  } else if (stage < 3) {
    const double ahead = stage == 1 ? dt / 2.0 : dt;
    runtime_.submit(
        call,
        [dt, ahead, change](In at, In local, In state, Out sum, Out next) {
          for (std::size_t j = 0; j < state.columns; ++j) {
            const State slope = change(at, local, column<State>(next, j), j);
            set_column(sum, j, column<State>(sum, j), dt / 3.0, slope);
            set_column(next, j, column<State>(state, j), ahead, slope);
          }
        },
        read(points_(0, block)), read(local_(0, block)), read(state_(0, block)), write(sum_(0, block)),
        write(stage_(0, block)));
  } else {
    runtime_.submit(
        call,
        [dt, change](In at, In local, In last, In sum, Out state) {
          for (std::size_t j = 0; j < state.columns; ++j) {
            const State slope = change(at, local, column<State>(last, j), j);
            set_column(state, j, column<State>(sum, j), dt / 6.0, slope);
          }
        },
        read(points_(0, block)), read(local_(0, block)), read(stage_(0, block)), read(sum_(0, block)),
        write(state_(0, block)), read(clock));
  }
}

Solver::Error Solver::error() const {
  double differences[2] = {}, norms[2] = {};
  for (std::size_t block = 0; block < sphere_.blocks(); ++block) {
    const Out points = points_.tile(0, block), states = state_.tile(0, block);
    for (std::size_t j = 0; j < points.columns; ++j) {
      const State exact = steady_state(column<Vector>(points, j)), found = column<State>(states, j);
      for (std::size_t f = 0; f < fields; ++f) {
        const std::size_t kind = f == 3 ? 0 : 1;
        differences[kind] += std::pow(found[f] - exact[f], 2);
        norms[kind] += exact[f] * exact[f];
      }
    }
  }
  return {std::sqrt(differences[0] / norms[0]), std::sqrt(differences[1] / norms[1])};
}

}  // namespace shallow_water
