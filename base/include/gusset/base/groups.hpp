#pragma once
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace gusset {

/// Items sorted into groups, in one array: for example all accesses, by handle.
template <class Item, class Index = std::uint64_t>
struct Groups {
  std::vector<Index> first;  ///< the index of each group's first item, then the number of items
  std::vector<Item> items;   ///< group g has the items from first[g] up to, not including, first[g + 1]

  Groups() = default;
  /// A stable counting sort, linear in the numbers of groups and items. `for_each_item(visit)` calls
  /// visit(group, item) for each item. It is called twice, and must visit the same items both times.
  template <class ForEachItem>
  Groups(std::size_t groups, ForEachItem for_each_item) : first(groups + 1) {
    for_each_item([this](std::size_t group, const Item&) { ++first[group + 1]; });
    std::partial_sum(first.begin(), first.end(), first.begin());
    items.resize(static_cast<std::size_t>(first.back()));
    std::vector<Index> next(first.begin(), first.end() - 1);
    for_each_item([&](std::size_t group, const Item& item) { items[next[group]++] = item; });
  }

  std::size_t size(std::size_t group) const {
    return static_cast<std::size_t>(first[group + 1] - first[group]);
  }
  std::span<Item> operator[](std::size_t group) {
    return std::span(items).subspan(first[group], size(group));
  }
  std::span<const Item> operator[](std::size_t group) const {
    return std::span(items).subspan(first[group], size(group));
  }
};

}  // namespace gusset
