#pragma once
#include <cstdint>
#include <vector>

namespace gusset::traces::layered {

/// Where the places of one row would like to stand, how much that counts, and how wide they are.
struct RowWish {
  double x = 0.0;
  double weight = 1.0;  ///< > 0
  double half_width = 0.0;
  double half_gap = 0.0;  ///< its part of the distance to its neighbours
};

/// The positions nearest to what is wished, by weighted least squares, such that neighbours keep their order
/// and their distance: isotonic regression by pooling neighbours that get in each other's way. Linear.
std::vector<double> place_row(const std::vector<RowWish>& wishes);

}  // namespace gusset::traces::layered
