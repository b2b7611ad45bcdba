#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Stands for a task that has no number, and for no parent.
inline constexpr std::uint64_t no_number = std::numeric_limits<std::uint64_t>::max();

/// What is known of a recording before it begins. Each worker has the lane of its own index.
struct RecordingHead {
  Metadata metadata;
  Recorded recorded;  ///< of `parents`, `work`, `submit`, `ready` and `accesses`; the others stay false
  std::vector<Node> nodes;
  std::vector<Worker> workers;
  std::vector<AccessMode> access_modes;
};

/// Runs of tasks on one lane, in columns. Times are ticks of any clock (see RecordingFile::add_clock).
struct RecordedTasks {
  std::vector<std::int64_t> begin;
  std::vector<std::int64_t> end;        ///< >= begin
  std::vector<std::uint8_t> passed_by;  ///< 1: ended at `begin` without having run
  std::vector<std::uint64_t> number;  ///< ascends in order of submission, with gaps or not; no_number in all
                                      ///< rows where that is not recorded: the order is that of begins then
  std::vector<TypeId> type;
  std::vector<std::uint64_t> parent;  ///< a number, or no_number
  std::vector<double> work;
  std::vector<std::int64_t> submit;
  std::vector<std::int64_t> ready;

  std::size_t size() const { return begin.size(); }
};

/// Time of a lane that belongs to no task.
struct RecordedPauses {
  std::vector<std::int64_t> begin;
  std::vector<std::int64_t> end;
  std::vector<SpanKind> kind;
  std::size_t size() const { return begin.size(); }
};

/// Accesses of tasks whose runs are on this lane; those of one task follow each other.
struct RecordedAccesses {
  std::vector<std::uint64_t> number;
  std::vector<Access> access;
  std::size_t size() const { return number.size(); }
};

/// Writes a trace while the program that it tells about is running, so that memory need not hold it and what
/// has been added is readable whatever becomes of the program: `read_gus` reads a finished one, `recover_gus`
/// one that was cut off. Rows may come in any order of tasks; what they refer to (types, handles) must have
/// been added before. For one thread.
///
/// Where the program's file system refuses, nothing more is written, `failure` tells why, and all calls but
/// that do nothing.
class RecordingFile {
 public:
  /// Replaces what stands at `path` by a new file, at once. Fails where the system refuses.
  static Result<RecordingFile> create(const std::filesystem::path& path, const RecordingHead& head);
  /// The same in memory.
  static RecordingFile in_memory(const RecordingHead& head);
  RecordingFile(RecordingFile&&) noexcept;
  RecordingFile& operator=(RecordingFile&&) noexcept;
  ~RecordingFile();

  void add_types(std::span<const std::string> names);
  void add_handles(const HandleColumns& handles);
  /// Returns its index, for add_values. The alternative that `kind` holds is the kind of its values.
  std::uint32_t add_attribute(const std::string& name, const decltype(Attribute::values)& kind);
  /// Returns its index, for add_samples.
  std::uint32_t add_counter(const std::string& name, const std::string& unit, NodeId node);

  void add_tasks(LaneId lane, const RecordedTasks& tasks);
  void add_pauses(LaneId lane, const RecordedPauses& pauses);
  void add_accesses(LaneId lane, const RecordedAccesses& accesses);
  /// Values of the tasks of these numbers.
  void add_values(std::uint32_t attribute, std::span<const std::uint64_t> numbers,
                  const decltype(Attribute::values)& values);
  void add_samples(std::uint32_t counter, std::span<const std::int64_t> ticks,
                   std::span<const double> values);

  /// What the clocks said at one instant: the recording's, and one that counts ns. Ticks become ns by the
  /// line through the first and the last of these; where there are none, ticks are ns.
  void add_clock(std::int64_t ticks, std::int64_t ns);
  /// Becomes one of the metadata's.
  void add_note(const std::string& note);

  /// Why nothing is written any more; null while all is well.
  const Error* failure() const;
  /// Completes the file.
  Result<Done> finish();
  /// Of one in memory, after `finish`.
  std::vector<std::byte> take_bytes();

 private:
  struct State;
  explicit RecordingFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace gusset::traces
