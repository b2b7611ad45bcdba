#pragma once

namespace gusset::traces {

/// part ÷ whole; 0 if the whole is not positive.
template <class Part, class Whole>
constexpr double ratio(Part part, Whole whole) {
  return whole > Whole{} ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

}  // namespace gusset::traces
