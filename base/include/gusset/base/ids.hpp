#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace gusset {

/// A position in one table, or a number of one kind of thing. Each kind has its own type, so nobody can pass
/// a task for a worker. A default-constructed index is `none`, which means "no such thing" (a span without a
/// task, a task without a parent).
template <class Tag>
class Index {
 public:
  constexpr Index() = default;
  constexpr explicit Index(std::size_t value) : value_(static_cast<std::uint32_t>(value)) {}

  constexpr std::uint32_t value() const { return value_; }
  constexpr bool is_none() const { return value_ == none_value; }

  friend constexpr auto operator<=>(Index, Index) = default;

  static constexpr std::uint32_t none_value = std::numeric_limits<std::uint32_t>::max();

 private:
  std::uint32_t value_ = none_value;
};

using NodeId = Index<struct NodeTag>;      ///< 0 … nodes − 1
using HandleId = Index<struct HandleTag>;  ///< in order of creation, per runtime; traces keep this order

}  // namespace gusset

template <class Tag>
struct std::hash<gusset::Index<Tag>> {
  std::size_t operator()(gusset::Index<Tag> index) const noexcept {
    return std::hash<std::uint32_t>{}(index.value());
  }
};
