#include "spiller.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/processor_quota.hpp"
#include "gusset/core/task.hpp"
#include "recording_head.hpp"

namespace gusset::core_tracing {

namespace {

constexpr auto period = std::chrono::milliseconds(100);
constexpr auto write_interval = std::chrono::seconds(1);
constexpr std::size_t rows_of_chunk = 16384;  // few enough bytes that the file lags only slightly behind

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double all = 0, resident = 0;
  statm >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

traces::SpanKind kind_of(SpanRecord::Kind kind) {
  switch (kind) {
    case SpanRecord::Kind::wait:
      return traces::SpanKind::wait;
    case SpanRecord::Kind::steal:
      return traces::SpanKind::steal;
    case SpanRecord::Kind::submit:
      return traces::SpanKind::submit;
    default:
      return traces::SpanKind::other;
  }
}

}  // namespace

Spiller::Spiller(Depth depth, const Clock& clock, std::size_t workers, std::size_t memory_bytes, Open open,
                 std::optional<traces::RecordedPart> part)
    : depth_(depth),
      clock_(clock),
      open_(std::move(open)),
      part_(std::move(part)),
      pool_(memory_bytes, workers),
      lanes_(workers),
      handles_(workers, part_) {
  for (Lane& lane : lanes_) {
    lane.stream = std::make_unique<RecordStream>(pool_, [this] {
      {
        const std::lock_guard guard(mutex_);
        is_requested_ = true;
      }
      wake_.notify_one();
    });
    lane.stream->prepare();
  }
  quota_ = processor_quota();
  sample_memory();
  last_write_ = std::chrono::steady_clock::now();
  if (part_) {
    // A node of a run may end at any moment, because another one fails. Its file can then be read.
    write(true);
    last_write_ -= write_interval;  // the first data follows soon
  }
  // The program's signal handlers must not run on this thread.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { work(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Spiller::~Spiller() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard guard(mutex_);
    is_ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Spiller::add_message(const traces::RecordedMessage& message) {
  const std::lock_guard guard(pending_);
  new_messages_.push_back(message);
}

void Spiller::add_comparison(const traces::ClockComparison& comparison) {
  const std::lock_guard guard(pending_);
  new_comparisons_.push_back(comparison);
}

void Spiller::work() {
  pthread_setname_np(pthread_self(), "gusset record");
  std::unique_lock guard(mutex_);
  while (!is_ending_) {
    wake_.wait_for(guard, period,
                   [this] { return is_ending_ || is_requested_ || flushes_ < wanted_flushes_; });
    is_requested_ = false;
    const std::uint64_t wanted = wanted_flushes_;
    guard.unlock();
    spill(flushes_ < wanted);  // only this thread changes flushes_
    guard.lock();
    flushes_ = wanted;
    flushed_.notify_all();
  }
}

void Spiller::flush() {
  std::unique_lock guard(mutex_);
  const std::uint64_t mine = ++wanted_flushes_;
  wake_.notify_one();
  flushed_.wait(guard, [&] { return flushes_ >= mine; });
}

Result<std::optional<traces::RecordingFile>> Spiller::finish() {
  {
    const std::lock_guard guard(mutex_);
    is_ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
  spill(true);
  if (open_error_) return *open_error_;
  if (is_stopped_) return std::optional<traces::RecordingFile>();
  for (const std::string& note : notes_) file_->add_note(note);
  if (auto done = file_->finish(); !done) return done.error();
  return std::exchange(file_, std::nullopt);
}

void Spiller::spill(bool force) {
  sample_memory();
  for (Lane& lane : lanes_) drain(lane);
  take_messages();
  write(force || messages_.size() >= rows_of_chunk);
}

void Spiller::drain(Lane& lane) {
  RecordStream& stream = *lane.stream;
  for (std::uint64_t left = stream.available(); left > 0;) {
    const std::byte* const place = stream.front();
    SpanRecord span;
    std::memcpy(&span, place, sizeof span);
    std::size_t bytes = sizeof span;
    const std::byte* const rest = place + bytes;
    if (span.is_task() || span.kind == SpanRecord::Kind::more) {
      if (span.is_task() && depth_ != Depth::spans) bytes += sizeof(TimesRecord);
      bytes += access_bytes(span.accesses);
      if (span.is_task()) {
        take_task(lane, span, rest);
      } else {
        take_accesses(lane, span.accesses, rest);
      }
    } else if (span.kind == SpanRecord::Kind::stolen) {
      lane.thefts.number.push_back(static_cast<std::uint64_t>(span.begin));
      lane.thefts.victim.push_back(worker_name(static_cast<std::size_t>(span.end)));
    } else if (span.kind == SpanRecord::Kind::usage) {
      bytes += sizeof(UsageRecord);
      take_usage(lane, span, rest);
    } else if (span.kind == SpanRecord::Kind::binding) {
      take_binding(lane, span);
    } else if (span.begin < span.end) {
      lane.pauses.begin.push_back(span.begin);
      lane.pauses.end.push_back(span.end);
      lane.pauses.kind.push_back(kind_of(span.kind));
    }
    stream.pop(bytes);
    left -= bytes;
    if (lane.tasks.size() >= rows_of_chunk || lane.pauses.size() >= rows_of_chunk ||
        lane.accesses.size() >= 4 * rows_of_chunk || lane.processor.size() >= rows_of_chunk)
      write(true);
  }
  stream.reclaim();
}

void Spiller::take_usage(Lane& lane, const SpanRecord& span, const std::byte* rest) {
  UsageRecord usage;
  std::memcpy(&usage, rest, sizeof usage);
  lane.processor.ticks.push_back(span.begin);
  lane.processor.is_first.push_back(usage.is_first != 0);
  lane.processor.processor_ns.push_back(usage.processor_ns);
  lane.processor.waits.push_back(usage.waits);
  lane.processor.preemptions.push_back(usage.preemptions);
  lane.processor.delay_ns.push_back(usage.delay_ns == UsageRecord::unknown_delay ? traces::unknown_time
                                                                                 : usage.delay_ns);
  lane.processor.page_faults.push_back(usage.page_faults);
}

void Spiller::take_binding(const Lane& lane, const SpanRecord& span) {
  const traces::WorkerId worker(static_cast<std::size_t>(&lane - lanes_.data()));
  const auto mask = static_cast<std::uint64_t>(span.end);
  bindings_.push_back({worker, static_cast<std::uint32_t>(span.begin), mask_text(mask), quota_});
}

void Spiller::take_task(Lane& lane, const SpanRecord& span, const std::byte* rest) {
  traces::RecordedTasks& tasks = lane.tasks;
  TimesRecord times;
  const bool is_skipped = span.kind == SpanRecord::Kind::skipped;
  if (depth_ != Depth::spans) {
    std::memcpy(&times, rest, sizeof times);
    rest += sizeof times;
    // Two processors' counters may differ by a few ticks.
    times.ready = std::min(times.ready, span.begin);
    times.submit = std::min(times.submit, times.ready);
    tasks.parent.push_back(times.parent);
    tasks.work.push_back(times.work);
    tasks.submit.push_back(times.submit);
    tasks.ready.push_back(times.ready);
  }
  tasks.begin.push_back(span.begin);
  tasks.end.push_back(std::max(span.begin, span.end));
  tasks.skipped.push_back(is_skipped);
  tasks.number.push_back(depth_ == Depth::spans ? traces::no_number : times.number);
  tasks.type.push_back(type_of(TaskTypeId(span.type)));
  lane.latest_number = times.number;
  if (span.accesses > 0) take_accesses(lane, span.accesses, rest);
}

void Spiller::take_accesses(Lane& lane, std::uint32_t count, const std::byte* records) {
  for (std::uint32_t i = 0; i < count; ++i, records += sizeof(AccessRecord)) {
    AccessRecord access;
    std::memcpy(&access, records, sizeof access);
    lane.accesses.number.push_back(lane.latest_number);
    lane.accesses.access.push_back(
        {traces::HandleId(access.handle), traces::AccessModeId(access.mode), access.version});
  }
}

traces::TypeId Spiller::type_of(TaskTypeId type) {
  const std::size_t id = type.value();
  if (id >= types_.size()) types_.resize(id + 1);
  if (types_[id] == 0) {
    types_[id] = ++type_count_;
    new_types_.push_back(TaskType::name_of(type));
  }
  return traces::TypeId(types_[id] - 1);
}

/// Writes the gathered data to the file if it is time, or if `force`.
void Spiller::write(bool force) {
  const SteadyTime now = std::chrono::steady_clock::now();
  if (!force && now - last_write_ < write_interval) return;
  last_write_ = now;
  if (open()) {
    // Written first, so that the data after it has a time scale wherever the file ends.
    const auto [ticks, ns] = clock_.reading();
    file_->add_clock(ticks, ns);
    if (!new_types_.empty()) file_->add_types(new_types_);
    new_types_.clear();
    write_handles();
    write_modes();
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      file_->add_tasks(traces::LaneId(lane), lanes_[lane].tasks);
      file_->add_accesses(traces::LaneId(lane), lanes_[lane].accesses);
      file_->add_pauses(traces::LaneId(lane), lanes_[lane].pauses);
      file_->add_processor_samples(traces::LaneId(lane), lanes_[lane].processor);
      if (stolen_from_)
        file_->add_values(*stolen_from_, lanes_[lane].thefts.number, lanes_[lane].thefts.victim);
    }
    file_->add_bindings(bindings_);
    file_->add_messages(messages_);
    file_->add_clock_comparisons(comparisons_);
    values_.write(*file_);
    file_->add_samples(*memory_counter_, sample_ticks_, samples_);
    if (const Error* const failure = file_->failure()) stop(*failure);
  } else {
    handles_.drop();
    values_.drop();
  }
  sample_ticks_.clear();
  samples_.clear();
  bindings_.clear();
  messages_.clear();
  comparisons_.clear();
  for (Lane& lane : lanes_) {
    lane.tasks = {};
    lane.pauses = {};
    lane.accesses = {};
    lane.processor = {};
    lane.thefts = {};
  }
}

bool Spiller::open() {
  if (is_stopped_ || open_error_) return false;
  if (file_) return true;
  const traces::RecordingHead head = head_of(depth_, lanes_.size(), part_);
  if (!head.access_modes.empty()) event_mode_ = static_cast<std::uint32_t>(head.access_modes.size() - 1);
  mode_count_ = event_mode_;
  auto opened = open_(head);
  if (!opened) {
    open_error_ = opened.error();
    return false;
  }
  file_.emplace(std::move(opened).value());
  const Clock::Reading first = clock_.first_reading();
  file_->add_clock(first.ticks, first.ns);
  // With a single lane nothing can be stolen, so an empty attribute would mean nothing.
  if (depth_ != Depth::spans && lanes_.size() > 1)
    stolen_from_ = file_->add_attribute(traces::stolen_from, std::vector<std::string>());
  memory_counter_ = file_->add_counter("resident memory", "B", part_ ? part_->node : traces::NodeId(0));
  return true;
}

void Spiller::take_messages() {
  const std::lock_guard guard(pending_);
  messages_.insert(messages_.end(), new_messages_.begin(), new_messages_.end());
  comparisons_.insert(comparisons_.end(), new_comparisons_.begin(), new_comparisons_.end());
  new_messages_.clear();
  new_comparisons_.clear();
}

/// Writes handles before the accesses that refer to them.
void Spiller::write_handles() {
  std::uint32_t needed = 0;
  for (const Lane& lane : lanes_) {
    for (const traces::Access& access : lane.accesses.access)
      needed = std::max(needed, access.handle.value() + 1);
  }
  for (const traces::RecordedMessage& message : messages_)
    needed = std::max(needed, message.handle.value() + 1);
  handles_.write(*file_, needed);
}

/// Events have the last mode of the file's head, whose index was not known before the file was opened. Modes
/// that the program has defined since then follow it.
void Spiller::write_modes() {
  if (depth_ == Depth::accesses) {
    std::vector<traces::AccessMode> defined = modes_from(mode_count_);
    mode_count_ += defined.size();
    if (!defined.empty()) file_->add_access_modes(std::move(defined));
  }
  for (Lane& lane : lanes_) {
    for (traces::Access& access : lane.accesses.access) {
      if (access.mode.value() == event_mode_record) {
        access.mode = traces::AccessModeId(event_mode_);
      } else if (access.mode.value() >= event_mode_) {
        access.mode = traces::AccessModeId(access.mode.value() + 1);
      }
    }
  }
}

void Spiller::sample_memory() {
  sample_ticks_.push_back(clock_.ticks());
  samples_.push_back(resident_bytes());
}

void Spiller::stop(const Error& error) {
  if (std::exchange(is_stopped_, true)) return;
  std::fputs(("gusset: recording stopped, the program continues: " + error.message() + "\n").c_str(), stderr);
  file_.reset();
}

}  // namespace gusset::core_tracing
