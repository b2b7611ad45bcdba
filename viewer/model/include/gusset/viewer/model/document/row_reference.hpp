#pragma once
#include <cstddef>

namespace gusset::viewer {

/// A row of a panel, counted from the panel's top in display order.
struct RowReference {
  std::size_t panel = 0;
  std::size_t row = 0;
  friend bool operator==(const RowReference&, const RowReference&) = default;
};

}  // namespace gusset::viewer
