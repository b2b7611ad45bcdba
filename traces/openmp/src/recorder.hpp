#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

#include "event_file.hpp"
#include "recording.hpp"

namespace gusset::ompt {

/// What a thread notes, with the numbers that it gives.
class ThreadLog {
 public:
  ThreadLog(EventFile& file, std::uint32_t number) : file_(file), number_(number) {}

  /// By the owning thread only. Where it makes something, its number is returned.
  Number append(std::int64_t time_ns, EventKind kind, std::uint64_t first = 0, std::uint64_t second = 0,
                std::uint8_t detail = 0) {
    if (used_ == EventChunk::capacity) [[unlikely]]
      grow(time_ns);
    if (chunk_ != nullptr) [[likely]] {
      chunk_->events[used_++] = make_event(time_ns, kind, first, second, detail);
      // The file's reader sees the event with the count, even if this process is killed here.
      chunk_->count.store(used_, std::memory_order_release);
    }
    return makes_something(kind) ? Number(number_, made_++) : Number();
  }

  /// Whether the body of tasks that a call creates has yet to be noted. May forget what it noted.
  bool remember_body(std::uint64_t call_address, std::uint64_t body) {
    auto& [known_call, known_body] = bodies_[call_address / 4 % bodies_.size()];
    if (known_call == call_address && known_body == body) return false;
    known_call = call_address;
    known_body = body;
    return true;
  }

  Number initial;  ///< the task that stands for the thread's own program; none where it is the runtime's
  bool is_worker = false;

 private:
  /// What is appended next has that time, or none (0).
  void grow(std::int64_t time_ns);

  EventFile& file_;
  EventChunk* chunk_ = nullptr;
  std::size_t used_ = EventChunk::capacity;
  std::uint32_t number_ = 0;
  std::uint32_t chunks_ = 0;
  std::uint64_t made_ = 0;
  std::array<std::pair<std::uint64_t, std::uint64_t>, 64> bodies_{};
};

/// What `gusset run` asks for.
struct Settings {
  std::string trace;  ///< path
  Depth depth = Depth::accesses;
  bool is_started = false;  ///< by gusset itself, not by a process that gusset started
  std::string runtime;      ///< in its own words
};

/// Collects what the threads of this process note. One for the life of the process, never destroyed, as
/// threads may still run while it ends.
class Recorder {
 public:
  static Recorder& instance();

  /// ns since this library was loaded, when the process was started (or forked).
  std::int64_t now_ns() const { return steady_ns() - start_ns_; }

  void start(const Settings& settings);
  /// The runtime ends: what is noted from now on is lost.
  void finish();

  /// The calling thread's log, made at its first call. Null while nothing is recorded.
  ThreadLog* log();
  bool is_recording() const { return is_recording_.load(std::memory_order_relaxed); }

  /// Begins anew, with a file of its own. Call in the child of a fork, which has one thread.
  void forked();

 private:
  Recorder();
  static std::int64_t steady_ns();
  void open();

  std::int64_t start_ns_ = 0;
  Settings settings_;
  std::atomic<bool> is_recording_{false};
  std::atomic<std::uint32_t> threads_{0};
  std::mutex opening_;         ///< guards file_ while it is null
  EventFile* file_ = nullptr;  ///< made at the first event; never destroyed either
};

}  // namespace gusset::ompt
