#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/selection_shapes.hpp"

namespace gusset::viewer {

/// Which tasks each task is the parent of, in order of their numbers. Immutable.
class TaskChildren {
 public:
  TaskChildren() = default;
  /// Linear in tasks; empty where parents were not recorded.
  explicit TaskChildren(const traces::Trace& trace);

  std::span<const traces::TaskId> of(traces::TaskId parent) const;

 private:
  std::vector<std::uint64_t> first_;  ///< of each task's among `children_`, and one past the last
  std::vector<traces::TaskId> children_;
};

/// The children of a selected task, wherever they ran. Immutable.
struct MarkedChildren {
  TaskReference parent;
  std::size_t count = 0;                    ///< of all
  std::shared_ptr<const MarkedSet> marked;  ///< the first `most_marked_children` of them
};

/// More are not outlined, and a line says so.
inline constexpr std::size_t most_marked_children = 5000;

/// Nothing where the task has none. O(n log n) in those that are marked.
std::shared_ptr<const MarkedChildren> mark_children(const Document& document, const TaskChildren& children,
                                                    TaskReference parent,
                                                    std::size_t most = most_marked_children);

/// Outlines them in a shade of their parent's colour.
void add_children_shapes(const Timeline& timeline, const MarkedChildren& children, Shapes& shapes);

}  // namespace gusset::viewer
