#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gusset {

/// A number of one kind of thing, with a type of its own so that a node can't be passed for a worker.
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

using HandleId = Index<struct HandleTag>;  ///< in order of creation, per runtime
using NodeId = Index<struct NodeTag>;      ///< 0 … nodes − 1
/// Stands for all nodes at once: as an owner, each has one of its own; as a place, each runs the task.
inline constexpr NodeId every_node{NodeId::none_value - 1};
using WorkerId = Index<struct WorkerTag>;  ///< within a node; 0 is the submitting thread
using DomainId = Index<struct DomainTag>;  ///< within a node: a socket, a group of workers that share memory
using TaskTypeId = Index<struct TaskTypeTag>;  ///< per process

}  // namespace gusset
