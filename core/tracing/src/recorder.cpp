#include "recorder.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "gusset/base/text.hpp"
#include "gusset/base/thread_usage.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::core_tracing {

Depth depth_from(const Options& options) {
  const std::string depth = options.setting(depth_setting).value_or("accesses");
  if (depth == "accesses") return Depth::accesses;
  if (depth == "ready") return Depth::ready;
  if (depth == "spans") return Depth::spans;
  throw ConfigurationError("GUSSET_DEPTH", "spans, ready or accesses", double_quoted(depth));
}

std::size_t memory_bytes_from(const Options& options) {
  constexpr std::uint64_t mib = std::uint64_t{1} << 20;
  constexpr std::uint64_t default_mib = 256;
  constexpr std::uint64_t max_mib = std::uint64_t{1} << 30;
  const std::optional<std::string> text = options.setting(memory_setting);
  if (!text) return default_mib * mib;
  const auto value = parse_number<std::uint64_t>(*text);
  if (!value || *value < 1 || *value > max_mib)
    throw ConfigurationError("GUSSET_TRACE_MEMORY", "a whole number of MiB, at least 1",
                             double_quoted(*text));
  return *value * mib;
}

Recorder::Recorder(const Options& options, unsigned workers, Spiller::Open open, Completed completed,
                   std::optional<traces::RecordedPart> part, ClockError clock_error)
    : completed_(std::move(completed)),
      depth_(depth_from(options)),
      is_part_(part.has_value()),
      clock_(clock_error),
      spiller_(depth_, clock_, workers, memory_bytes_from(options), std::move(open), std::move(part)),
      lanes_(workers),
      current_(workers) {
  for (unsigned worker = 0; worker < workers; ++worker) lanes_[worker].stream = &spiller_.stream(worker);
}

void Recorder::handle_added(const HandleState& handle) {
  spiller_.handles().add(handle.id, {handle.name, handle.size_bytes});
}

EventId Recorder::event(unsigned worker, Task* task) {
  if (!follows_events() || task == nullptr || task->type_is_none()) return {};
  CurrentTask& current = current_[worker];
  if (!has_ended(current, *task)) return {};
  if (current.event.is_none()) {
    const HandleId handle = spiller_.handles().add_event(worker, task->type());
    current.event = EventId(handle.value());
    current.written.push_back(handle);
  }
  return current.event;
}

void Recorder::writes(unsigned worker, const Task& task, HandleId handle) {
  CurrentTask& current = current_[worker];
  if (follows_events() && has_ended(current, task)) current.written.push_back(handle);
}

void Recorder::begins_after(unsigned worker, std::span<const EventId> events) {
  std::vector<EventId>& after = current_[worker].after;
  after.insert(after.end(), events.begin(), events.end());
  if (after.size() < 2) return;
  std::sort(after.begin(), after.end());
  after.erase(std::unique(after.begin(), after.end()), after.end());
}

void Recorder::annotate(std::uint64_t number) {
  Annotation::for_each(
      [&](const Annotation& each) { spiller_.values().add(number, each.name(), each.value()); });
}

/// Reserves room for a record. If the program has to wait for memory, the next record reports that.
inline std::byte* Recorder::append(Lane& lane, std::size_t bytes) {
  if (!lane.stream->needs_block(bytes)) [[likely]]
    return lane.stream->append(bytes);
  const Time since = clock_.ticks();
  std::byte* const place = lane.stream->append(bytes);
  if (lane.blocked_begin == no_wait) lane.blocked_begin = since;
  lane.blocked_end = clock_.ticks();
  return place;
}

/// Calls visit for each access in the record of a task.
template <class Visit>
inline void Recorder::for_each_access(Task& task, const CurrentTask& current, Visit&& visit) const {
  const auto index_of = [](AccessMode mode) {
    return static_cast<std::uint32_t>(static_cast<std::uint8_t>(mode) >> 3);
  };
  for (const TaskAccess& access : task) {
    if (is_recorded(access))
      visit(AccessRecord{access.handle().id.value(), access.version, index_of(access.mode())});
  }
  for (const EventId event : current.after) visit(AccessRecord{event.value(), 1, index_of(AccessMode::read)});
  for (const HandleId handle : current.written) visit(AccessRecord{handle.value(), 0, event_mode_record});
}

