#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gusset/base/groups.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/selection_shapes.hpp"

namespace gusset::viewer {

/// The children of each task, sorted by task number. Immutable.
class TaskChildren {
 public:
  TaskChildren() = default;
  /// Linear in tasks; empty if parents were not recorded.
  explicit TaskChildren(const traces::Trace& trace);

  std::span<const traces::TaskId> of(traces::TaskId parent) const;

 private:
  Groups<traces::TaskId> children_;  ///< by parent
};

/// The children of a selected task, in any row. Immutable.
struct MarkedChildren {
  TaskReference parent;
  std::size_t count = 0;                    ///< total number of children
  std::shared_ptr<const MarkedSet> marked;  ///< the first `max_marked_children` children
};

/// Further children are not outlined, and a note says so.
inline constexpr std::size_t max_marked_children = 5000;

/// Null if the task has no children. O(n log n) in the marked children.
std::shared_ptr<const MarkedChildren> mark_children(const Document& document, const TaskChildren& children,
                                                    TaskReference parent,
                                                    std::size_t most = max_marked_children);

/// Outlines the children in a shade of their parent's colour.
void add_children_shapes(const Timeline& timeline, const MarkedChildren& children, Shapes& shapes);

}  // namespace gusset::viewer
