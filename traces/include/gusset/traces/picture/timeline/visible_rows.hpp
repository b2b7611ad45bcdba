#pragma once
#include <cstddef>

namespace gusset::picture {

/// The rows of a panel that are at least partly visible: the pinned rows, then a range of the rows that
/// scroll below them. Iterates over their indices from top to bottom. A value.
struct VisibleRows {
  std::size_t pinned = 0;  ///< number of pinned rows, which are the first
  std::size_t scrolled_first = 0;
  std::size_t scrolled_end = 0;  ///< one past the last

  struct Iterator {
    std::size_t place = 0;
    const VisibleRows* rows = nullptr;
    std::size_t operator*() const { return place; }
    Iterator& operator++() {
      if (++place == rows->pinned) place = rows->scrolled_first;
      return *this;
    }
    bool operator==(const Iterator& other) const { return place == other.place; }
  };
  Iterator begin() const { return {pinned > 0 ? 0 : scrolled_first, this}; }
  Iterator end() const { return {scrolled_end, this}; }
  std::size_t size() const { return pinned + scrolled_end - scrolled_first; }
  friend bool operator==(const VisibleRows&, const VisibleRows&) = default;
};

}  // namespace gusset::picture
