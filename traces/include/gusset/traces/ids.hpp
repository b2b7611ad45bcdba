#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace gusset::traces {

/// A position in one table of a trace, with a type of its own so that a task can't be passed for a worker.
/// Default-constructed it is `none`, which means "no such thing" (a span without a task, a task without a
/// parent).
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

// Declared here, so that nobody else's of these names are meant where those have been seen before.
struct TaskTag;
struct TypeTag;
struct WorkerTag;
struct LaneTag;
struct NodeTag;
struct HandleTag;
struct AccessModeTag;

using TaskId = Index<TaskTag>;
using TypeId = Index<TypeTag>;
using WorkerId = Index<WorkerTag>;
using LaneId = Index<LaneTag>;
using NodeId = Index<NodeTag>;
using HandleId = Index<HandleTag>;
using AccessModeId = Index<AccessModeTag>;

}  // namespace gusset::traces

template <class Tag>
struct std::hash<gusset::traces::Index<Tag>> {
  std::size_t operator()(gusset::traces::Index<Tag> index) const noexcept {
    return std::hash<std::uint32_t>{}(index.value());
  }
};
