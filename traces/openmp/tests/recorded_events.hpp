#pragma once
#include <cstdint>

#include "recording.hpp"

namespace gusset::ompt {

/// Writes a recording by hand, in order of time, with the events that the runtime's calls would produce.
class RecordedEvents {
 public:
  explicit RecordedEvents(std::uint32_t first_thread = 0) { recording_.first_thread = first_thread; }

  /// Selects the thread of the following events.
  RecordedEvents& on(std::size_t thread, bool is_worker = false) {
    if (recording_.threads.size() <= thread) {
      recording_.threads.resize(thread + 1);
      created_.resize(thread + 1, 0);
      recording_.threads[thread].is_worker = is_worker;
    }
    thread_ = thread;
    return *this;
  }

  Number initial(std::int64_t time_ns) { return add(time_ns, EventKind::initial_begin); }
  Number region(std::int64_t time_ns, Number task) {
    return add(time_ns, EventKind::region_begin, task.word(), 0x100);
  }
  Number part(std::int64_t time_ns, Number region) {
    return add(time_ns, EventKind::implicit_begin, region.word());
  }
  Number create(std::int64_t time_ns, Number parent, std::uint8_t flags = 0, std::uint64_t address = 0x200) {
    return add(time_ns, EventKind::create, parent.word(), address, flags);
  }
  void depend(std::int64_t time_ns, Number task, std::uint8_t type, std::uint64_t address) {
    add(time_ns, EventKind::dependence, address, task.word(), type);
  }
  void change(std::int64_t time_ns, Number before, Number next, std::uint8_t status = status_switch) {
    add(time_ns, EventKind::switched, before.word(), next.word(), status);
  }
  void end(std::int64_t time_ns, Number task, Number next) { change(time_ns, task, next, status_complete); }
  void wait(std::int64_t begin_ns, Number task) { add(begin_ns, EventKind::wait_begin, task.word()); }
  void wait_end(std::int64_t end_ns, Number task) { add(end_ns, EventKind::wait_end, task.word()); }
  void part_end(std::int64_t time_ns, Number task) { add(time_ns, EventKind::implicit_end, task.word()); }
  void region_end(std::int64_t time_ns, Number region) { add(time_ns, EventKind::region_end, region.word()); }

  Recording& finish(std::int64_t time_ns) {
    recording_.end_ns = time_ns;
    return recording_;
  }

 private:
  Number add(std::int64_t time_ns, EventKind kind, std::uint64_t first = 0, std::uint64_t second = 0,
             std::uint8_t detail = 0) {
    recording_.threads[thread_].events.push_back(make_event(time_ns, kind, first, second, detail));
    const auto number = recording_.first_thread + static_cast<std::uint32_t>(thread_);
    return creates_item(kind) ? Number(number, created_[thread_]++) : Number();
  }

  Recording recording_;
  std::vector<std::uint64_t> created_;
  std::size_t thread_ = 0;
};

}  // namespace gusset::ompt
