#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/traces/gus/recording_file.hpp"
#include "gusset/traces/model/recorded_part.hpp"

namespace gusset::core_tracing {

struct HandleRecord {
  std::string name;
  std::uint64_t size_bytes = 0;
  traces::NodeId owner{0};
  std::uint64_t identity = traces::no_number;  ///< in a part: see traces::HandleIdentities
  traces::HandleScope scope = traces::HandleScope::all_nodes;
};

/// The handles of a recording on their way to the file: the program's, messages, and the ends of tasks. Their
/// ids are rows of the file, so each new id must be added once.
class HandleRows {
 public:
  /// `part`: set if the recording is one node's part of a run.
  HandleRows(std::size_t workers, const std::optional<traces::RecordedPart>& part)
      : part_(part), new_events_(workers) {}

  // Thread-safe.

  HandleId new_id() {
    return HandleId(next_.fetch_add(1, std::memory_order_relaxed));  // relaxed: ids need only differ
  }
  void add(HandleId id, HandleRecord handle);
  /// Adds the end of a task, which has the name of the task's type.
  HandleId add_event(std::size_t worker, TaskTypeId type);

  // For the thread that writes.

  /// Writes what is known, and waits for handles below `needed` that are about to be added.
  void write(traces::RecordingFile& file, std::uint32_t needed);
  /// Forgets what has been added.
  void drop();

 private:
  struct Event {
    std::uint32_t handle;
    std::uint16_t type;
  };
  struct alignas(64) NewEvents {
    detail::SpinLock lock;  // guards the next member
    std::vector<Event> events;
  };
  void take_new();
  bool write_known(traces::RecordingFile& file);

  const std::optional<traces::RecordedPart>& part_;
  std::atomic<std::uint32_t> next_{0};
  std::vector<NewEvents> new_events_;                // by worker
  std::mutex mutex_;                                 // guards the next member
  std::map<std::size_t, HandleRecord> new_handles_;  // by id

  // Of the thread that writes:
  std::size_t first_ = 0;                   // the first that is not in the file
  std::vector<std::uint32_t> event_types_;  // from first_ on: the TaskTypeId plus one; 0: no event is known
  std::vector<Event> taken_events_;         // empty between uses
  std::map<std::size_t, HandleRecord> handles_;  // by id
};

}  // namespace gusset::core_tracing
