#pragma once
// Members of ThreadedEngine, included by threaded_engine.hpp alone. How tasks come in: memory, versions, and
// their place among the ready ones.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/core/detail/threaded_engine.hpp"
#include "gusset/core/detail/threaded_engine/tuning.hpp"

namespace gusset::detail {

/// While it lives no other thread registers accesses of the handle.
template <class Recorder>
class ThreadedEngine<Recorder>::Submission {
 public:
  Submission(ThreadedEngine& engine, HandleState& handle) {
    const bool is_program = &engine.self() == engine.program_worker_;
    if (is_program && engine.bias_.enter()) {
      section_ = &engine.bias_;
      return;
    }
    if (!is_program) engine.bias_.revoke();
    handle_ = &handle;
    handle.submitting.lock();
  }
  ~Submission() {
    if (section_ != nullptr) section_->leave();
    if (handle_ != nullptr) handle_->submitting.unlock();
  }
  Submission(const Submission&) = delete;
  Submission& operator=(const Submission&) = delete;

 private:
  BiasedSection* section_ = nullptr;
  HandleState* handle_ = nullptr;
};

template <class Recorder>
TaskMemory ThreadedEngine<Recorder>::allocate(std::size_t bytes, bool wants_extra) {
  Worker& me = self();
  // Guests share what stands for them: whether this one is in a kernel isn't asked.
  const bool has_extra = wants_extra || always_extra_ || me.is_guests || me.task != nullptr;
  const Guard guard(*this, me);
  return me.memory.allocate_task(bytes, has_extra);
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::free(Worker& self, Task& task) {
  if (!self.is_guests) [[likely]] {
    self.memory.give_back(&task, task.log2_block_bytes());
    return;
  }
  const Guard guard(*this, self);
  self.memory.give_back(&task, task.log2_block_bytes());
}

template <class Recorder>
void ThreadedEngine<Recorder>::give_back(Task& task) {
  free(self(), task);
}

template <class Recorder>
void ThreadedEngine<Recorder>::submit(Task& task) {
  Worker& me = self();
  if (&me != program_worker_ || me.task != nullptr || !bias_.enter()) [[unlikely]] {
    submit_otherwise(me, task);
    return;
  }
  recorder_.submitting(task, true, true);
  // Release: pairs with in_flight(). Only this thread changes it.
  const std::uint64_t count = me.submitted.load(std::memory_order_relaxed) + 1;
  me.submitted.store(count, std::memory_order_release);
  if (task.access_count() == 0 || register_alone(task, is_solo_)) {
    recorder_.ready_at_once(task);
    enqueue(me, task, ReadyCause::submitted, is_solo_);
  }
  // From here on the task may have run and gone.
  bias_.leave();
  if (count % throttle_interval == 0 && window_ != 0) [[unlikely]]
    throttle(me);
}

/// From a task, from another thread, or when others have done so.
template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::submit_otherwise(Worker& me, Task& task) {
  Task* const parent = task_of(me);
  const bool is_subtask = parent != nullptr && !task.extra().is_detached;
  if (is_subtask) adopt(task, *parent);  // may refuse

  const bool is_program = &me == program_worker_;
  const bool is_biased = is_program && bias_.enter();
  const bool alone = is_biased && is_solo_;
  if (!is_program && (task.access_count() > 0 || is_solo_)) bias_.revoke();
  recorder_.submitting(task, false, is_biased);
  if (me.is_guests) {
    me.submitted.fetch_add(1, std::memory_order_release);  // pairs with in_flight()
  } else {
    // Release: pairs with in_flight(). Only this thread changes it.
    me.submitted.store(me.submitted.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  if (is_biased ? register_alone(task, alone) : register_accesses(task)) {
    recorder_.ready_at_once(task);
    enqueue(me, task, ReadyCause::submitted, alone);
  }
  // From here on the task may have run and gone.
  if (is_biased) bias_.leave();
  if (is_program && parent == nullptr && window_ != 0 &&
      me.submitted.load(std::memory_order_relaxed) % throttle_interval == 0)
    throttle(me);
}

/// The parent counts its subtasks.
template <class Recorder>
void ThreadedEngine<Recorder>::adopt(Task& task, Task& parent) const {
  make_subtask(task, parent);
  // Relaxed: before the task is submitted nobody else counts unless there are other subtasks.
  if (parent.awaited.load(std::memory_order_relaxed) == 0) {
    parent.awaited.store(2, std::memory_order_relaxed);  // the parent itself, and its first subtask
  } else {
    parent.awaited.fetch_add(1, std::memory_order_relaxed);
  }
}

/// Gives each access its version, and lets the task wait where that is not reached; true: it is ready.
template <class Recorder>
bool ThreadedEngine<Recorder>::register_accesses(Task& task) {
  std::vector<HandleState*> locked;
  for (TaskAccess& access : task) {
    if (!access.is_covered()) locked.push_back(&access.handle());
  }
  // In the order of ids, so that concurrent submissions agree on the order of their tasks.
  std::sort(locked.begin(), locked.end(), [](const auto* a, const auto* b) { return a->id < b->id; });
  for (HandleState* handle : locked) handle->submitting.lock();
  const bool is_ready = register_alone(task, false);
  for (HandleState* handle : locked) handle->submitting.unlock();
  return is_ready;
}

/// The same, while no other thread registers accesses of its handles; `alone`: or does anything else.
template <class Recorder>
bool ThreadedEngine<Recorder>::register_alone(Task& task, bool alone) {
  const TaskClass& kind = task.task_class();
  std::int32_t lacking = 0;
  for (TaskAccess& access : task) {
    if (access.is_covered()) continue;
    HandleState& handle = access.handle();
    bool in_order = access.has_mark(TaskAccess::reserved);
    if (in_order) [[unlikely]] {
      access.mark(TaskAccess::unmarked);
      --handle.reserved;
      if (has_reached(handle.version(), access.version)) continue;
    } else {
      access.version =
          kind.weight == nullptr
              ? handle.sequence.next(access.mode())
              : next_of_plan(handle.sequence, access.mode(),
                             kind.weight(task, static_cast<std::size_t>(&access - task.begin())));
      if (handle.has_early) [[unlikely]] {
        in_order = !has_reached(access.version, handle.early_version);
        handle.has_early = in_order;
      }
      if (in_order ? has_reached(handle.version(), access.version) : !may_wait(handle, access.version))
        continue;
    }
    access.mark(in_order ? TaskAccess::reserved_lacking : TaskAccess::lacking);
    ++lacking;
  }
  if (lacking == 0) return true;
  // Relaxed: published by the links. Each link that finds its version reached counts down itself.
  task.awaited.store(lacking, std::memory_order_relaxed);
  return link_waiting(task, lacking, alone);
}

/// Links the accesses that are marked as lacking, so many; true: none lacks its version any more.
template <class Recorder>
bool ThreadedEngine<Recorder>::link_waiting(Task& task, std::int32_t lacking, bool alone) {
  for (TaskAccess* access = task.begin();; ++access) {
    const bool is_reserved = access->has_mark(TaskAccess::reserved_lacking);
    if (!is_reserved && !access->has_mark(TaskAccess::lacking)) continue;
    access->mark(TaskAccess::unmarked);
    HandleState& handle = access->handle();
    const bool waits = is_reserved ? link_in_order(handle, *access) : link(handle, *access, alone);
    if (!waits && count_down(task, alone)) return true;
    if (--lacking == 0) return false;  // the task may be gone
  }
}

template <class Recorder>
inline void ThreadedEngine<Recorder>::enqueue(Worker& self, Task& task, ReadyCause cause, bool alone) {
  if (!task.has_affinity() &&
      (cause == ReadyCause::submitted ? self.habits.keeps_submitted : self.habits.keeps_woken)) [[likely]] {
    ReadyRing& ring = cause == ReadyCause::submitted ? self.queue : self.stack;
    if (!ring.push(task, alone)) [[unlikely]]
      self.inbox.push_back(task);
    if (!alone) idle_.wake_one();
    return;
  }
  enqueue_by_policy(self, task, cause, alone);
}

template <class Recorder>
[[gnu::noinline]] void ThreadedEngine<Recorder>::enqueue_by_policy(Worker& self, Task& task, ReadyCause cause,
                                                                   bool alone) {
  const Policy::Place place = [&] {
    const Guard guard(*this, self);
    return self.policy->place(view_of(task), cause);
  }();
  if (place.worker.is_none()) {
    shared_.push(task, place.rank);
  } else {
    Worker& host = *workers_[place.worker.value()];
    const bool is_own = &host == &self;
    if (!is_own || !(place.lane == Policy::Lane::stack ? self.stack : self.queue).push(task, alone))
      host.inbox.push_back(task);
    if (!is_own && !host.steals) {
      idle_.wake_all();  // only that worker takes it
      return;
    }
  }
  if (!alone) idle_.wake_one();
}

template <class Recorder>
TaskView ThreadedEngine<Recorder>::view_of(Task& task) const {
  TaskView view;
  view.type = task.type();
  const HandleState* touched = nullptr;
  for (const TaskAccess& access : task) {
    if (touched == nullptr) touched = &access.handle();
    if (!modifies(access.mode()) || access.is_covered()) continue;
    touched = &access.handle();
    break;
  }
  if (touched != nullptr) view.handle = touched->id;
  if (!task.has_extra()) return view;
  const TaskExtra& extra = task.extra();
  view.work = extra.work;
  view.priority = extra.priority;
  switch (extra.affinity.kind) {
    case Affinity::Kind::none:
      break;
    case Affinity::Kind::worker:
      if (extra.affinity.index < workers_.size()) view.wanted = WorkerId(extra.affinity.index);
      break;
    case Affinity::Kind::domain: {
      // Among the domain's workers, turn by turn by the task's address: no state to share.
      std::vector<WorkerId> there;
      for (std::size_t worker = 0; worker < domains_.size(); ++worker) {
        if (domains_[worker].value() == extra.affinity.index) there.emplace_back(worker);
      }
      if (!there.empty())
        view.wanted =
            there[(reinterpret_cast<std::uintptr_t>(&task) >> task.log2_block_bytes()) % there.size()];
      break;
    }
    case Affinity::Kind::data: {
      // Relaxed: a wish.
      const std::uint16_t last =
          touched == nullptr ? std::uint16_t{0xffff} : touched->last_worker.load(std::memory_order_relaxed);
      if (last < workers_.size()) view.wanted = WorkerId(last);
      break;
    }
  }
  return view;
}

}  // namespace gusset::detail
