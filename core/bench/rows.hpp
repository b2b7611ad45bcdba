#pragma once
#include <string>
#include <vector>

#include "row.hpp"

namespace gusset::bench {

/// The sections in the order of their rows; "speed" is first.
const std::vector<std::string>& sections();

/// All rows of all sections. Names are unique.
const std::vector<Row>& rows();

}  // namespace gusset::bench
