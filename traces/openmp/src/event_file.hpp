#pragma once
#include <sys/types.h>

#include <atomic>
#include <mutex>
#include <string>

#include "event_file_format.hpp"

namespace gusset::ompt {

/// Writes a process's event file. Nothing throws; what can't be written stops the recording, not the program,
/// and is said once on standard error.
class EventFile {
 public:
  /// Makes a file beside `trace`, named after it and this process. Without room for its header it stays
  /// empty.
  bool create(const std::string& trace, EventFileHeader& header);
  bool is_open() const { return header_ != nullptr; }

  /// A chunk for a thread to fill from `now_ns` on, of zeros but for what says whose it is; null where there
  /// is no room.
  EventChunk* add_chunk(std::uint32_t thread, std::uint32_t sequence, bool is_worker, std::int64_t now_ns);
  /// Gives a full chunk's memory back.
  static void release(EventChunk* chunk);

  /// The last that is to be noted: the time at which the runtime says that it ends.
  void finish(std::int64_t end_ns);

 private:
  void* map(off_t offset, std::size_t bytes);
  void stop(const std::string& what);
  void copy_facts();

  std::string path_;
  EventFileHeader* header_ = nullptr;
  std::mutex growing_;  ///< guards size_
  off_t size_ = 0;
};

}  // namespace gusset::ompt
