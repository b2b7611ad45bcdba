// Products of SU(3) matrices on a lattice, the innermost kernel of lattice field theory. Each site has four
// links, 3 × 3 complex matrices. Two loops over the sites:
//
//     multiply:  C = A B, and the traces of C are summed
//     divide:    A = C B⁻¹            a chunk depends on the same chunk of `multiply` alone
//
// All chunks read B, four matrices. B⁻¹ is B's conjugate transpose, so A is the same again at the end.
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <tuple>

#include "common/loop_data.hpp"
#include "loops/programs.hpp"

namespace examples {
namespace {

using gusset::Chunk;
using Complex = std::complex<double>;
using In = gusset::Tile<const double>;
using Out = gusset::Tile<double>;
using Links = gusset::TiledMatrix<double>;

constexpr std::size_t directions = 4;
constexpr std::size_t doubles_per_matrix = 2 * 3 * 3;
constexpr std::size_t doubles_per_site = directions * doubles_per_matrix;

struct Matrix3 {
  Complex element[3][3]{};

  static Matrix3 load(const double* from) {
    Matrix3 made;
    for (auto& row : made.element) {
      for (Complex& value : row) value = {from[0], from[1]}, from += 2;
    }
    return made;
  }
  void store(double* to) const {
    for (const auto& row : element) {
      for (const Complex& value : row) to[0] = value.real(), to[1] = value.imag(), to += 2;
    }
  }
  Matrix3 adjoint() const {
    Matrix3 made;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) made.element[i][j] = std::conj(element[j][i]);
    }
    return made;
  }
  double trace() const { return (element[0][0] + element[1][1] + element[2][2]).real(); }
};

Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
  Matrix3 product;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) {
        const Complex x = a.element[i][k],
                      y = b.element[k][j];  // without operator*, which checks for infinity
        product.element[i][j] +=
            Complex(x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real());
      }
    }
  }
  return product;
}

/// A rotation of rows i and j by an angle, with a phase: an element of SU(3).
Matrix3 rotation(std::size_t i, std::size_t j, double angle) {
  Matrix3 made;
  for (std::size_t k = 0; k < 3; ++k) made.element[k][k] = 1.0;
  made.element[i][i] = std::polar(std::cos(angle), 2.0 * angle);
  made.element[j][j] = std::polar(std::cos(angle), -2.0 * angle);
  made.element[i][j] = std::sin(angle);
  made.element[j][i] = -std::sin(angle);
  return made;
}

Matrix3 link(std::size_t site, std::size_t direction) {
  const double angle = std::fmod(static_cast<double>(directions * site + direction) * 0.6180339887, 1.0);
  return rotation(0, 1, 1.0 + angle) * rotation(1, 2, 2.0 - angle) * rotation(0, 2, 3.0 * angle);
}
Matrix3 factor(std::size_t direction) {
  return link(1'000'003, direction);
}

void multiply(const Chunk& chunk, In a, In b, Out c, Out traces) {
  double sum = 0.0;
  for (std::size_t site = 0; site < chunk.size(); ++site) {
    for (std::size_t k = 0; k < doubles_per_site; k += doubles_per_matrix) {
      const Matrix3 product = Matrix3::load(&a(k, site)) * Matrix3::load(&b(k, 0));
      product.store(&c(k, site));
      sum += product.trace();
    }
  }
  traces(0, 0) += sum;
}

void divide(const Chunk& chunk, In c, In b, Out a) {
  for (std::size_t site = 0; site < chunk.size(); ++site) {
    for (std::size_t k = 0; k < doubles_per_site; k += doubles_per_matrix)
      (Matrix3::load(&c(k, site)) * Matrix3::load(&b(k, 0)).adjoint()).store(&a(k, site));
  }
}

struct Lattice {
  gusset::Chunks sites;
  Links a, b, c;
  Sums<double> traces;

  Lattice(gusset::Runtime& runtime, const LoopArguments& arguments)
      : sites(gusset::chunks(arguments.size, arguments.chunk)),
        a(columns_of<double>(runtime, "A", doubles_per_site, sites)),
        b(columns_of<double>(runtime, "B", doubles_per_site, gusset::chunks(1, 1))),
        c(columns_of<double>(runtime, "C", doubles_per_site, sites)),
        traces(runtime, "traces") {
    a.init([](auto, auto, Out tile, auto, std::size_t first) {
      for (std::size_t site = 0; site < tile.columns; ++site) {
        for (std::size_t d = 0; d < directions; ++d)
          link(first + site, d).store(&tile(d * doubles_per_matrix, site));
      }
    });
    b.init([](auto, auto, Out tile, auto, auto) {
      for (std::size_t d = 0; d < directions; ++d) factor(d).store(&tile(d * doubles_per_matrix, 0));
    });
  }
};

void submit_loops(gusset::Runtime& runtime, const Lattice& lattice) {
  constexpr double flops = 198.0 * directions;
  static const gusset::TaskType multiply_type("multiply"), divide_type("divide");
  runtime.loop(multiply_type(flops), lattice.sites, multiply, [&](const Chunk& chunk) {
    const auto c = lattice.c(0, chunk.index);
    return std::tuple(read(lattice.a(0, chunk.index)), read(lattice.b(0, 0)), write(c),
                      add(lattice.traces.of(c.owner())));
  });
  runtime.loop(divide_type(flops), lattice.sites, divide, [&](const Chunk& chunk) {
    return std::tuple(read(lattice.c(0, chunk.index)), read(lattice.b(0, 0)),
                      write(lattice.a(0, chunk.index)));
  });
}

}  // namespace

int run_su3(const LoopArguments& arguments) {
  gusset::Runtime runtime;
  const Lattice lattice(runtime, arguments);
  repeat(runtime, arguments.repetition, arguments.times, [&] { submit_loops(runtime, lattice); });
  if (!runtime.has_data()) return 0;
  double error = 0.0, traces = 0.0;
  for (std::size_t site = 0; site < arguments.size; ++site) {
    for (std::size_t d = 0; d < directions; ++d) {
      double expected[doubles_per_matrix];
      link(site, d).store(expected);
      traces += (link(site, d) * factor(d)).trace();
      for (std::size_t k = 0; k < doubles_per_matrix; ++k) {
        const double difference = std::abs(lattice.a.element(d * doubles_per_matrix + k, site) - expected[k]);
        if (difference > error || std::isnan(difference)) error = difference;
      }
    }
  }
  const double per_repetition = lattice.traces.total() / static_cast<double>(arguments.times);
  const double scale = 3.0 * static_cast<double>(directions * arguments.size);
  const double allowed = 1e-14 * static_cast<double>(1 + arguments.times);
  const bool is_right =
      error <= allowed && std::abs(per_repetition - traces) <= 1e-12 * scale;  // not for NaN
  std::printf("sum of traces %.6f, expected %.6f; links differ by %.2e: %s\n", per_repetition, traces, error,
              is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}

}  // namespace examples