/// `now`: the time, which is later than `end` if the task had a function `then`.
void Recorder::write(unsigned worker, Task& task, SpanRecord::Kind kind, Time begin, Time end, Time now) {
  Lane& lane = lanes_[worker];
  CurrentTask& current = current_[worker];
  if (worker == 0 && submission_begin_ != no_submission) [[unlikely]]
    end_submission();
  if (lane.wait_begin != no_wait || lane.blocked_begin != no_wait) end_pauses(lane, begin);
  std::uint32_t accesses = 0;
  if (depth_ == Depth::accesses) {
    if (follows(task)) [[unlikely]] {
      const EventId submitter(task.extra().follows);
      begins_after(worker, std::span(&submitter, 1));
    }
    for_each_access(task, current, [&](const AccessRecord&) { ++accesses; });
  }
  const std::uint32_t here = std::min(accesses, max_accesses_per_record);
  const bool has_times = depth_ != Depth::spans;
  // A task that waited for an exclusive lock may return to the worker that it was stolen from.
  if (has_times && task.extra().stolen_from != TaskExtra::no_worker && task.extra().stolen_from != worker)
      [[unlikely]]
    write_theft(lane, task.extra());
  std::byte* place =
      append(lane, sizeof(SpanRecord) + (has_times ? sizeof(TimesRecord) : 0) + access_bytes(here));
  begin = std::max(begin, lane.last_end);
  end = std::max(begin, end);
  const bool is_late = end > lane.last_end + lane.long_ticks;
  lane.last_end = end;
  const SpanRecord span{begin, end, here, static_cast<std::uint16_t>(task.type().value()), kind};
  std::memcpy(place, &span, sizeof span);
  place += sizeof span;
  if (has_times) {
    const TaskExtra& extra = task.extra();
    TimesRecord times{extra.number, follows(task) ? traces::unknown_time : extra.submit_ticks,
                      extra.ready_ticks};
    const Task* const parent = extra.parent;
    if (parent != nullptr && !parent->type_is_none()) times.parent = parent->extra().number;
    times.work = extra.work;
    std::memcpy(place, &times, sizeof times);
    place += sizeof times;
  }
  if (accesses > 0) write_accesses(lane, task, current, accesses, place);
  lane.stream->publish();
  if (current.is_used()) [[unlikely]]
    current.clear();
  if (is_late) [[unlikely]]
    write_usage(lane, std::max(end, now), false);
}

void Recorder::write_theft(Lane& lane, const TaskExtra& extra) {
  std::byte* const place = append(lane, sizeof(SpanRecord));
  const SpanRecord theft{static_cast<std::int64_t>(extra.number), extra.stolen_from, 0, 0,
                         SpanRecord::Kind::stolen};
  std::memcpy(place, &theft, sizeof theft);
}

/// Writes the first accesses into the space at `place`, and the others as separate records.
void Recorder::write_accesses(Lane& lane, Task& task, const CurrentTask& current, std::uint32_t count,
                              std::byte* place) {
  std::uint32_t room = std::min(count, max_accesses_per_record);
  for_each_access(task, current, [&](const AccessRecord& record) {
    if (room == 0) {
      room = std::min(count, max_accesses_per_record);
      place = append(lane, sizeof(SpanRecord) + access_bytes(room));
      const SpanRecord more{0, 0, room, 0, SpanRecord::Kind::more};
      std::memcpy(place, &more, sizeof more);
      place += sizeof more;
    }
    std::memcpy(place, &record, sizeof record);
    place += sizeof record;
    --room;
    --count;
  });
}

void Recorder::write_pause(Lane& lane, SpanRecord::Kind kind, Time begin, Time end) {
  begin = std::max(begin, lane.last_end);
  if (end <= begin) return;
  std::byte* const place = append(lane, sizeof(SpanRecord));
  lane.last_end = end;
  const SpanRecord span{begin, end, 0, 0, kind};
  std::memcpy(place, &span, sizeof span);
  lane.stream->publish();
}

