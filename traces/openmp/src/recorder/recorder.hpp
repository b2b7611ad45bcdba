#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

#include "gusset/base/thread_meter.hpp"
#include "gusset/base/thread_usage.hpp"
#include "recorder/event_file.hpp"
#include "recording.hpp"

namespace gusset::ompt {

/// Records the events of one thread, and assigns its Numbers.
class ThreadLog {
 public:
  ThreadLog(EventFile& file, std::uint32_t number) : file_(file), number_(number) {}

  /// Appends an event. Call it from the owning thread only. Returns the Number of the item that the event
  /// creates, if any.
  Number append(std::int64_t time_ns, EventKind kind, std::uint64_t first = 0, std::uint64_t second = 0,
                std::uint8_t detail = 0) {
    if (used_ == EventChunk::capacity) [[unlikely]]
      grow(time_ns);
    put(time_ns, kind, first, second, detail);
    if (time_ns > sample_from_ns_) [[unlikely]]
      sample_processor(time_ns);
    else if (time_ns != 0)
      sample_from_ns_ = time_ns + long_time_ns;
    return creates_item(kind) ? Number(number_, created_++) : Number();
  }

  /// Records what the thread had used at time 0, when this library was loaded.
  void record_start(const ThreadUsage& usage) { put_usage(0, usage); }

  /// Whether it must still be recorded which function the tasks of a call run. Remembers only a few calls, so
  /// it may return true again.
  bool remember_body(std::uint64_t call_address, std::uint64_t body) {
    return remember(bodies_, call_address / 4, {call_address, body});
  }
  /// Likewise, whether it must still be recorded that a call acquires a lock.
  bool remember_lock(std::uint64_t lock, std::uint64_t call_address) {
    return remember(locks_, lock / 8, {lock, call_address});
  }

  /// Closes the files that the samples need. Call it when the thread ends.
  void end_samples() { meter_.close(); }

  Number initial;  ///< the thread's own program; none if the thread belongs to the runtime
  bool is_worker = false;

 private:
  using Pair = std::pair<std::uint64_t, std::uint64_t>;
  using Memory = std::array<Pair, 64>;
  static bool remember(Memory& memory, std::uint64_t hash, Pair pair) {
    Pair& known = memory[hash % memory.size()];
    if (known == pair) return false;
    known = pair;
    return true;
  }

  /// An event that follows the previous one by more than this is recorded with the thread's processor time:
  /// the thread may have been preempted in between.
  static constexpr std::int64_t long_time_ns = 100'000;

  void put(std::int64_t time_ns, EventKind kind, std::uint64_t first, std::uint64_t second,
           std::uint8_t detail) {
    if (chunk_ == nullptr || used_ == EventChunk::capacity) [[unlikely]]
      return;
    chunk_->events[used_++] = make_event(time_ns, kind, first, second, detail);
    // Release: the count becomes visible after the event, so the file is consistent even if this process is
    // killed here. The reader reads the file after this process has ended, so it needs no acquire.
    chunk_->count.store(used_, std::memory_order_release);
  }
  void put_usage(std::int64_t time_ns, const ThreadUsage& usage);
  /// Leaves the sample out if the chunk is full.
  void sample_processor(std::int64_t time_ns);

  /// Gets the next chunk. `time_ns` is the time of the next event, or 0 if it has none.
  void grow(std::int64_t time_ns);

  EventFile& file_;
  EventChunk* chunk_ = nullptr;
  std::size_t used_ = EventChunk::capacity;
  std::uint32_t number_ = 0;
  std::uint32_t chunks_ = 0;
  std::uint64_t created_ = 0;
  /// The first event after this time is recorded with the processor time. The main thread's first event has
  /// time 0, but is recorded when the runtime starts.
  std::int64_t sample_from_ns_ = 0;
  ThreadMeter meter_;
  bool is_binding_recorded_ = false;
  Memory bodies_{};
  Memory locks_{};
};

/// The settings from `gusset run`.
struct Settings {
  std::string trace;  ///< path of the trace
  Depth depth = Depth::accesses;
  bool is_started = false;            ///< by gusset directly, not by a process that gusset started
  std::string runtime;                ///< as the runtime describes itself
  bool asks_for_one_thread = false;   ///< whether OMP_NUM_THREADS is 1
  std::int64_t start_up_from_ns = 0;  ///< when the runtime began to start; 0: unknown
};

/// Collects the events of this process's threads. There is one instance, which is never destroyed, because
/// threads may still run while the process ends.
class Recorder {
 public:
  static Recorder& instance();

  /// Time in ns since this library was loaded, that is, since the process started (or forked).
  std::int64_t now_ns() const { return steady_ns() - start_ns_; }

  void start(const Settings& settings);
  /// The runtime knows the main thread, which will soon continue with the program. Call it in that thread,
  /// after its log has been created.
  void started_up();
  /// Called when the runtime ends. Later events are lost.
  void finish();

  /// The log of the calling thread, created on its first call. Null if nothing is being recorded, or if there
  /// is no memory for the log.
  ThreadLog* log();
  bool is_recording() const { return is_recording_.load(std::memory_order_relaxed); }

  /// Starts a new recording with a new file. Call it in the child of a fork, which has one thread.
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
  EventFile* file_ = nullptr;  ///< created at the first event; never destroyed either
};

}  // namespace gusset::ompt
