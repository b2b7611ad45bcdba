#include "placed_strands.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"

namespace gusset::simulator {
namespace {

using traces::AccessModeId;
using traces::HandleId;
using traces::Strands;
using traces::TaskId;
using traces::Trace;

/// Above this share of the work, it matters which data is used by tasks that name none.
constexpr double max_dataless_share = 0.05;

class StrandPlacer {
 public:
  StrandPlacer(const Trace& trace, const Strands& strands, const DataPlacement& placement,
               const std::string& name)
      : trace_(trace), strands_(strands), placement_(placement), name_(name) {}

  PlacedStrands place() {
    placed_.trace = strands_.trace();
    place_strands();
    place_locks();
    add_data();
    return std::move(placed_);
  }

 private:
  /// A strand that only joins others is on their node if they are all on one node; otherwise on the node of a
  /// strand that waits for it, or of one of the others if none waits for it.
  void place_strands() {
    for (std::size_t s = 0; s < strands_.size(); ++s)
      placed_.node.push_back(placement_.node[strands_.task_of(TaskId(s)).value()]);
    std::map<TaskId, std::pair<std::set<NodeId>, std::set<NodeId>>> around;  // nodes before, after
    for (const traces::Dependency& each : placed_.trace.dependencies) {
      if (strands_.is_joint(each.before)) around[each.before].second.insert(placed_.node[each.after.value()]);
      if (strands_.is_joint(each.after)) around[each.after].first.insert(placed_.node[each.before.value()]);
    }
    for (const auto& [joint, nodes] : around) {
      const auto& [before, after] = nodes;
      const std::set<NodeId>& chosen = before.size() == 1 || after.empty() ? before : after;
      if (!chosen.empty()) placed_.node[joint.value()] = *chosen.begin();
    }
  }

  void place_locks() {
    std::vector<TaskId> holder(placed_.trace.handles.size());
    for (std::size_t s = 0; s < strands_.size(); ++s) {
      for (const traces::Access& access : placed_.trace.accesses.of(TaskId(s))) {
        if (!placed_.trace.access_modes[access.mode.value()].modifies) continue;
        TaskId& first = holder[access.handle.value()];
        if (first.is_none()) first = TaskId(s);
        if (placed_.node[s] != placed_.node[first.value()]) refuse_lock(access.handle, first, TaskId(s));
        placed_.trace.handles.owner[access.handle.value()] = placed_.node[s];
      }
    }
  }

  [[noreturn]] void refuse_lock(HandleId lock, TaskId first, TaskId second) const {
    const std::string& known = placed_.trace.handles.name[lock.value()];
    const auto holder = [this](TaskId strand) {
      const TaskId task = strands_.task_of(strand);
      return "task " + std::to_string(task.value()) + " (" + type_name(trace_, task) + ") of node " +
             std::to_string(placed_.node[strand.value()].value());
    };
    throw DocumentError({name_, "locks that are held by tasks of one node only",
                         (known.empty() ? "a lock" : known) + ", which " + holder(first) + " and " +
                             holder(second) + " hold"});
  }

  void add_data() {
    Trace& trace = placed_.trace;
    placed_.first_data = static_cast<std::uint32_t>(trace.handles.size());
    for (std::size_t h = 0; h < trace_.handles.size(); ++h) {
      trace.handles.name.push_back(trace_.handles.name[h]);
      trace.handles.size_bytes.push_back(placement_.size_bytes[h]);
      trace.handles.owner.push_back(placement_.owner[h]);
    }
    const AccessModeId write = add_mode({"write", false, true, true});
    const AccessModeId contribute = add_mode({"inoutset", true, false, true});  // the group's lock excludes
    const AccessModeId read = add_mode({"read", true, false, false});
    traces::AccessTable accesses;
    for (std::size_t s = 0; s < strands_.size(); ++s) {
      accesses.first.push_back(accesses.items.size());
      const auto own = trace.accesses.of(TaskId(s));
      accesses.items.insert(accesses.items.end(), own.begin(), own.end());
      if (strands_.is_joint(TaskId(s))) continue;
      const TaskId task = strands_.task_of(TaskId(s));
      for (const traces::Access& access : trace_.accesses.of(task)) {
        const HandleId data(placed_.first_data + access.handle.value());
        const bool is_local = placement_.owner[access.handle.value()] == placement_.node[task.value()];
        if (!is_local && strands_.is_first(TaskId(s))) accesses.items.push_back({data, read, 0});
        if (!strands_.is_last(TaskId(s)) || !writes(trace_, task, access)) continue;
        const bool commutes = trace_.access_modes[access.mode.value()].commutes;
        accesses.items.push_back({data, commutes ? contribute : write, 0});
      }
    }
    accesses.first.push_back(accesses.items.size());
    trace.accesses = std::move(accesses);
    trace.recorded.accesses = true;
  }

