#include "data_placement.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"

namespace gusset::simulator {
namespace {

using traces::Access;
using traces::HandleId;
using traces::TaskId;
using traces::Trace;

/// Sets of handles. The first of each set represents it.
class HandleGroups {
 public:
  explicit HandleGroups(std::size_t handles) : parent_(handles) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  std::uint32_t group_of(HandleId handle) {
    std::uint32_t h = handle.value();
    for (; parent_[h] != h; h = parent_[h]) parent_[h] = parent_[parent_[h]];
    return h;
  }
  void join(HandleId a, HandleId b) {
    const auto [first, second] = std::minmax({group_of(a), group_of(b)});
    parent_[second] = first;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

class DataPlacer {
 public:
  DataPlacer(const Trace& trace, const DataSizes* sizes, unsigned nodes, const std::string& name)
      : trace_(trace),
        sizes_(sizes),
        nodes_(nodes),
        name_(name),
        has_recorded_nodes_(trace.nodes.size() > 1),
        keeps_nodes_(has_recorded_nodes_ && nodes <= trace.nodes.size()),
        groups_(trace.handles.size()),
        group_node_(trace.handles.size()),
        stated_node_(trace.handles.size()),
        is_known_(trace.handles.size(), false),
        is_written_(trace.handles.size(), false),
        is_part_(trace.handles.size(), false) {}

  DataPlacement place() {
    if (trace_.accesses.items.empty())
      refuse("tasks with `depend`, which says what data they use, to run on several nodes",
             trace_.recorded.accesses ? "none" : "a recording without them (--depth)");
    result_.owner.resize(trace_.handles.size());
    result_.size_bytes = trace_.handles.size_bytes;
    for (std::size_t h = 0; h < is_known_.size(); ++h)
      is_known_[h] = has_recorded_nodes_ || result_.size_bytes[h] > 0;
    if (sizes_ != nullptr) state_sizes();
    group_handles();
    for (std::size_t task = 0; task < trace_.tasks.size(); ++task) place(TaskId(task));
    for (std::size_t h = 0; h < trace_.handles.size(); ++h) result_.owner[h] = owner_of(HandleId(h), {});
    if (result_.groups == 1 && !result_.has_stated_nodes && !keeps_nodes_) refuse_one_group();
    require_sizes();
    return std::move(result_);
  }

 private:
  [[noreturn]] void refuse(std::string expected, std::string found) const {
    throw DocumentError({name_, std::move(expected), std::move(found)});
  }
  std::string label(TaskId task) const {
    return "task " + std::to_string(task.value()) + " (" + type_name(trace_, task) + ")";
  }
  static std::string label(HandleId handle) { return "handle " + std::to_string(handle.value()); }

  void state_sizes() {
    const std::size_t handles = trace_.handles.size();
    for (const DataSizes::Entry& entry : sizes_->entries) {
      if (!entry.is_all && entry.last >= handles)
        throw DocumentError({sizes_->place_of(entry),
                             "handles of " + name_ + ", from 0 to " + std::to_string(handles - 1),
                             std::to_string(entry.last)});
      if (!entry.node.is_none() && entry.node.value() >= nodes_)
        throw DocumentError({sizes_->place_of(entry), "a node from 0 to " + std::to_string(nodes_ - 1),
                             std::to_string(entry.node.value())});
      result_.has_stated_nodes |= !entry.node.is_none();
      for (std::size_t h = entry.first; h < handles && h <= entry.last; ++h) {
        is_known_[h] = true;
        result_.size_bytes[h] = entry.size_bytes;
        stated_node_[h] = entry.node;
      }
    }
  }

  void group_handles() {
    for (std::size_t t = 0; t < trace_.tasks.size(); ++t) {
      HandleId first;
      for (const Access& access : trace_.accesses.of(TaskId(t))) {
        if (!writes(trace_, TaskId(t), access)) continue;
        is_written_[access.handle.value()] = true;
        if (!first.is_none()) groups_.join(first, access.handle);
        first = access.handle;
      }
    }
    for (std::size_t h = 0; h < stated_node_.size(); ++h) {
      NodeId& node = group_node_[groups_.group_of(HandleId(h))];
      if (!node.is_none()) continue;
      node = !stated_node_[h].is_none() ? stated_node_[h]
             : keeps_nodes_             ? NodeId(trace_.handles.owner[h].value() % nodes_)
                                        : NodeId();
    }
  }

  TaskId parent_of(TaskId task) const {
    const TaskId parent = trace_.recorded.parents ? trace_.tasks.parent[task.value()] : TaskId();
    return !parent.is_none() && parent < task ? parent : TaskId();
  }

  /// Returns the handle's owner, and assigns one at the first use. `around`: the node of the enclosing task
  /// with data; none if there is no such task.
  NodeId owner_of(HandleId handle, NodeId around) {
    NodeId& owner = group_node_[groups_.group_of(handle)];
    if (owner.is_none()) owner = around.is_none() ? NodeId(result_.groups++ % nodes_) : around;
    const NodeId stated = stated_node_[handle.value()];
    return stated.is_none() ? owner : stated;
  }

  void place(TaskId task) {
    const TaskId parent = parent_of(task);
    const NodeId home = parent.is_none() ? NodeId(0) : result_.node[parent.value()];
    const bool is_in_data = !parent.is_none() && result_.has_data[parent.value()];
    const NodeId around = is_in_data ? home : NodeId();
    const auto accesses = trace_.accesses.of(task);
    const bool waits = is_taskwait(trace_, task);
    result_.has_data.push_back(is_in_data || (!accesses.empty() && !waits));
    std::optional<HandleId> written;
    for (const Access& access : accesses) {
      if (is_in_data) is_part_[access.handle.value()] = true;
      if (!writes(trace_, task, access)) continue;
      const NodeId owner = owner_of(access.handle, around);
      if (written && owner_of(*written, around) != owner)
        refuse("tasks that write data of one node",
               label(task) + ", which writes " + label(*written) + " of node " +
                   std::to_string(owner_of(*written, around).value()) + " and " + label(access.handle) +
                   " of node " + std::to_string(owner.value()));
      if (!written) written = access.handle;
    }
    NodeId node = home;
    if (written) {
      node = owner_of(*written, around);
    } else if (!accesses.empty() && !waits) {
      const auto size = [this](const Access& access) { return result_.size_bytes[access.handle.value()]; };
      node = owner_of(std::ranges::max_element(accesses, {}, size)->handle, around);
    }
    result_.node.push_back(node);
    for (const Access& access : accesses) {
      if (!is_written_[access.handle.value()]) owner_of(access.handle, around);
    }
  }

  [[noreturn]] void refuse_one_group() const {
    const std::size_t handles = trace_.handles.size();
    refuse("data that several nodes can own (--sizes FILE may state nodes)",
           handles == 1 ? "1 handle" : count_text(handles, "handle") + " that tasks write together");
  }

  /// Requires the size of each handle, except for parts of a task's data, which stay on the task's node
  /// unless a node is stated.
  void require_sizes() const {
    for (std::size_t t = 0; t < trace_.tasks.size(); ++t) {
      for (const Access& access : trace_.accesses.of(TaskId(t))) {
        const std::size_t h = access.handle.value();
        if (is_known_[h] || (is_part_[h] && result_.owner[h] == result_.node[t])) continue;
        if (sizes_ == nullptr)
          refuse("the bytes of its data (--sizes FILE), because OpenMP does not report them", "none");
        throw DocumentError({sizes_->path, "the bytes of each handle",
                             "none for " + label(access.handle) + ", which " + label(TaskId(t)) + " uses"});
      }
    }
  }

  const Trace& trace_;
  const DataSizes* sizes_;  ///< may be null
  const unsigned nodes_;
  const std::string& name_;
  const bool has_recorded_nodes_;
  const bool keeps_nodes_;  ///< handles keep the trace's owners, modulo the number of nodes
  HandleGroups groups_;
  std::vector<NodeId> group_node_;   ///< per handle that represents a group; none: not assigned yet
  std::vector<NodeId> stated_node_;  ///< per handle
  std::vector<bool> is_known_;       ///< per handle: its bytes are known
  std::vector<bool> is_written_;     ///< per handle: some task writes it
  std::vector<bool> is_part_;        ///< per handle: a task inside a task with data uses it
  DataPlacement result_;
};

}  // namespace

bool is_taskwait(const Trace& trace, TaskId task) {
  return type_name(trace, task).starts_with("taskwait ");
}

Result<DataPlacement> place_data(const Trace& trace, const DataSizes* sizes, unsigned nodes,
                                 const std::string& name) {
  return document_result([&] { return DataPlacer(trace, sizes, nodes, name).place(); });
}

}  // namespace gusset::simulator
