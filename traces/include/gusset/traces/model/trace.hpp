#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "gusset/traces/model/ids.hpp"
#include "gusset/traces/model/metadata.hpp"

namespace gusset::traces {

/// A time that was not recorded.
inline constexpr std::int64_t unknown_time = std::numeric_limits<std::int64_t>::min();

/// How one task type may touch a handle beside others.
struct AccessMode {
  std::string name;        ///< "read", "write", "add" or a user's name
  bool commutes = false;   ///< accesses of this mode to one handle may run in any order
  bool exclusive = false;  ///< only one of them at a time
  bool modifies = false;   ///< leaves another value behind
  friend bool operator==(const AccessMode&, const AccessMode&) = default;
};

/// A shared-memory machine, with its clock's correction: true time = raw + offset + raw · drift.
struct Node {
  std::string name;
  std::int64_t clock_offset_ns = 0;
  double clock_drift = 0.0;            ///< dimensionless, 1e-6 = one microsecond per second
  std::int64_t clock_residual_ns = 0;  ///< how far the correction may be off
  friend bool operator==(const Node&, const Node&) = default;
};

/// A thread that executes tasks.
struct Worker {
  NodeId node;
  std::string name;
  friend bool operator==(const Worker&, const Worker&) = default;
};

/// Only `run` is busy time. A `submit` within a `run` is a part of it; all else, within it or beside it, is
/// idle.
enum class SpanKind : std::uint8_t { run, wait, submit, steal, send, receive, other };

/// Spans of one worker in columns, by begin (ties: the longer first). They nest or lie apart, never cross.
struct SpanColumns {
  std::vector<std::int64_t> begin_ns;  ///< from the trace's start
  std::vector<std::int64_t> end_ns;    ///< end_ns >= begin_ns
  std::vector<TaskId> task;            ///< none where the span belongs to no task
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

/// One row of a timeline. A worker has one lane; an import whose spans cross gets more.
struct Lane {
  WorkerId worker;
  SpanColumns spans;
  friend bool operator==(const Lane&, const Lane&) = default;
};

/// What tasks name: a tile, a file, a device.
struct HandleColumns {
  std::vector<std::string> name;          ///< may be empty
  std::vector<std::uint64_t> size_bytes;  ///< 0 where it has no contents
  std::vector<NodeId> owner;

  std::size_t size() const { return name.size(); }
  friend bool operator==(const HandleColumns&, const HandleColumns&) = default;
};

/// Tasks in columns, in order of submission. Columns other than `type` are empty when `Recorded` says
/// unknown.
struct TaskColumns {
  std::vector<TypeId> type;
  std::vector<TaskId> parent;
  std::vector<double> work;  ///< declared; flops or any unit
  std::vector<std::int64_t> submit_ns;
  std::vector<std::int64_t> ready_ns;  ///< when the last awaited version was reached

  std::size_t size() const { return type.size(); }
  friend bool operator==(const TaskColumns&, const TaskColumns&) = default;
};

/// One access of one task: the version it waits for. On completion the handle's version goes up by one.
struct Access {
  HandleId handle;
  AccessModeId mode;
  std::uint32_t version = 0;
  friend bool operator==(const Access&, const Access&) = default;
};

/// Accesses of all tasks: those of task t are `items[first[t]] … items[first[t + 1]]`.
struct AccessTable {
  std::vector<std::uint64_t> first;  ///< tasks + 1 entries, or none when accesses were not recorded
  std::vector<Access> items;
  friend bool operator==(const AccessTable&, const AccessTable&) = default;
};

/// An explicit edge, for imports that know no accesses.
struct Dependency {
  TaskId before;
  TaskId after;
  friend bool operator==(const Dependency&, const Dependency&) = default;
};

struct SpanReference {
  LaneId lane;
  std::uint64_t index = 0;
  friend bool operator==(const SpanReference&, const SpanReference&) = default;
};

/// Joins spans, where dependencies join tasks: who created a task, who waited for its end.
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
  HandleId handle;            ///< whose contents; none where unknown
  std::uint32_t version = 0;  ///< of the handle
  NodeId from;
  NodeId to;
  std::int64_t send_ns = 0;
  std::int64_t receive_ns = 0;
  std::uint64_t payload_bytes = 0;  ///< contents
  std::uint64_t wire_bytes = 0;     ///< contents and header
  friend bool operator==(const Message&, const Message&) = default;
};

/// A named value that some tasks carry (iteration, tile, anything a program names).
struct Attribute {
  std::string name;
  std::vector<TaskId> tasks;  ///< ascending
  std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>> values;
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

/// The attribute, of texts, that tells tasks of one type apart where their source names each: "3,1", "middle
/// 5" without its type.
inline constexpr const char* task_detail = "detail";

/// The attribute of tasks that a worker took from another's queue: the name of that other, of the same node,
/// which comes first where there are several.
/// A trace that has it knows of all its tasks: those without a value were not stolen.
inline constexpr const char* stolen_from = "stolen from";

/// A quantity of a node over time (memory in use, ready tasks): each value holds until the next.
struct Counter {
  std::string name;
  std::string unit;  ///< "B", "tasks"; may be empty
  NodeId node;
  std::vector<std::int64_t> time_ns;  ///< ascending
  std::vector<double> value;          ///< finite
  friend bool operator==(const Counter&, const Counter&) = default;
};

/// Which optional fields this trace knows. What is false was not recorded and must be shown as that, never as
/// 0.
struct Recorded {
  bool parents = false;
  bool work = false;
  bool submit = false;
  bool ready = false;
  bool accesses = false;
  bool dependencies = false;
  bool messages = false;
  friend bool operator==(const Recorded&, const Recorded&) = default;
};

/// What happened, or what is predicted to happen: one kind of value for both. Plain data; share it as
/// `std::shared_ptr<const Trace>`. `validate` states and checks every invariant.
struct Trace {
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
  std::vector<Message> messages;
  std::vector<Attribute> attributes;
  std::vector<Counter> counters;
  friend bool operator==(const Trace&, const Trace&) = default;
};

}  // namespace gusset::traces
