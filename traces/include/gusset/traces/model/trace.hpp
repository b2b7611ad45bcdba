#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "gusset/traces/model/fork_join.hpp"
#include "gusset/traces/model/ids.hpp"
#include "gusset/traces/model/mark.hpp"
#include "gusset/traces/model/metadata.hpp"
#include "gusset/traces/model/processor_time.hpp"
#include "gusset/traces/model/worksharing.hpp"

namespace gusset::traces {

/// How tasks may access a handle concurrently.
struct AccessMode {
  std::string name;        ///< "read", "write", "add" or a user's name
  bool commutes = false;   ///< accesses with this mode to one handle may run in any order
  bool exclusive = false;  ///< only one access at a time
  bool modifies = false;   ///< changes the handle's value
  friend bool operator==(const AccessMode&, const AccessMode&) = default;
};

/// A shared-memory machine, with its clock correction: true time = raw + offset + raw · drift.
struct Node {
  std::string name;
  std::int64_t clock_offset_ns = 0;
  double clock_drift = 0.0;            ///< dimensionless; 1e-6 is one microsecond per second
  std::int64_t clock_residual_ns = 0;  ///< bound on the correction's error; unknown_time: none is known
  friend bool operator==(const Node&, const Node&) = default;
};

/// A thread that executes tasks.
struct Worker {
  NodeId node;
  std::string name;
  friend bool operator==(const Worker&, const Worker&) = default;
};

/// Only `run` counts as busy time, including `submit` spans nested in it. All other time, in a run or not, is
/// idle.
enum class SpanKind : std::uint8_t { run, wait, submit, steal, send, receive, other };

/// Spans of one lane in columns, sorted by start time (ties: longer first). Spans nest or are disjoint; they
/// never cross.
struct SpanColumns {
  std::vector<std::int64_t> begin_ns;  ///< from the trace's start
  std::vector<std::int64_t> end_ns;    ///< end_ns >= begin_ns
  std::vector<TaskId> task;            ///< none if the span belongs to no task
  std::vector<SpanKind> kind;

  std::size_t size() const { return begin_ns.size(); }
  void push_back(std::int64_t begin, std::int64_t end, TaskId id, SpanKind what) {
    begin_ns.push_back(begin);
    end_ns.push_back(end);
    task.push_back(id);
    kind.push_back(what);
  }
  friend bool operator==(const SpanColumns&, const SpanColumns&) = default;
};

/// One row of a timeline. A worker has one lane; an importer gives it more if its spans cross.
struct Lane {
  WorkerId worker;
  SpanColumns spans;
  friend bool operator==(const Lane&, const Lane&) = default;
};

/// What tasks access: for example a tile, a file or a device.
struct HandleColumns {
  std::vector<std::string> name;          ///< may be empty
  std::vector<std::uint64_t> size_bytes;  ///< 0 if the handle has no contents
  std::vector<NodeId> owner;

  std::size_t size() const { return name.size(); }
  friend bool operator==(const HandleColumns&, const HandleColumns&) = default;
};

/// Tasks in columns, in order of submission. Columns other than `type` are empty if `Recorded` marks them as
/// unknown.
struct TaskColumns {
  std::vector<TypeId> type;
  std::vector<TaskId> parent;
  std::vector<double> work;  ///< declared work, in flops or any other unit
  std::vector<std::int64_t> submit_ns;
  std::vector<std::int64_t> ready_ns;  ///< when the last version that the task waited for was reached

  std::size_t size() const { return type.size(); }
  friend bool operator==(const TaskColumns&, const TaskColumns&) = default;
};

/// One access by one task. The task waits for `version`; completing the access increments the handle's
/// version.
struct Access {
  HandleId handle;
  AccessModeId mode;
  std::uint32_t version = 0;
  friend bool operator==(const Access&, const Access&) = default;
};

/// Accesses of all tasks: the accesses of task t are `items[first[t]]` up to, not including, `items[first[t +
/// 1]]`.
struct AccessTable {
  std::vector<std::uint64_t> first;  ///< tasks + 1 entries, or empty if accesses were not recorded
  std::vector<Access> items;

  /// The accesses of one task. Empty if accesses were not recorded.
  std::span<const Access> of(TaskId task) const {
    if (first.empty()) return {};
    return {items.data() + first[task.value()], items.data() + first[task.value() + std::size_t{1}]};
  }

  friend bool operator==(const AccessTable&, const AccessTable&) = default;
};

/// An explicit edge, for imported traces without accesses.
struct Dependency {
  TaskId before;
  TaskId after;
  friend bool operator==(const Dependency&, const Dependency&) = default;
};

/// Links two spans: who created a task, or who waited for its end. Dependencies, in contrast, link tasks.
struct SpanLink {
  enum class Kind : std::uint8_t { create, join };
  SpanReference from;
  SpanReference to;
  Kind kind = Kind::create;
  friend bool operator==(const SpanLink&, const SpanLink&) = default;
};

/// One transfer between nodes.
struct Message {
  enum class Kind : std::uint8_t { data, control, collective, other };
  Kind kind = Kind::data;
  HandleId handle;            ///< handle whose contents are sent; none if unknown
  std::uint32_t version = 0;  ///< of the handle
  NodeId from;
  NodeId to;
  std::int64_t send_ns = 0;
  std::int64_t receive_ns = 0;
  std::uint64_t payload_bytes = 0;  ///< contents only
  std::uint64_t wire_bytes = 0;     ///< contents and header
  std::uint32_t listeners = 0;      ///< accesses on the destination that it serves; 0 if unknown
  friend bool operator==(const Message&, const Message&) = default;
};

/// A named value that some tasks carry: iteration, tile, or any name that a program chooses.
struct Attribute {
  std::string name;
  std::vector<TaskId> tasks;  ///< ascending
  std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>> values;

