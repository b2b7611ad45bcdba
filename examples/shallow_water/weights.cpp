#include "weights.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace shallow_water {
namespace {

constexpr std::size_t terms = 10;  // of a polynomial of degree 3 in the plane

struct InPlane {
  double s, t;
};

void monomials(InPlane p, double* into, std::size_t stride) {
  const double all[terms] = {1.0,
                             p.s,
                             p.t,
                             p.s * p.s,
                             p.s * p.t,
                             p.t * p.t,
                             p.s * p.s * p.s,
                             p.s * p.s * p.t,
                             p.s * p.t * p.t,
                             p.t * p.t * p.t};
  for (std::size_t k = 0; k < terms; ++k) into[k * stride] = all[k];
}

// Solves for several right-hand sides in columns. The solutions replace them.
void solve(std::vector<double>& matrix, std::vector<double>& columns) {
  const auto order = static_cast<lapack_int>(std::lround(std::sqrt(static_cast<double>(matrix.size()))));
  const auto count = static_cast<lapack_int>(columns.size()) / order;
  std::vector<lapack_int> pivots(static_cast<std::size_t>(order));
  if (LAPACKE_dgesv(LAPACK_COL_MAJOR, order, count, matrix.data(), order, pivots.data(), columns.data(),
                    order) != 0) {
    throw std::runtime_error("the neighbours of a point do not determine its gradient");
  }
}

/// Returns weights for the points' values. Their weighted sum is the best-fitting polynomial's value at the
/// origin.
std::vector<double> fit_at_origin(const std::vector<InPlane>& points) {
  std::vector<double> basis(terms * points.size());
  for (std::size_t k = 0; k < points.size(); ++k) monomials(points[k], &basis[terms * k], 1);
  std::vector<double> normal(terms * terms, 0.0), at_origin(terms, 0.0);
  for (std::size_t k = 0; k < points.size(); ++k) {
    for (std::size_t j = 0; j < terms; ++j) {
      for (std::size_t i = 0; i < terms; ++i)
        normal[i + terms * j] += basis[i + terms * k] * basis[j + terms * k];
    }
  }
  at_origin[0] = 1.0;
  solve(normal, at_origin);
  std::vector<double> weights(points.size(), 0.0);
  for (std::size_t k = 0; k < points.size(); ++k) {
    for (std::size_t i = 0; i < terms; ++i) weights[k] += basis[i + terms * k] * at_origin[i];
  }
  return weights;
}

Vector normalized(const Vector& v) {
  const double length = std::sqrt(dot(v, v));
  return {v[0] / length, v[1] / length, v[2] / length};
}

}  // namespace

std::vector<Weight> weights_of(std::span<const Vector> neighbours) {
  const Vector& centre = neighbours.front();
  const Vector axis = std::abs(centre[2]) < 0.7 ? Vector{0.0, 0.0, 1.0} : Vector{1.0, 0.0, 0.0};
  const Vector first = normalized(cross(axis, centre));
  const Vector second = cross(centre, first);

  const std::size_t n = neighbours.size();
  std::vector<InPlane> points(n);
  double scale = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    points[k] = {dot(neighbours[k], first), dot(neighbours[k], second)};
    scale = std::max(scale, std::hypot(points[k].s, points[k].t));
  }
  for (InPlane& point : points) point = {point.s / scale, point.t / scale};

  // The basis functions at each neighbour, bordered by polynomials. The right-hand sides give their
  // derivatives along both directions at the centre.
  const std::size_t size = n + terms;
  std::vector<double> matrix(size * size, 0.0);
  std::vector<double> sought(size * 2, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      matrix[i + j * size] = std::pow(std::hypot(points[i].s - points[j].s, points[i].t - points[j].t), 3);
    }
    monomials(points[j], &matrix[j + n * size], size);
    monomials(points[j], &matrix[n + j * size], 1);
    const double distance = std::hypot(points[j].s, points[j].t);
    sought[j] = -3.0 * distance * points[j].s;
    sought[j + size] = -3.0 * distance * points[j].t;
  }
  sought[n + 1] = 1.0;
  sought[n + 2 + size] = 1.0;

  solve(matrix, sought);
  const std::vector<double> fit = fit_at_origin(points);
  std::vector<Weight> weights(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t d = 0; d < 3; ++d) {
      weights[k].gradient[d] = (sought[k] * first[d] + sought[k + size] * second[d]) / scale;
    }
    weights[k].roughness = fit[k] - (k == 0 ? 1.0 : 0.0);
  }
  return weights;
}

}  // namespace shallow_water