  AccessModeId add_mode(const traces::AccessMode& mode) {
    placed_.trace.access_modes.push_back(mode);
    return AccessModeId(placed_.trace.access_modes.size() - 1);
  }

  const Trace& trace_;
  const Strands& strands_;
  const DataPlacement& placement_;
  const std::string& name_;
  PlacedStrands placed_;
};

}  // namespace

Result<PlacedStrands> place_strands(const Trace& trace, const Strands& strands,
                                    const DataPlacement& placement, const std::string& name) {
  return document_result([&] { return StrandPlacer(trace, strands, placement, name).place(); });
}

void name_data(const Trace& trace, const Strands& strands, const DataPlacement& placement,
               const PlacedStrands& placed, const ReplayStream& replayed, Trace& predicted) {
  predicted.handles.owner = placement.owner;
  predicted.handles.size_bytes = placement.size_bytes;
  // A message brings the version that its readers wait for. Maps the version in the stream to that in the
  // program.
  std::map<std::tuple<std::uint32_t, std::uint32_t, NodeId>, std::uint32_t> versions;
  const TaskStream& stream = replayed.stream;
  for (std::uint32_t i = 0; i < stream.tasks().size(); ++i) {
    const TaskId task = strands.task_of(replayed.recorded[i]);
    for (const TaskStream::StreamAccess& access : stream.accesses_of(i)) {
      const std::uint32_t data = access.handle - placed.first_data;
      if (access.transfer == TaskStream::none || access.handle < placed.first_data) continue;
      for (const traces::Access& own : trace.accesses.of(task)) {
        if (own.handle.value() == data)
          versions[{access.handle, access.version, stream.tasks()[i].node}] = own.version;
      }
    }
  }
  for (traces::Message& message : predicted.messages) {
    const auto known = versions.find({message.handle.value(), message.version, message.to});
    if (known == versions.end()) {
      message.kind = traces::Message::Kind::control;
      message.handle = HandleId();
      message.version = 0;
    } else {
      message.handle = HandleId(message.handle.value() - placed.first_data);
      message.version = known->second;
    }
  }
}

std::vector<std::string> placement_assumptions(const DataPlacement& placement,
                                               const std::string& sizes_path) {
  std::vector<std::string> assumptions;
  const std::string file = sizes_path.empty() ? "the trace" : sizes_path;
  assumptions.push_back(
      (placement.has_stated_nodes ? "data sizes and stated nodes come from " : "data sizes come from ") +
      file);
  if (placement.groups > 0)
    assumptions.push_back("data that tasks write together is on one node: " +
                          count_text(placement.groups, "group") + ", round-robin in order of first use");
  assumptions.emplace_back(
      "a task runs on the node of the data that it writes; tasks without `depend` run on their parent's "
      "node, or on node 0 if they have no parent");
  assumptions.emplace_back(
      "data is on its node from the start; each version goes once to each node that reads it, as soon as it "
      "exists");
  assumptions.emplace_back(
      "whatever else waits for another node (created tasks, taskwaits, barriers, writers after readers) "
      "waits for a message without data");
  return assumptions;
}

std::vector<std::string> placement_doubts(double dataless_share) {
  std::vector<std::string> doubts{
      "the program ran on one node, and no recording shows what a runtime would do on several"};
  if (dataless_share > max_dataless_share)
    doubts.push_back(
        percent_text(dataless_share) +
        " of the work is in tasks without `depend`, and no messages are predicted for their data");
  return doubts;
}

void count_tasks(const DataPlacement& placement, std::vector<NodeStatistics>& nodes) {
  for (NodeStatistics& node : nodes) node.level1_tasks = 0;
  for (const NodeId node : placement.node) ++nodes[node.value()].level1_tasks;
}

}  // namespace gusset::simulator
