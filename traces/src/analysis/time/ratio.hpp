#pragma once

namespace gusset::traces {

/// 0 where there is nothing to divide by.
template <class Part, class Whole>
constexpr double ratio(Part part, Whole whole) {
  return whole > Whole{} ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

}  // namespace gusset::traces
