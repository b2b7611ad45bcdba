#pragma once
#include <string>
#include <vector>

#include "row.hpp"

namespace gusset::cluster::bench {

/// All rows, in the table's order. Names are unique.
const std::vector<Row>& rows();

/// The row's work, smaller: for tests, which need no precise figures.
Work shortened(Work work);

/// The nodes and threads that a share compares the row's nodes with.
inline constexpr Nodes share_base{1, 2};

}  // namespace gusset::cluster::bench
