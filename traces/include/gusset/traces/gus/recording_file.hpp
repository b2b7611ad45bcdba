#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Marks a task without a number, and a task without a parent.
inline constexpr std::uint64_t no_number = std::numeric_limits<std::uint64_t>::max();

/// What is known about a recording before it begins. Each worker has the lane with the worker's index.
struct RecordingHead {
  Metadata metadata;
  Recorded recorded;  ///< only `parents`, `work`, `submit`, `ready`, `accesses`, `messages` and
                      ///< `processor_time`; the others stay false
  std::vector<Node> nodes;
  std::vector<Worker> workers;
  std::vector<AccessMode> access_modes;
};

/// Runs of tasks on one lane, in columns. Times are ticks of any clock (see RecordingFile::add_clock).
struct RecordedTasks {
  std::vector<std::int64_t> begin;
  std::vector<std::int64_t> end;      ///< >= begin
  std::vector<std::uint8_t> skipped;  ///< 1: the task ended at `begin` without running
  std::vector<std::uint64_t> number;  ///< ascends in order of submission; gaps are allowed. no_number in all
                                      ///< rows if numbers were not recorded; start times then order the tasks
  std::vector<TypeId> type;
  std::vector<std::uint64_t> parent;  ///< the parent's number, or no_number
  std::vector<double> work;
  std::vector<std::int64_t> submit;  ///< unknown_time for a task that the program did not submit
  std::vector<std::int64_t> ready;   ///< or unknown_time

  std::size_t size() const { return begin.size(); }
};

/// Time on a lane that belongs to no task.
struct RecordedPauses {
  std::vector<std::int64_t> begin;
  std::vector<std::int64_t> end;
  std::vector<SpanKind> kind;
  std::size_t size() const { return begin.size(); }
};

/// Accesses of tasks whose runs are on this lane. The accesses of one task are consecutive.
struct RecordedAccesses {
  std::vector<std::uint64_t> number;
  std::vector<Access> access;
  std::size_t size() const { return number.size(); }
};

/// What the thread that acts as a lane's worker had used by the time of each sample, in columns, in order of
/// time. The difference between two samples becomes a ProcessorUse.
struct ProcessorSamples {
  std::vector<std::int64_t> ticks;
  std::vector<std::uint8_t> is_first;  ///< 1: another thread took the previous sample
  std::vector<std::int64_t> processor_ns;
  std::vector<std::uint32_t> waits;
  std::vector<std::uint32_t> preemptions;
  std::vector<std::int64_t> delay_ns;  ///< at least 0, or unknown_time
  std::vector<std::uint32_t> page_faults;
  std::size_t size() const { return ticks.size(); }
};

/// One end of a message between nodes, recorded by the node at that end. Times are ticks. The merger and the
/// reader join the two ends by handle, version, sender and destination.
struct RecordedMessage {
  enum class End : std::uint8_t { send, arrival };
  End what = End::send;
  HandleId handle;
  std::uint32_t version = 0;
  NodeId from;
  NodeId to;
  std::int64_t begin = 0;           ///< sending: the sender begins to send; arrival: its header is there
  std::int64_t end = 0;             ///< >= begin; sending: it is complete; arrival: the contents are there
  std::uint64_t payload_bytes = 0;  ///< contents only
  std::uint64_t wire_bytes = 0;     ///< contents and header
  std::uint32_t listeners = 0;      ///< accesses on the destination that the message serves; 0 if unknown
  friend bool operator==(const RecordedMessage&, const RecordedMessage&) = default;
};

/// One question from this node to node 0 and the answer. They relate the monotonic clocks of the two nodes.
struct ClockComparison {
  std::int64_t sent_ns = 0;      ///< on this node's clock
  std::int64_t answered_ns = 0;  ///< on node 0's clock
  std::int64_t received_ns = 0;  ///< on this node's clock; >= sent_ns
  friend bool operator==(const ClockComparison&, const ClockComparison&) = default;
};

