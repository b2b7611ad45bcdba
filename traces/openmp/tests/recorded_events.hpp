#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "recording.hpp"

namespace gusset::ompt {

/// Writes a recording by hand, in order of time, with the events that the runtime's calls would produce. Can
/// be read several times: each copy starts at the beginning.
class RecordedEvents final : public EventSource {
 public:
  explicit RecordedEvents(std::uint32_t first_thread = 0) { recorded.first_thread = first_thread; }

  /// Selects the thread of the following events.
  RecordedEvents& on(std::size_t thread, bool is_worker = false) {
    if (threads_.size() <= thread) {
      threads_.resize(thread + 1);
      threads_[thread].is_worker = is_worker;
    }
    thread_ = thread;
    return *this;
  }

  Number initial(std::int64_t time_ns) { return add(time_ns, EventKind::initial_begin); }
  Number region(std::int64_t time_ns, Number task) {
    return add(time_ns, EventKind::region_begin, task.word(), 0x100);
  }
  Number part(std::int64_t time_ns, Number region, std::uint64_t team = 2) {
    return add(time_ns, EventKind::implicit_begin, region.word(), team);
  }
  Number create(std::int64_t time_ns, Number parent, std::uint8_t flags = 0, std::uint64_t address = 0x200) {
    return add(time_ns, EventKind::create, parent.word(), address, flags);
  }
  void depend(Number task, std::uint8_t type, std::uint64_t address) {
    add(0, EventKind::dependence, address, task.word(), type);
  }
  void change(std::int64_t time_ns, Number before, Number next, std::uint8_t status = status_switch) {
    add(time_ns, EventKind::switched, before.word(), next.word(), status);
  }
  void end(std::int64_t time_ns, Number task, Number next) { change(time_ns, task, next, status_complete); }
  void wait(std::int64_t begin_ns, Number task, WaitKind kind = WaitKind::taskwait,
            std::uint64_t object = 0) {
    add(begin_ns, EventKind::wait_begin, task.word(), object, static_cast<std::uint8_t>(kind));
  }
  void wait_end(std::int64_t end_ns, Number task) { add(end_ns, EventKind::wait_end, task.word()); }
  void part_end(std::int64_t time_ns, Number task) { add(time_ns, EventKind::implicit_end, task.word()); }
  void region_end(std::int64_t time_ns, Number region) { add(time_ns, EventKind::region_end, region.word()); }
  Number add(std::int64_t time_ns, EventKind kind, std::uint64_t first = 0, std::uint64_t second = 0,
             std::uint8_t detail = 0) {
    Thread& thread = threads_[thread_];
    thread.events.push_back(make_event(time_ns, kind, first, second, detail));
    const auto number = recorded.first_thread + static_cast<std::uint32_t>(thread_);
    return creates_item(kind) ? Number(number, thread.created++) : Number();
  }
  std::vector<Event>& events(std::size_t thread) { return threads_[thread].events; }

  RecordedEvents& finish(std::int64_t time_ns) {
    recorded.end_ns = time_ns;
    return *this;
  }

  RecordingFacts facts() const override { return recorded; }
  std::size_t threads() const override { return threads_.size(); }
  bool is_worker(std::size_t thread) const override { return threads_[thread].is_worker; }
  std::size_t read(std::size_t thread, std::span<Event> to) override {
    Thread& from = threads_[thread];
    const std::size_t count = std::min(to.size(), from.events.size() - from.read);
    std::copy_n(from.events.begin() + static_cast<std::ptrdiff_t>(from.read), count, to.begin());
    from.read += count;
    return count;
  }

  RecordingFacts recorded;

 private:
  struct Thread {
    bool is_worker = false;
    std::vector<Event> events;
    std::uint64_t created = 0;
    std::size_t read = 0;
  };
  std::vector<Thread> threads_;
  std::size_t thread_ = 0;
};

}  // namespace gusset::ompt
