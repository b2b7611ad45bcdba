#pragma once
#include <string>
#include <vector>

#include "row.hpp"

namespace gusset::cluster::bench {

/// All rows, in the table's order. Names are unique.
const std::vector<Row>& rows();

/// The row's work, smaller: for tests, which need no precise figures.
Work shortened(Work work);

/// What a row's shares are shares of.
inline constexpr Nodes share_base{1, 2};

}  // namespace gusset::cluster::bench