/// Which nodes know a handle of a part.
enum class HandleScope : std::uint8_t {
  all_nodes,  ///< one handle, which every node knows
  each_node,  ///< every node has its own: a merged trace has "name@0", "name@1", …
  one_node    ///< only this node knows it
};

/// Relates the handles of a part to those of the other parts.
struct HandleIdentities {
  std::vector<std::uint64_t> identity;  ///< equal on all nodes; no_number for handles of one node
  std::vector<HandleScope> scope;
};

/// Writes a trace while the traced program runs. Memory need not hold the whole trace, and rows that have
/// been added survive a crash of the program: `read_gus` reads a finished file, `recover_gus` one that was
/// cut off. Tasks may be added in any order. Types and handles must be added before the rows that refer to
/// them. Not thread-safe.
///
/// Once the file system refuses a write, nothing more is written, `failure` returns the cause, and the other
/// calls do nothing.
class RecordingFile {
 public:
  /// Creates a new file at `path` at once, replacing an existing one. Fails if the system refuses.
  static Result<RecordingFile> create(const std::filesystem::path& path, const RecordingHead& head);
  /// The file appears whole at `finish`, or not at all, like a file from `write_gus`.
  static Result<RecordingFile> create_whole(const std::filesystem::path& path, const RecordingHead& head);
  /// Writes to memory instead of a file.
  static RecordingFile in_memory(const RecordingHead& head);
  RecordingFile(RecordingFile&&) noexcept;
  RecordingFile& operator=(RecordingFile&&) noexcept;
  ~RecordingFile();

  void add_types(std::span<const std::string> names);
  /// Appends modes to those in the head. Call it before accesses with these modes are added.
  void add_access_modes(std::vector<AccessMode> modes);
  void add_handles(const HandleColumns& handles);
  /// For a part of a run on several nodes. The other overload makes all handles `all_nodes`, with their
  /// indices as identities.
  void add_handles(const HandleColumns& handles, const HandleIdentities& identities);
  /// Returns the attribute's index for add_values. Its values have the type of the alternative that `kind`
  /// holds.
  std::uint32_t add_attribute(const std::string& name, const decltype(Attribute::values)& kind);
  /// Returns the counter's index for add_samples.
  std::uint32_t add_counter(const std::string& name, const std::string& unit, NodeId node);

  void add_tasks(LaneId lane, const RecordedTasks& tasks);
  void add_pauses(LaneId lane, const RecordedPauses& pauses);
  void add_accesses(LaneId lane, const RecordedAccesses& accesses);
  /// Adds the values of the tasks with these numbers.
  void add_values(std::uint32_t attribute, std::span<const std::uint64_t> numbers,
                  const decltype(Attribute::values)& values);
  void add_samples(std::uint32_t counter, std::span<const std::int64_t> ticks,
                   std::span<const double> values);

  void add_processor_samples(LaneId lane, const ProcessorSamples& samples);
  /// In any order. `Recorded::messages` must be true.
  void add_messages(std::span<const RecordedMessage> messages);
  /// Several comparisons at the run's start and several at its end, in order of time. Node 0 adds none. The
  /// clock that `add_clock` pairs must be the one that was compared.
  void add_clock_comparisons(std::span<const ClockComparison> comparisons);
  /// In any order. The first binding of a worker counts.
  void add_bindings(std::span<const Binding> bindings);

  /// Pairs the recording's clock with a clock that counts ns, both read at one instant. A line through the
  /// first and the last pair converts ticks to ns. Without pairs, ticks are ns.
  void add_clock(std::int64_t ticks, std::int64_t ns);
  /// Appends a note to the metadata.
  void add_note(const std::string& note);

  /// Why writing has stopped; null if no error has occurred.
  const Error* failure() const;
  /// Completes the file. Fails with `failure`, if there is one.
  Result<Done> finish();
  /// The bytes of an in-memory recording. Call it after `finish`.
  std::vector<std::byte> take_bytes();

 private:
  struct State;
  explicit RecordingFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace gusset::traces
