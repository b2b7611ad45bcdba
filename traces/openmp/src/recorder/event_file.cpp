#include "recorder/event_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>

namespace gusset::ompt {
namespace {

/// Files in /proc have no size, so this reads up to their end.
void copy(const char* from, const std::string& to) {
  const int in = open(from, O_RDONLY | O_CLOEXEC);
  const int out = open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  std::array<char, 4096> block{};
  for (ssize_t count = 0; in >= 0 && out >= 0;) {
    count = read(in, block.data(), block.size());
    if (count <= 0 || write(out, block.data(), static_cast<std::size_t>(count)) != count) break;
  }
  if (in >= 0) close(in);
  if (out >= 0) close(out);
}

}  // namespace

bool EventFile::create(const std::string& trace, EventFileHeader& header) {
  // A process that calls exec leaves its recording behind and starts a new one.
  for (int run = 1;; ++run) {
    path_ = trace + "." + std::to_string(getpid()) + "-" + std::to_string(run) + event_file_extension;
    const int file = open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) {
      close(file);
      break;
    }
    if (errno != EEXIST) {
      stop(std::strerror(errno));
      return false;
    }
  }
  void* const place = map(0, event_file_header_bytes);
  if (place == nullptr) return false;
  header_ = new (place) EventFileHeader;
  header_->start_epoch_ns = header.start_epoch_ns;
  header_->first_thread = header.first_thread;
  header_->depth = header.depth;
  header_->is_started = header.is_started;
  header_->rank = header.rank;
  header_->asks_for_one_thread = header.asks_for_one_thread;
  header_->quota = header.quota;
  header_->runtime = header.runtime;
  size_ = event_file_header_bytes;
  copy_process_info();
  return true;
}

/// Opens the file again each time, because a program may close all descriptors that it does not know.
void* EventFile::map(off_t offset, std::size_t bytes) {
  const int file = open(path_.c_str(), O_RDWR | O_CLOEXEC);
  int error = file < 0 ? errno : 0;
  void* place = MAP_FAILED;
  // Allocates disk space first. Writing to a page without space would raise a bus error.
  if (error == 0) error = posix_fallocate(file, offset, static_cast<off_t>(bytes));
  if (error == 0) {
    place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, offset);
    if (place == MAP_FAILED) error = errno;
  }
  if (file >= 0) close(file);
  if (error == 0) return place;
  stop(std::strerror(error));
  return nullptr;
}

EventChunk* EventFile::add_chunk(std::uint32_t thread, std::uint32_t sequence, bool is_worker,
                                 std::int64_t now_ns) {
  const std::lock_guard guard(growing_);
  if (header_ == nullptr) return nullptr;
  // Relaxed: the flag is set under the same lock.
  if (header_->is_incomplete.load(std::memory_order_relaxed) != 0) {
    const std::int64_t stopped_ns = header_->stopped_ns.load(std::memory_order_relaxed);
    header_->stopped_ns.store(std::min(stopped_ns, now_ns), std::memory_order_relaxed);
    return nullptr;
  }
  void* const place = map(size_, EventChunk::bytes);
  if (place == nullptr) {
    header_->stopped_ns.store(now_ns, std::memory_order_relaxed);  // read after the process has ended
    return nullptr;
  }
  size_ += static_cast<off_t>(EventChunk::bytes);
  auto* const chunk = static_cast<EventChunk*>(place);
  chunk->thread = thread;
  chunk->sequence = sequence;
  chunk->is_worker = is_worker ? 1 : 0;
  return chunk;
}

void EventFile::set_start_up_time(std::int64_t ns) {
  if (header_ != nullptr) header_->start_up_ns = ns;
}

void EventFile::add_growing_time(std::int64_t ns) {
  // Relaxed: read after this process has ended.
  if (header_ != nullptr) header_->growing_ns.fetch_add(ns, std::memory_order_relaxed);
}

void EventFile::release(EventChunk* chunk) {
  munmap(chunk, EventChunk::bytes);
}

void EventFile::stop(const std::string& what) {
  if (header_ != nullptr) header_->is_incomplete.store(1, std::memory_order_relaxed);
  const std::string line = "gusset: recording stopped, the program continues: " + path_ +
                           ": expected a writable event file, found \"" + what + "\"\n";
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // no other way to report it
}

void EventFile::copy_process_info() {
  copy("/proc/self/cmdline", path_ + command_extension);
  copy("/proc/self/maps", path_ + maps_extension);
}

void EventFile::finish(std::int64_t end_ns, double event_ns) {
  if (header_ == nullptr) return;
  header_->event_ns = event_ns;
  header_->end_ns.store(end_ns, std::memory_order_relaxed);  // relaxed: read after this process has ended
  copy_process_info();                                       // includes libraries that were loaded since
}

}  // namespace gusset::ompt
