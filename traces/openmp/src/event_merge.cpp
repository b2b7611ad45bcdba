#include "event_merge.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

namespace gusset::ompt {
namespace {

/// The buffers of all threads together.
constexpr std::size_t all_buffers = (std::size_t{16} << 20) / sizeof(Event);
constexpr std::size_t smallest_buffer = 64;
constexpr std::size_t largest_buffer = 8192;

}  // namespace

EventMerge::EventMerge(EventSource& source)
    : source_(source),
      first_thread_(source.facts().first_thread),
      last_ns_(std::numeric_limits<std::uint64_t>::max()),
      cursors_(source.threads()) {
  const RecordingFacts facts = source.facts();
  if (facts.is_incomplete) last_ns_ = static_cast<std::uint64_t>(std::max<std::int64_t>(0, facts.end_ns));
  const std::size_t share = all_buffers / std::max<std::size_t>(1, cursors_.size());
  for (std::size_t thread = 0; thread < cursors_.size(); ++thread) {
    cursors_[thread].buffer.resize(std::clamp(share, smallest_buffer, largest_buffer));
    look_ahead(thread);
    if (!cursors_[thread].is_done) waiting_.push_back({cursors_[thread].time_ns, thread});
  }
  std::make_heap(waiting_.begin(), waiting_.end(), std::greater{});
}

/// Finds the thread's next event and its time.
void EventMerge::look_ahead(std::size_t thread) {
  Cursor& cursor = cursors_[thread];
  if (cursor.next == cursor.count) {
    cursor.count = source_.read(thread, cursor.buffer);
    cursor.next = 0;
    cursor.is_done = cursor.count == 0;
    if (cursor.is_done) return;
  }
  const std::uint64_t time_ns = cursor.buffer[cursor.next].time_ns;
  latest_ns_ = std::max(latest_ns_, static_cast<std::int64_t>(time_ns));
  cursor.time_ns = std::max(cursor.time_ns, time_ns);
  if (cursor.time_ns > last_ns_) cursor.is_done = true;
}

bool EventMerge::is_known(Number item) const {
  if (item.is_none() || item.thread() < first_thread_) return true;
  const std::size_t thread = item.thread() - first_thread_;
  return thread >= cursors_.size() || item.count() < cursors_[thread].items;
}

bool EventMerge::names_unknown_item(const Event& event) const {
  switch (event.kind()) {
    case EventKind::switched:
      return !is_known(Number(event.first)) || !is_known(Number(event.second));
    case EventKind::region_end:
    case EventKind::implicit_begin:
    case EventKind::implicit_end:
    case EventKind::region_begin:
    case EventKind::create:
    case EventKind::wait_begin:
    case EventKind::wait_end:
    case EventKind::group_begin:
      return !is_known(Number(event.first));
    default:
      return false;
  }
}

void EventMerge::switch_to(std::size_t thread) {
  const auto at = std::find_if(waiting_.begin(), waiting_.end(),
                               [thread](const Head& head) { return head.thread == thread; });
  waiting_.erase(at);
  if (!cursors_[current_].is_done) waiting_.push_back({cursors_[current_].time_ns, current_});
  std::make_heap(waiting_.begin(), waiting_.end(), std::greater{});
  current_ = thread;
}

/// Called if several threads have events of the same time, which is rare: takes one that names only known
/// items, if there is one.
void EventMerge::prefer_events_of_known_items() {
  const auto next_event = [this](std::size_t thread) -> const Event& {
    return cursors_[thread].buffer[cursors_[thread].next];
  };
  if (!names_unknown_item(next_event(current_))) return;
  std::optional<std::size_t> better;
  for (const Head& head : waiting_) {
    if (head.time_ns != cursors_[current_].time_ns || names_unknown_item(next_event(head.thread))) continue;
    if (!better || head.thread < *better) better = head.thread;
  }
  if (better) switch_to(*better);
}

bool EventMerge::next() {
  if (current_ == no_thread || cursors_[current_].is_done) {
    if (waiting_.empty()) return false;
    std::pop_heap(waiting_.begin(), waiting_.end(), std::greater{});
    current_ = waiting_.back().thread;
    waiting_.pop_back();
  } else if (!waiting_.empty() && waiting_.front().time_ns < cursors_[current_].time_ns) {
    std::pop_heap(waiting_.begin(), waiting_.end(), std::greater{});
    Head& head = waiting_.back();
    const std::size_t thread = head.thread;
    head = {cursors_[current_].time_ns, current_};
    std::push_heap(waiting_.begin(), waiting_.end(), std::greater{});
    current_ = thread;
  }
  if (!waiting_.empty() && waiting_.front().time_ns == cursors_[current_].time_ns)
    prefer_events_of_known_items();
  Cursor& cursor = cursors_[current_];
  const Event& taken = cursor.buffer[cursor.next++];
  event_ = make_event(static_cast<std::int64_t>(cursor.time_ns), taken.kind(), taken.first, taken.second,
                      static_cast<std::uint8_t>(taken.detail));
  if (creates_item(event_.kind())) ++cursor.items;
  look_ahead(current_);
  return true;
}

}  // namespace gusset::ompt
