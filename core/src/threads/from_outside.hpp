#pragma once
// What NodeEngine adds to Engine, included only by threaded_engine.hpp: versions that other nodes raise, and
// polling.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "gusset/core/engine/node_engine.hpp"
#include "threads/threaded_engine.hpp"
#include "threads/tuning.hpp"
#include "threads/watcher.hpp"

namespace gusset::detail {

/// NodeEngine's functions for a ThreadedEngine whose hooks are open; `Threaded` derives from this class.
template <class Threaded>
class FromOutside : public NodeEngine {
 public:
  std::uint32_t note(HandleState& handle, AccessMode mode) final {
    const typename Threaded::Submission submission(threaded(), handle);
    return handle.sequence.next(mode);
  }
  void note_reserved(HandleState& handle) final {
    const typename Threaded::Submission submission(threaded(), handle);
    --handle.reserved;
  }
  void watch(HandleState& handle, std::uint32_t version, VersionWatcher& watcher) final {
    if (has_reached(handle.version(), version)) return watcher.reached();
    Threaded& engine = threaded();
    Task& task = Watcher::task_in(engine.allocate(Watcher::bytes, false), handle, version, watcher);
    if (engine.link_observer(handle, *task.begin())) return;
    engine.free(engine.self(), task);
    watcher.reached();
  }
  void raise(HandleState& handle, std::uint32_t accesses) final { raise(handle, accesses, false); }
  void end_moved(Task& task, const std::exception_ptr& failure) final;
  void submit_in_poll(Task& task) final { threaded().submit_slow(threaded().self(), task, false); }
  void help(const std::function<bool()>& is_done) final {
    threaded().refuse_in_task();
    const Pause::Override override(threaded().pause_);
    threaded().help_until(is_done);
  }

  std::uint64_t in_flight() const final { return threaded().workers_.in_flight(); }
  std::size_t ready() const final { return threaded().workers_.ready(); }
  bool is_still() const final { return threaded().workers_.are_quiescent(); }

  std::exception_ptr failure_of(HandleState& handle, std::uint32_t version) final {
    return threaded().failures_.any() ? threaded().failures_.stopping(handle, version) : nullptr;
  }
  void fail(HandleState& handle, std::exception_ptr failure) final {
    threaded().failures_.add(handle, failure);
  }
  std::exception_ptr failure() const final { return threaded().failures_.first(); }
  std::exception_ptr take_failure() final { return threaded().failures_.take(); }
  std::string abandon() final { return threaded().abandon_waiting(); }

 private:
  void raise(HandleState& handle, std::uint32_t accesses, bool unlocks);
  Threaded& threaded() { return static_cast<Threaded&>(*this); }
  const Threaded& threaded() const { return static_cast<const Threaded&>(*this); }
};

/// Raises the version in any thread, also inside a watcher. It therefore uses nothing that the calling
/// thread's Worker keeps for its own completions.
template <class Threaded>
void FromOutside<Threaded>::raise(HandleState& handle, std::uint32_t accesses, bool unlocks) {
  constexpr bool alone = false;
  if (raise_freely(handle, accesses, unlocks, alone)) return;
  Threaded& engine = threaded();
  auto& me = engine.self();
  std::vector<TaskAccess*> scratch;
  ReachedWatchers watchers;
  detail::raise(
      handle, accesses, unlocks, alone, scratch, [&](Task& task) { engine.recorder_.woken(task); },
      [&](TaskAccess& access) {
        Task& task = access.task();
        if (!access.has_mark(TaskAccess::lock_held) && !count_down(task, alone)) return;
        task.awaited.store(0, std::memory_order_relaxed);  // relaxed: this thread owns the task
        if (watchers.take(task) || engine.signal_observer(task)) return;
        engine.recorder_.woken(task);
        engine.enqueue_by_policy(me, task, ReadyCause::arrived, alone);
      },
      [&](TaskAccess& access) { engine.enqueue_by_policy(me, access.task(), ReadyCause::arrived, alone); });
  watchers.call([&](Task& task) { engine.free(me, task); });
}

template <class Threaded>
void FromOutside<Threaded>::end_moved(Task& task, const std::exception_ptr& failure) {
  Threaded& engine = threaded();
  if (failure != nullptr) engine.failures_.add(task, failure);
  if constexpr (checks_parts) count_holders(task, -1);
  if (!engine.workers_.pools.empty()) engine.complete_in_squad(engine.self(), task);
  task.destroy();
  for (TaskAccess& access : task) {
    if (!access.is_covered()) raise(access.handle(), 1, needs_lock(access.mode()));
  }
  engine.free(engine.self(), task);
  // Release: pairs with in_flight().
  engine.workers_.ended_elsewhere.fetch_add(1, std::memory_order_release);
}

/// Makes progress with other nodes' messages; a worker calls it after each task.
template <class Recorder>
inline void ThreadedEngine<Recorder>::poll_after_task() {
  if constexpr (Recorder::is_open) recorder_.surroundings.poll(false);
}

/// Polls while this thread has nothing to do: until is_over(), a poll makes progress, or for a limited time.
/// Returns false in the last case. One idle thread at a time polls often; the others sleep for longer,
/// because it wakes them if there is a task.
template <class Recorder>
template <class IsOver>
bool ThreadedEngine<Recorder>::poll_until(Sleepers::Sleeper& sleeper, IsOver&& is_over,
                                          std::chrono::microseconds limit) {
  Surroundings& surroundings = recorder_.surroundings;
  if (spin_until(
          [&](int spin) { return is_over() || (spin % spins_per_poll == 0 && surroundings.poll(true)); }))
    return true;
  const auto begin = std::chrono::steady_clock::now();
  // Acquire and release: only one thread polls often.
  const bool is_poller = !recorder_.has_poller.exchange(true, std::memory_order_acquire);
  bool has_progress = false;
  for (int yields = 0; !has_progress; ++yields) {
    if (is_poller && yields < yields_before_nap) {
      std::this_thread::yield();
    } else {
      sleeping_.idle.enter(sleeper);
      // Sequentially consistent, with the stores of threads that bring tasks: see Sleepers.
      if (is_over()) {
        sleeping_.idle.cancel(sleeper);
      } else {
        sleeping_.idle.sleep_for(sleeper, is_poller ? poller_nap : idle_nap);
      }
    }
    has_progress = surroundings.poll(true) || is_over();
    if (!is_poller || (limit.count() > 0 && std::chrono::steady_clock::now() - begin > limit)) break;
  }
  if (is_poller) recorder_.has_poller.store(false, std::memory_order_release);
  return has_progress;
}

}  // namespace gusset::detail
