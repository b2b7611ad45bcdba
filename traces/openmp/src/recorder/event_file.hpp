#pragma once
#include <sys/types.h>

#include <mutex>
#include <string>

#include "event_file_format.hpp"

namespace gusset::ompt {

/// Writes the event file of a process. Never throws. A write error stops the recording, not the program, and
/// is reported once on standard error.
class EventFile {
 public:
  /// Creates a file next to `trace`, named after it and this process. Returns false if there is no space; the
  /// file is then empty.
  bool create(const std::string& trace, EventFileHeader& header);
  bool is_open() const { return header_ != nullptr; }

  /// Returns a chunk that a thread fills from `now_ns` on, zeroed except for the thread's identity. Null if
  /// there is no space.
  EventChunk* add_chunk(std::uint32_t thread, std::uint32_t sequence, bool is_worker, std::int64_t now_ns);
  void set_start_up_time(std::int64_t ns);
  /// Adds to the processor time that threads took to get chunks.
  void add_growing_time(std::int64_t ns);
  /// Unmaps a full chunk.
  static void release(EventChunk* chunk);

  /// Marks the end of the recording: the time at which the runtime announces its end. `event_ns`: how long it
  /// takes to record an event.
  void finish(std::int64_t end_ns, double event_ns);

 private:
  void* map(off_t offset, std::size_t bytes);
  void stop(const std::string& what);
  void copy_process_info();

  std::string path_;
  EventFileHeader* header_ = nullptr;
  std::mutex growing_;  ///< guards size_
  off_t size_ = 0;
};

}  // namespace gusset::ompt
