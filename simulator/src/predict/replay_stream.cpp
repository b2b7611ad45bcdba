#include "replay_stream.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "accessed_bytes.hpp"
#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/core/access_mode.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/version_sequence.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/migrated_tasks.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::simulator {
namespace {

using traces::TaskId;
using traces::Trace;

constexpr std::uint32_t none = TaskStream::none;
constexpr unsigned max_levels = 1000;

/// The priorities that the inputs state, otherwise the recorded ones.
std::vector<std::int32_t> priorities_of(const Trace& trace, const ReplayInputs& inputs) {
  if (!inputs.priorities.empty()) return inputs.priorities;
  std::vector<std::int32_t> priorities;
  for (const traces::Attribute& attribute : trace.attributes) {
    const auto* const values = std::get_if<std::vector<std::int64_t>>(&attribute.values);
    if (attribute.name != traces::priority_attribute || values == nullptr) continue;
    priorities.resize(trace.tasks.size());
    for (std::size_t i = 0; i < values->size(); ++i) {
      priorities[attribute.tasks[i].value()] = static_cast<std::int32_t>(std::clamp<std::int64_t>(
          (*values)[i], std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
    }
  }
  return priorities;
}

class StreamBuilder {
 public:
  StreamBuilder(const Trace& trace, const traces::TaskGraph& graph, const ReplayInputs& inputs,
                unsigned nodes, const std::vector<double>& given_s, const std::vector<double>& missing_s,
                std::span<const NodeId> placed, const traces::Strands* strands)
      : trace_(trace),
        inputs_(inputs),
        nodes_(nodes),
        given_s_(given_s),
        missing_s_(missing_s),
        placed_(placed),
        strands_(strands),
        graph_(graph),
        order_(graph_.topological_order()),
        times_(traces::task_times(trace)),
        bytes_(trace),
        homes_(traces::homes_of_migrated(trace)),
        priorities_(priorities_of(trace, inputs)),
        is_round_robin_(nodes > std::max<std::size_t>(1, trace.nodes.size())) {}

  ReplayStream build() {
    check();
    find_modes();
    find_children();
    rank_tasks();
    place_handles();
    find_turns();
    numbers_.resize(trace_.tasks.size(), none);
    ends_.resize(trace_.tasks.size(), none);
    for (const TaskId task : *order_) {
      if (parent_of(task).is_none()) add(task);
    }
    add_attributes();
    return std::move(result_);
  }

 private:
  [[noreturn]] void refuse(std::string expected, std::string found) const {
    throw DocumentError({inputs_.name, std::move(expected), std::move(found)});
  }
  std::string label(TaskId task) const {
    return "task " + std::to_string(task.value()) + " (" + type_name(trace_, task) + ")";
  }

  void check() {
    const std::size_t tasks = trace_.tasks.size();
    if (tasks == 0) refuse("tasks to replay", "none");
    if (!graph_.known()) refuse("accesses or dependencies, which define the task graph", "neither");
    if (!order_) {
      const std::vector<TaskId> blocked = graph_.blocked_tasks();
      refuse("dependencies without a cycle", "one that blocks " + count_text(blocked.size(), "task") +
                                                 ", the first " + label(blocked.front()));
    }
    for (const auto& [type, factor] : inputs_.scale) {
      if (std::find(trace_.types.begin(), trace_.types.end(), type) == trace_.types.end())
        refuse("a task type \"" + type + "\" to scale", "none");
    }
    for (const std::string& type : trace_.types) types_.push_back(TaskType(type).id());
    waited_for_.resize(tasks);
    for (const traces::Dependency& each : trace_.dependencies) {
      if (!is_implied_by_data(each.before, each.after)) waited_for_[each.before.value()] = true;
    }
    has_run_ = std::any_of(times_.begin_ns.begin(), times_.begin_ns.end(),
                           [](std::int64_t begin_ns) { return begin_ns != traces::unknown_time; });
    result_.has_assumed_work =
        !has_run_ && !trace_.recorded.work && inputs_.costs == nullptr && given_s_.empty();
    result_.has_assumed_rate = !has_run_ && inputs_.work_per_s == 0.0;
  }

  void find_modes() {
    for (const traces::AccessMode& mode : trace_.access_modes) {
      // Non-exclusive modes that modify (OpenMP's inoutset) are ordered like reads.
      const AccessTraits traits{mode.commutes, mode.exclusive, mode.modifies && mode.exclusive};
      try {
        modes_.push_back(define_access_mode(mode.name, traits));
      } catch (const UsageError& error) {
        refuse("access modes that the runtime supports", error.what());
      }
    }
  }

  TaskId parent_of(TaskId task) const {
    return trace_.recorded.parents ? trace_.tasks.parent[task.value()] : TaskId();
  }
  void find_children() {
    if (!trace_.recorded.parents) return;
    children_.resize(trace_.tasks.size());
    for (const TaskId task : *order_) {
      const TaskId parent = parent_of(task);
      if (!parent.is_none()) children_[parent.value()].push_back(task);
    }
  }

  /// Under the policy critical, tasks of a graph that never ran get their upward rank as priority, like tasks
  /// of a plan: the program that will run them knows their successors.
  void rank_tasks() {
    if (inputs_.policy != "critical" || has_run_ || !priorities_.empty()) return;
    std::vector<double> ranks(trace_.tasks.size(), 0.0);
    for (auto each = order_->rbegin(); each != order_->rend(); ++each) {
      const TaskId task = *each;
      double& rank = ranks[task.value()];
      rank += trace_.recorded.work ? trace_.tasks.work[task.value()] : 1.0;
      for (const TaskId before : graph_.predecessors(task))
        ranks[before.value()] = std::max(ranks[before.value()], rank);
    }
    std::vector<double> levels = ranks;
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    for (const double rank : ranks)
      priorities_.push_back(static_cast<std::int32_t>(std::lower_bound(levels.begin(), levels.end(), rank) -
                                                      levels.begin() + 1));
  }

  // ---- nodes

  /// A task that has migrated is placed on its home node again.
  NodeId recorded_node(TaskId task) const {
    if (!homes_.empty() && !homes_[task.value()].is_none())
      return NodeId(homes_[task.value()].value() % nodes_);
    const traces::LaneId lane = times_.lane[task.value()];
    if (lane.is_none()) return NodeId(0);
    const traces::WorkerId worker = trace_.lanes[lane.value()].worker;
    return NodeId(trace_.workers[worker.value()].node.value() % nodes_);
  }

  /// Returns the handles' owners. Imported traces don't record owners: the node that modifies a handle first
  /// owns it, otherwise the node that reads it first.
  std::vector<NodeId> owners() const {
    if (!placed_.empty()) return trace_.handles.owner;
    std::vector<NodeId> owners;
    for (const traces::NodeId owner : trace_.handles.owner)
      owners.emplace_back(owner.is_none() ? 0 : owner.value() % nodes_);
    if (trace_.metadata.origin != traces::Origin::imported || !trace_.recorded.accesses) return owners;
    std::vector<int> known(owners.size(), 0);  // 1: by a reader, 2: by a modifier
    for (std::size_t task = 0; task < trace_.tasks.size(); ++task) {
      for (const traces::Access& access : trace_.accesses.of(TaskId(task))) {
        const int strength = trace_.access_modes[access.mode.value()].modifies ? 2 : 1;
        if (known[access.handle.value()] >= strength) continue;
        known[access.handle.value()] = strength;
        owners[access.handle.value()] = recorded_node(TaskId(task));
      }
    }
    return owners;
  }

  void place_handles() {
    const std::vector<NodeId> recorded = owners();
    for (std::size_t h = 0; h < trace_.handles.size(); ++h) {
      TaskStream::StreamHandle facts;
      facts.size_bytes = trace_.handles.size_bytes[h];
      facts.has_fixed_versions = true;
      facts.owner = is_round_robin_ && placed_.empty() ? NodeId(h % nodes_) : recorded[h];
      result_.stream.add_handle(trace_.handles.name[h], facts);
    }
    sequences_.resize(trace_.handles.size());
  }

  NodeId node_of(TaskId task) {
    if (nodes_ == 1) return NodeId(0);
    if (!placed_.empty()) return placed_[task.value()];
    NodeId node;
    const auto accesses = trace_.accesses.of(task);
    for (const traces::Access& access : accesses) {
      const NodeId owner = result_.stream.handles()[access.handle.value()].owner;
      if (!trace_.access_modes[access.mode.value()].modifies) continue;
      if (!node.is_none() && node != owner) {
        refuse("tasks that modify data of one node", label(task) + ", which modifies data of node " +
                                                         std::to_string(node.value()) + " and of node " +
                                                         std::to_string(owner.value()));
      }
      node = owner;
    }
    if (!node.is_none()) return node;
    if (!is_round_robin_) return recorded_node(task);
    if (!accesses.empty()) return result_.stream.handles()[accesses.front().handle.value()].owner;
    return NodeId(task.value() % nodes_);
  }

  // ---- tasks

  void add(TaskId top) {
    add_task(top, none);
    // Breadth first, so that a task's children are contiguous.
    std::deque<TaskId> splitting{top};
    for (; !splitting.empty(); splitting.pop_front()) {
      if (children_.empty()) continue;
      const std::uint32_t parent = numbers_[splitting.front().value()];
      for (const TaskId child : children_[splitting.front().value()]) {
        if (result_.stream.tasks()[parent].level >= max_levels)
          refuse("at most " + std::to_string(max_levels) + " levels of subtasks",
                 label(child) + " below them");
        add_task(child, parent);
        splitting.push_back(child);
      }
    }
  }

  void add_task(TaskId task, std::uint32_t parent) {
    TaskStream::StreamTask what;
    what.type = types_[trace_.tasks.type[task.value()].value()];
    what.node = parent == none ? node_of(task) : result_.stream.tasks()[parent].node;
    what.work = trace_.recorded.work ? trace_.tasks.work[task.value()] : 0.0;
    if (!priorities_.empty()) what.priority = priorities_[task.value()];
    if (const WorkerId worker = worker_of(task); !worker.is_none()) {
      const bool may_be_stolen = inputs_.form == ScheduleForm::guided;
      what.affinity = {may_be_stolen ? Affinity::Kind::guided : Affinity::Kind::bound, worker.value()};
    }
    what.cost = cost_of(task, {TaskType::name_of(what.type), what.work, bytes_.of(task)});
    std::vector<TaskStream::StreamAccess> accesses = merged_accesses(task, what.node, parent != none);
    add_dependencies(task, what.node, parent != none, accesses);
    if (inputs_.form == ScheduleForm::strict) add_turn(task, accesses);
    result_.recorded.push_back(task);
    numbers_[task.value()] = parent == none ? result_.stream.append(what, accesses)
                                            : result_.stream.append_child(parent, what, accesses);
  }

  std::uint32_t cost_of(TaskId task, const TaskShape& shape) {
    const std::size_t t = task.value();
    const bool is_parent = !children_.empty() && !children_[t].empty();
    TaskCost cost;
    if (!given_s_.empty()) return result_.stream.add_cost({shape, {.seconds = given_s_[t]}});
    if (inputs_.costs != nullptr && !is_parent) {
      try {
        cost = inputs_.costs->cost(shape);
      } catch (const SimulationError& error) {
        refuse("costs for all tasks", error.what());
      }
    } else if (!has_run_) {
      const double rate = inputs_.work_per_s > 0.0 ? 1.0 / inputs_.work_per_s : assumed_seconds_per_work;
      const double work = trace_.recorded.work ? trace_.tasks.work[t] : 1.0;
      cost.seconds = work * rate;
      if (work == 0.0) ++result_.without_work;
    } else if (times_.begin_ns[t] == traces::unknown_time) {
      ++result_.unfinished;
    } else {
      cost.seconds = seconds(times_.duration_ns[t]);
      if (!missing_s_.empty()) cost.seconds = std::max(0.0, cost.seconds - missing_s_[t]);
    }
    const auto factor = inputs_.scale.find(type_name(trace_, task));
    if (factor != inputs_.scale.end()) cost.seconds *= factor->second;
    return result_.stream.add_cost({shape, cost});
  }

  /// Returns one access to each of the task's handles. The order of the calls determines the versions.
  std::vector<TaskStream::StreamAccess> merged_accesses(TaskId task, NodeId node, bool is_child) {
    std::vector<TaskStream::StreamAccess> merged;
    for (const traces::Access& access : trace_.accesses.of(task)) {
      AccessMode mode = modes_[access.mode.value()];
      // The subtasks' accesses follow the trace's order, so their parent's access must too.
      if (needs_lock(mode) && !children_.empty() && !children_[task.value()].empty())
        mode = AccessMode::write;
      const auto same = std::find_if(merged.begin(), merged.end(), [&](const auto& other) {
        return other.handle == access.handle.value();
      });
      if (same != merged.end()) {
        same->mode = combine(same->mode, mode);
        continue;
      }
      const bool is_remote = result_.stream.handles()[access.handle.value()].owner != node;
      if (is_child && is_remote) continue;  // its parent provides it
      merged.push_back({access.handle.value(), 0, none, mode});
      if (strands_ != nullptr && needs_lock(mode) && !strands_->is_lock(access.handle)) {
        merged.back().inherits_lock = !strands_->is_first(task);
        merged.back().keeps_lock = !strands_->is_last(task);
      }
    }
    for (TaskStream::StreamAccess& access : merged)
      access.version = sequences_[access.handle].next(access.mode);
    return merged;
  }

  /// Whether `after` uses data on another node that `before` writes. The message with the data then implies
  /// that `before` has ended, and no other message is needed.
  bool is_implied_by_data(TaskId before, TaskId after) const {
    if (placed_.empty() || placed_[before.value()] == placed_[after.value()]) return false;
    const auto used = trace_.accesses.of(after);
    return std::ranges::any_of(trace_.accesses.of(before), [&](const traces::Access& access) {
      return trace_.access_modes[access.mode.value()].modifies &&
             std::ranges::find(used, access.handle, &traces::Access::handle) != used.end();
    });
  }

  /// A task with waiting successors writes a private handle, which the successors read.
  void add_dependencies(TaskId task, NodeId node, bool is_child,
                        std::vector<TaskStream::StreamAccess>& accesses) {
    for (const TaskId before : graph_.explicit_predecessors(task)) {
      if (is_implied_by_data(before, task)) continue;
      const std::uint32_t end = ends_[before.value()];
      if (end == none)
        refuse("tasks that wait for earlier ones", label(task) + ", which waits for " + label(before));
      if (is_child && result_.stream.handles()[end].owner != node) {
        refuse("subtasks that wait for tasks of their own node",
               label(task) + ", which waits for " + label(before));
      }
      accesses.push_back({end, sequences_[end].next(AccessMode::read), none, AccessMode::read});
      accesses.back().only_orders = true;
    }
    if (!waited_for_[task.value()]) return;
    TaskStream::StreamHandle facts;
    facts.owner = node;
    facts.has_fixed_versions = true;
    const std::uint32_t end = result_.stream.add_handle("", facts);
    ends_[task.value()] = end;
    sequences_.emplace_back();
    accesses.push_back({end, sequences_[end].next(AccessMode::write), none, AccessMode::write});
    accesses.back().only_orders = true;
  }

  // ---- schedules

  WorkerId worker_of(TaskId task) const {
    return inputs_.workers.empty() ? WorkerId() : inputs_.workers[task.value()];
  }

  /// Gives each worker a private handle, which the worker's tasks write in the order of the schedule.
  void find_turns() {
    if (inputs_.form != ScheduleForm::strict) return;
    std::map<WorkerId, std::vector<TaskId>> lists;
    for (std::size_t task = 0; task < trace_.tasks.size(); ++task) {
      if (const WorkerId worker = worker_of(TaskId(task)); !worker.is_none())
        lists[worker].emplace_back(task);
    }
    turns_.resize(trace_.tasks.size());
    for (auto& [worker, list] : lists) {
      std::sort(list.begin(), list.end(), [this](TaskId a, TaskId b) {
        return inputs_.priorities[a.value()] > inputs_.priorities[b.value()];
      });
      TaskStream::StreamHandle facts;
      facts.has_fixed_versions = true;
      const std::uint32_t handle = result_.stream.add_handle("", facts);
      for (std::size_t turn = 0; turn < list.size(); ++turn) {
        TaskStream::StreamAccess& access = turns_[list[turn].value()];
        access = {handle, static_cast<std::uint32_t>(turn), none, AccessMode::write};
        access.only_orders = true;
      }
    }
    sequences_.resize(result_.stream.handles().size());
  }

  void add_turn(TaskId task, std::vector<TaskStream::StreamAccess>& accesses) {
    if (worker_of(task).is_none()) return;
    if (!parent_of(task).is_none() || (!children_.empty() && !children_[task.value()].empty()))
      refuse("tasks without subtasks for a strict schedule", label(task));
    accesses.push_back(turns_[task.value()]);
  }

  /// Sorts each attribute's values, because tasks may have other places in the stream than in the trace.
  void add_attributes() {
    for (const traces::Attribute& attribute : trace_.attributes) {
      // The replay has its own steals and misses, and no task migrates.
      if (attribute.name == traces::stolen_from || attribute.name == traces::home_attribute) continue;
      if (attribute.name == traces::l2_missing_bytes || attribute.name == traces::l3_missing_bytes) continue;
      std::visit(
          [&](const auto& values) {
            std::vector<std::pair<std::uint32_t, std::size_t>> rows;
            rows.reserve(values.size());
            for (std::size_t i = 0; i < values.size(); ++i)
              rows.emplace_back(numbers_[attribute.tasks[i].value()], i);
            std::sort(rows.begin(), rows.end());
            for (const auto& [number, i] : rows) result_.stream.annotate(number, attribute.name, values[i]);
          },
          attribute.values);
    }
  }

  const Trace& trace_;
  const ReplayInputs& inputs_;
  const unsigned nodes_;
  const std::vector<double>& given_s_;
  const std::vector<double>& missing_s_;
  const std::span<const NodeId> placed_;
  const traces::Strands* const strands_;
  const traces::TaskGraph& graph_;
  const std::optional<std::vector<TaskId>> order_;
  const traces::TaskTimes times_;
  const AccessedBytes bytes_;
  const std::vector<traces::NodeId> homes_;  // of tasks that have migrated
  std::vector<std::int32_t> priorities_;     // by task; empty: all 0
  const bool is_round_robin_;                // handles, and tasks without handles, are assigned round-robin
  bool has_run_ = false;
  std::vector<AccessMode> modes_;
  std::vector<std::vector<TaskId>> children_;
  std::vector<VersionSequence> sequences_;  // indexed by handle
  std::vector<TaskTypeId> types_;
  std::vector<std::uint32_t> ends_;  // per task: the handle that its successors read
  std::vector<bool> waited_for_;     // per task: whether it needs that handle
  // Per task that a strict schedule contains: its access to its worker's private handle.
  std::vector<TaskStream::StreamAccess> turns_;
  std::vector<std::uint32_t> numbers_;  // task numbers in the stream
  ReplayStream result_;
};

}  // namespace

Result<ReplayStream> stream_of(const Trace& trace, const traces::TaskGraph& graph, const ReplayInputs& inputs,
                               unsigned nodes, const std::vector<double>& seconds,
                               const std::vector<double>& missing_s, std::span<const NodeId> placed,
                               const traces::Strands* strands) {
  return document_result([&] {
    return StreamBuilder(trace, graph, inputs, nodes, seconds, missing_s, placed, strands).build();
  });
}

}  // namespace gusset::simulator