  /// The position of a task's value. Nothing if the task has none.
  std::optional<std::size_t> row_of(TaskId task) const {
    const auto found = std::lower_bound(tasks.begin(), tasks.end(), task);
    if (found == tasks.end() || *found != task) return std::nullopt;
    return static_cast<std::size_t>(found - tasks.begin());
  }

  friend bool operator==(const Attribute&, const Attribute&) = default;
};

/// Name of the text attribute that distinguishes tasks of one type by the source's name for each task,
/// without the type: "3,1" or, for "middle 5", "5".
inline constexpr const char* task_detail = "detail";

/// Name of the access mode of a task that causes an event: its handle does not mean data, but the end of the
/// task (then it has the name of the task's type) or a message that the task sends (then it has the name of
/// the message's kind). The tasks that wait for the event read the handle.
inline constexpr const char* event_mode = "event";

/// Name of the text attribute of stolen tasks: the worker whose queue the task came from. If several workers
/// of the node share that name, the first one is meant. If a trace has this attribute, tasks without a value
/// were not stolen.
inline constexpr const char* stolen_from = "stolen from";

/// Name of the integer attribute with the priorities of tasks whose priority is not 0.
inline constexpr const char* priority_attribute = "priority";

/// Names of the attributes of simulated tasks: the bytes that a task did not find in its worker's L2, and
/// neither there nor in L3. Tasks without data have no value. Absent if the simulation followed no caches.
inline constexpr const char* l2_missing_bytes = "L2 missing bytes";
inline constexpr const char* l3_missing_bytes = "L3 missing bytes";

/// A quantity of a node over time (memory in use, ready tasks). Each value holds until the next one.
struct Counter {
  std::string name;
  std::string unit;  ///< "B", "tasks"; may be empty
  NodeId node;
  std::vector<std::int64_t> time_ns;  ///< ascending
  std::vector<double> value;          ///< finite
  friend bool operator==(const Counter&, const Counter&) = default;
};

/// The optional fields that this trace has. A false flag means that the field was not recorded; show it as
/// unknown, never as 0.
struct Recorded {
  bool parents = false;
  bool work = false;
  bool submit = false;
  bool ready = false;
  bool accesses = false;
  bool dependencies = false;
  bool messages = false;
  bool fork_join = false;
  bool processor_time = false;
  bool worksharing = false;
  friend bool operator==(const Recorded&, const Recorded&) = default;
};

/// A measured or predicted run; both use the same type. Plain data; share it as `std::shared_ptr<const
/// Trace>`. `validate` states and checks every invariant.
struct Trace {
  // Defined in trace.cpp: every file that copies or destroys traces would compile them again.
  Trace();
  Trace(const Trace&);
  Trace(Trace&&) noexcept;
  Trace& operator=(const Trace&);
  Trace& operator=(Trace&&) noexcept;
  ~Trace();

  Metadata metadata;
  Recorded recorded;
  std::vector<std::string> types;  ///< names of task types
  std::vector<Node> nodes;
  std::vector<Worker> workers;
  std::vector<Lane> lanes;
  std::vector<AccessMode> access_modes;
  HandleColumns handles;
  TaskColumns tasks;
  AccessTable accesses;
  std::vector<Dependency> dependencies;
  std::vector<SpanLink> span_links;
  ForkJoin fork_join;
  ProcessorTime processor_time;
  Worksharing worksharing;
  std::vector<Message> messages;
  std::vector<Attribute> attributes;
  std::vector<Counter> counters;
  std::vector<Mark> marks;  ///< the user's; sorted by time
  friend bool operator==(const Trace&, const Trace&) = default;
};

/// The name of a task's type.
inline const std::string& type_name(const Trace& trace, TaskId task) {
  return trace.types[trace.tasks.type[task.value()].value()];
}

/// The lanes of each worker.
inline std::vector<std::vector<LaneId>> lanes_by_worker(const Trace& trace) {
  std::vector<std::vector<LaneId>> lanes(trace.workers.size());
  for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane)
    lanes[trace.lanes[lane].worker.value()].emplace_back(lane);
  return lanes;
}

/// The node of a lane; none for no lane.
inline NodeId node_of_lane(const Trace& trace, LaneId lane) {
  return lane.is_none() ? NodeId() : trace.workers[trace.lanes[lane.value()].worker.value()].node;
}

}  // namespace gusset::traces