void Recorder::end_submission() {
  const Time begin = std::exchange(submission_begin_, no_submission);
  end_pauses(lanes_.front(), begin);
  write_pause(lanes_.front(), SpanRecord::Kind::submit, begin, submission_end_);
}

/// Writes a lane's pending pauses that began before `before`, because a later record follows them.
void Recorder::end_pauses(Lane& lane, Time before) {
  if (lane.blocked_begin != no_wait && lane.blocked_begin < before) {
    const Time begin = std::exchange(lane.blocked_begin, no_wait);
    write_pause(lane, SpanRecord::Kind::record, begin, lane.blocked_end);
  }
  if (lane.wait_begin != no_wait && lane.wait_begin < before)
    write_pause(lane, SpanRecord::Kind::wait, std::exchange(lane.wait_begin, no_wait), lane.wait_end);
}

void Recorder::pause(unsigned worker, Time since, SpanRecord::Kind kind) {
  Lane& lane = lanes_[worker];
  if (worker == 0 && submission_begin_ != no_submission) end_submission();
  const Time now = clock_.ticks();
  const bool is_late = now > std::max(lane.last_end, lane.sample_time) + lane.long_ticks;
  if (kind == SpanRecord::Kind::wait) {
    if (lane.wait_begin == no_wait) lane.wait_begin = since;
    lane.wait_end = now;
  } else {
    end_pauses(lane, since);
    write_pause(lane, kind, since, now);
  }
  if (is_late) write_usage(lane, now, false);
}

void Recorder::acts_as(unsigned worker) {
  static std::atomic<std::uint64_t> threads{0};
  // Relaxed: only needs to be unique.
  static thread_local const std::uint64_t own = threads.fetch_add(1, std::memory_order_relaxed) + 1;
  Lane& lane = lanes_[worker];
  const Time now = clock_.ticks();
  const bool is_first = lane.thread != own;
  if (!is_first && now <= lane.sample_time + lane.long_ticks) return;
  if (lane.thread == 0) {
    lane.long_ticks = clock_.ticks_in(long_time_ns);
    if (const auto affinity = thread_affinity()) {
      const SpanRecord binding{affinity->processors, static_cast<std::int64_t>(affinity->mask), 0, 0,
                               SpanRecord::Kind::binding};
      std::memcpy(append(lane, sizeof binding), &binding, sizeof binding);
    }
  }
  lane.thread = own;
  write_usage(lane, now, is_first);
}

[[gnu::noinline]] void Recorder::write_usage(Lane& lane, Time now, bool is_first) {
  if (is_first) lane.meter.close();
  const auto usage = lane.meter.read();
  if (!usage) return;
  // A thread often loses its processor when it asks for its usage. The usage then includes the loss.
  if (const Time after = clock_.ticks(); after > now + lane.long_ticks / 4) now = after;
  lane.sample_time = std::max(now, lane.sample_time);
  const SpanRecord span{lane.sample_time, lane.sample_time, 0, 0, SpanRecord::Kind::usage};
  const UsageRecord record{usage->processor_ns, usage->waits,
                           usage->preemptions,  usage->delay_ns.value_or(UsageRecord::unknown_delay),
                           usage->page_faults,  is_first ? 1U : 0U};
  std::byte* const place = append(lane, sizeof span + sizeof record);
  std::memcpy(place, &span, sizeof span);
  std::memcpy(place + sizeof span, &record, sizeof record);
  lane.stream->publish();
}

void Recorder::finish() {
  if (submission_begin_ != no_submission) end_submission();
  for (Lane& lane : lanes_) end_pauses(lane, std::numeric_limits<Time>::max());
  clock_.wait_until_precise();
  auto file = spiller_.finish();
  if (!file) throw ConfigurationError(file.error().message());
  if (*file) completed_(std::move(**file));
}

}  // namespace gusset::core_tracing
