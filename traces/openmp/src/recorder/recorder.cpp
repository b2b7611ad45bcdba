#include "recorder/recorder.hpp"

#include <time.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <new>

#include "gusset/base/process_rank.hpp"
#include "gusset/base/processor_quota.hpp"
#include "gusset/base/thread_usage.hpp"

namespace gusset::ompt {
namespace {

thread_local ThreadLog* own_log = nullptr;

template <class Clock>
std::int64_t clock_ns() {
  const auto since = Clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

/// The processor time of the calling thread.
std::int64_t thread_cpu_ns() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// How long it takes to record an event: the least mean over several batches, because this thread may lose
/// its processor meanwhile.
double event_time_ns() {
  constexpr int batches = 8;
  std::array<Event, 256> events;
  std::atomic<std::uint64_t> count{0};
  std::int64_t least_ns = std::numeric_limits<std::int64_t>::max();
  for (int batch = 0; batch < batches; ++batch) {
    const std::int64_t begin_ns = clock_ns<std::chrono::steady_clock>();
    for (std::size_t i = 0; i < events.size(); ++i) {
      events[i] = make_event(clock_ns<std::chrono::steady_clock>(), EventKind::switched, i, i);
      count.store(i + 1, std::memory_order_release);  // as in ThreadLog::put
    }
    least_ns = std::min(least_ns, clock_ns<std::chrono::steady_clock>() - begin_ns);
  }
  return static_cast<double>(least_ns) / static_cast<double>(events.size());
}

}  // namespace

void ThreadLog::sample_processor(std::int64_t time_ns) {
  sample_from_ns_ = time_ns + long_time_ns;
  if (!is_binding_recorded_) {
    is_binding_recorded_ = true;
    if (const auto affinity = thread_affinity())
      put(time_ns, EventKind::processor, affinity->processors, affinity->mask, 1);
  }
  if (const auto usage = meter_.read()) put_usage(time_ns, *usage);
}

void ThreadLog::put_usage(std::int64_t time_ns, const ThreadUsage& usage) {
  // The delay comes first: the event after it completes the sample.
  put(time_ns, EventKind::processor,
      usage.delay_ns ? static_cast<std::uint64_t>(*usage.delay_ns) : unknown_delay, usage.page_faults, 2);
  put(time_ns, EventKind::processor, static_cast<std::uint64_t>(usage.processor_ns),
      std::uint64_t{usage.waits} << 32 | usage.preemptions, 0);
}

void ThreadLog::grow(std::int64_t time_ns) {
  const std::int64_t begin_ns = thread_cpu_ns();
  if (chunk_ != nullptr) EventFile::release(chunk_);
  if (time_ns == 0) time_ns = Recorder::instance().now_ns();
  chunk_ = file_.add_chunk(number_, chunks_++, is_worker, time_ns);
  file_.add_growing_time(thread_cpu_ns() - begin_ns);
  used_ = chunk_ == nullptr ? EventChunk::capacity : 0;
}

Recorder::Recorder() : start_ns_(steady_ns()) {}

Recorder& Recorder::instance() {
  static Recorder* const recorder = new Recorder;
  return *recorder;
}

std::int64_t Recorder::steady_ns() {
  return clock_ns<std::chrono::steady_clock>();
}

void Recorder::start(const Settings& settings) {
  settings_ = settings;
  is_recording_.store(true, std::memory_order_relaxed);
}

void Recorder::started_up() {
  if (settings_.start_up_from_ns != 0) file_->set_start_up_time(now_ns() - settings_.start_up_from_ns);
}

void Recorder::open() {
  EventFileHeader header;
  header.start_epoch_ns = clock_ns<std::chrono::system_clock>() - now_ns();
  header.first_thread = threads_.load(std::memory_order_relaxed);
  header.depth = static_cast<std::uint32_t>(settings_.depth);
  header.is_started = settings_.is_started ? 1 : 0;
  header.asks_for_one_thread = settings_.asks_for_one_thread ? 1 : 0;
  header.quota = processor_quota();
  if (const auto rank = process_rank()) header.rank = static_cast<std::int32_t>(*rank);
  std::copy_n(settings_.runtime.begin(), std::min(settings_.runtime.size(), header.runtime.size() - 1),
              header.runtime.begin());
  file_ = new EventFile;
  if (!file_->create(settings_.trace, header)) is_recording_.store(false, std::memory_order_relaxed);
}

ThreadLog* Recorder::log() {
  if (!is_recording()) return nullptr;
  if (own_log == nullptr) {
    const std::lock_guard guard(opening_);
    if (file_ == nullptr) open();
    own_log = new (std::nothrow) ThreadLog(*file_, threads_.fetch_add(1, std::memory_order_relaxed));
  }
  return own_log;
}

void Recorder::finish() {
  if (!is_recording_.exchange(false, std::memory_order_relaxed)) return;
  const std::lock_guard guard(opening_);
  if (file_ == nullptr) return;
  const std::int64_t end_ns = now_ns();
  file_->finish(end_ns, event_time_ns());
}

void Recorder::forked() {
  if (!is_recording()) return;
  // The other process continues with its file. Its logs, possibly half written, and their memory stay
  // untouched here.
  own_log = nullptr;
  file_ = nullptr;
  new (&opening_) std::mutex;  // a thread that does not exist here may have held it
  start_ns_ = steady_ns();
  settings_.is_started = false;
  settings_.start_up_from_ns = 0;
}

}  // namespace gusset::ompt
