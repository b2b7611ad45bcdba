#pragma once
#include <random>
#include <utility>
#include <vector>

#include "recorded_events.hpp"

namespace gusset::ompt {

/// A random recording that a runtime could have made: regions of several threads whose tasks have
/// dependences, wait for each other, take locks and are untied or detached at times. Many events have equal
/// times.
class RandomEvents {
 public:
  explicit RandomEvents(std::uint32_t seed, int steps = 150) : random_(seed) {
    const std::size_t threads = 1 + below(4);
    stacks_.resize(threads);
    const Number initial = events_.on(0).initial(0);
    stacks_[0].push_back({initial, {}});
    for (std::size_t thread = 1; thread < threads; ++thread) events_.on(thread, true);
    for (int region = 0; region < 2; ++region) run_region(initial, steps);
    events_.finish(now_ + 5);
    if (below(8) == 0) events_.recorded.is_cut = true;
    if (below(8) == 0) {
      events_.recorded.is_incomplete = true;
      events_.recorded.end_ns = now_ / 2;
    }
    events_.recorded.depth = static_cast<Depth>(below(8) == 0 ? below(3) : 2);
  }

  RecordedEvents take() { return std::move(events_); }

 private:
  struct Running {
    Number task;
    Number wait_of;  ///< the task that waits within its run, if it does
  };

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  std::int64_t tick() { return now_ += static_cast<std::int64_t>(below(3)); }

  void run_region(Number initial, int steps) {
    const Number region = events_.on(0).region(tick(), initial);
    std::vector<Number> parts;
    for (std::size_t thread = 0; thread < stacks_.size(); ++thread) {
      parts.push_back(events_.on(thread).part(tick(), region, stacks_.size()));
      stacks_[thread].push_back({parts.back(), {}});
    }
    for (int i = 0; i < steps; ++i) step(below(stacks_.size()));
    for (std::size_t thread = stacks_.size(); thread-- > 0;) {
      while (stacks_[thread].back().task != parts[thread]) end_top(thread);
      events_.on(thread);
      if (stacks_[thread].back().wait_of.is_none()) {
        events_.wait(tick(), parts[thread], WaitKind::barrier, region.word());
      }
    }
    for (std::size_t thread = 0; thread < stacks_.size(); ++thread) {
      events_.on(thread).wait_end(tick(), parts[thread]);
      events_.part_end(tick(), parts[thread]);
      if (thread == 0) events_.region_end(tick(), region);
      stacks_[thread].pop_back();
    }
    ready_.clear();
  }

  void step(std::size_t thread) {
    events_.on(thread);
    Running& top = stacks_[thread].back();
    switch (below(12)) {
      case 0:
      case 1:
      case 2:
      case 3:
        if (top.wait_of.is_none()) create(top.task);
        break;
      case 4:
      case 5:
      case 6:
        start(thread);
        break;
      case 7:
        if (stacks_[thread].size() > 2 || (thread > 0 && stacks_[thread].size() > 1)) end_top(thread);
        break;
      case 8:
        if (top.wait_of.is_none()) {
          const bool is_group = below(2) == 0;
          if (is_group) events_.add(tick(), EventKind::group_begin, top.task.word());
          events_.wait(tick(), top.task, is_group ? WaitKind::taskgroup : WaitKind::taskwait);
          top.wait_of = top.task;
        } else {
          events_.wait_end(tick(), top.task);
          top.wait_of = {};
        }
        break;
      case 9:
        events_.add(now_, EventKind::lock_place, 0x10 + below(3), 0x500 + below(2), 1);
        events_.add(tick(), EventKind::lock_held, 0x10 + below(3), static_cast<std::uint64_t>(now_) / 2);
        break;
      case 10:
        tick();
        if (below(2) == 0) events_.add(now_, EventKind::processor, random_(), 0, 2);
        events_.add(now_, EventKind::processor, static_cast<std::uint64_t>(now_), random_());
        break;
      default:
        if (top.wait_of.is_none()) wait_for_predecessors(top.task);
    }
  }

  void create(Number parent) {
    const bool depends = below(2) == 0;
    const auto flags =
        static_cast<std::uint8_t>((depends ? has_dependences : 0) | (below(8) == 0 ? undeferred : 0) |
                                  (below(8) == 0 ? of_taskloop : 0));
    const Number task = events_.create(tick(), parent, flags, 0x200 + below(4));
    for (std::uint64_t i = below(4); depends && i > 0; --i)
      events_.depend(task, static_cast<std::uint8_t>(below(8)), 8 * below(6));
    ready_.push_back(task);
  }

  void wait_for_predecessors(Number parent) {
    const Number wait = events_.create(tick(), parent, is_taskwait | undeferred | has_dependences, 0x300);
    events_.depend(wait, 1, 8 * below(6));
    events_.change(tick(), wait, {}, status_taskwait_complete);
    if (below(2) == 0) ready_.push_back(events_.create(tick(), parent, undeferred, 0x400));
  }

  void start(std::size_t thread) {
    if (ready_.empty()) return;
    const std::size_t chosen = below(ready_.size());
    const Number task = ready_[chosen];
    ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(chosen));
    events_.change(tick(), stacks_[thread].back().task, task);
    stacks_[thread].push_back({task, {}});
  }

  void end_top(std::size_t thread) {
    const Number task = stacks_[thread].back().task;
    stacks_[thread].pop_back();
    const Number next = stacks_[thread].back().task;
    events_.on(thread);
    switch (below(6)) {
      case 0:
        events_.change(tick(), task, next);  // an untied task that continues later
        ready_.push_back(task);
        break;
      case 1:
        events_.change(tick(), task, next, status_detach);
        events_.change(tick(), task, {}, status_late_fulfill);
        break;
      default:
        events_.end(tick(), task, next);
    }
  }

  std::mt19937 random_;
  RecordedEvents events_;
  std::int64_t now_ = 1;
  std::vector<std::vector<Running>> stacks_;
  std::vector<Number> ready_;
};

}  // namespace gusset::ompt
