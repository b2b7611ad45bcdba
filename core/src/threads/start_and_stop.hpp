#pragma once
// Members of ThreadedEngine, included only by threaded_engine.hpp: how its threads start and stop, and which
// worker the calling thread is.
#include <algorithm>
#include <cstdio>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "threads/threaded_engine.hpp"
#include "threads/tuning.hpp"

namespace gusset::detail {

template <class Recorder>
template <class... RecorderArguments>
ThreadedEngine<Recorder>::ThreadedEngine(const Options& options, RecorderArguments&&... recorder_arguments)
    : recorder_(options, options.threads == 0 ? available_cores() : options.threads,
                std::forward<RecorderArguments>(recorder_arguments)...),
      program_thread_(CurrentWorker::this_thread()) {
  if (!Recorder::is_open && options.grid && options.grid->nodes() != 1) {
    throw ConfigurationError("GUSSET_GRID",
                             "1x1 with the engine \"" + options.engine + "\", which has one node",
                             "\"" + options.grid->text() + "\"");
  }
  TaskArena::instance();
  const unsigned count = options.threads == 0 ? available_cores() : options.threads;
  is_solo_ = count == 1;
  if constexpr (Recorder::is_open) is_solo_ = is_solo_ && recorder_.surroundings.is_alone();
  spare_workers_ = count - std::min(count, std::max(2u, available_cores()));
  // With messages from other nodes, submitting ahead pays even for one worker.
  window_ = options.window.value_or(default_window(Recorder::is_open ? std::max(count, 2u) : count));
  if (options.paused) pause_.begin();
  const std::vector<WorkerPlace> places = plan_workers(options.pinning, count);
  workers_.domains = domains_of(options, places);
  const bool has_domains = std::ranges::any_of(
      workers_.domains, [this](DomainId domain) { return domain != workers_.domains.front(); });
  const std::uint64_t cache_bytes = has_domains ? last_level_cache_bytes() : 0;
  bool has_default_traits = true;
  const auto initialise = [&](Worker& worker, unsigned index) {
    worker.engine = this;
    worker.index = index;
    worker.policy = make_policy(options.policy, {WorkerId(index), count, options.seed, workers_.domains,
                                                 cache_bytes, options.boundary, &workers_.policy_state});
    worker.traits = worker.policy->traits();
    worker.runs_first_woken = worker.policy->runs_first_woken();
    worker.steals = count > 1 && worker.policy->next_victim(0).has_value();
    has_default_traits = has_default_traits && worker.traits.keeps_submitted && worker.traits.keeps_woken;
  };
  for (unsigned index = 0; index < count; ++index)
    initialise(*workers_.all.emplace_back(std::make_unique<Worker>()), index);
  program_worker_ = workers_.all.front().get();
  if (program_worker_->traits.has_squads) {
    const DomainId last = *std::max_element(workers_.domains.begin(), workers_.domains.end());
    while (workers_.pools.size() <= last.value()) workers_.pools.emplace_back();
  }
  program_worker_->may_be_alone = is_solo_;
  initialise(workers_.foreign, 0);
  always_extra_ = recorder_.needs_extra() || !has_default_traits;
  workers_.foreign.is_foreign = true;
  workers_.foreign.traits = {.sees_tree = workers_.foreign.traits.sees_tree};  // has no rings and no squad
  const bool is_pinned =
      options.pinning != Pinning::none && bind_program_thread(options.pinning, places.front());
  recorder_.acts_as(0);
  try {
    for (unsigned index = 1; index < count; ++index) {
      workers_.all[index]->thread = std::thread([this, index, is_pinned, places] {
        name_this_thread("gusset " + std::to_string(index));
        if (is_pinned) bind_this_thread(places[index].processors);
        work(*workers_.all[index]);
      });
    }
  } catch (const std::system_error&) {
    join();
    throw ConfigurationError("GUSSET_THREADS", "as many threads as the system can start",
                             std::to_string(count));
  }
}

template <class Recorder>
ThreadedEngine<Recorder>::~ThreadedEngine() {
  join();
  if (!program_binding_.empty() && CurrentWorker::this_thread() == program_thread_)
    bind_this_thread(program_binding_);
}

/// Binds the program's thread too; it is unbound at the end. Returns false if the system forbids it.
template <class Recorder>
bool ThreadedEngine<Recorder>::bind_program_thread(Pinning pinning, const WorkerPlace& place) {
  ProcessorSet before = binding_of_this_thread();
  if (!bind_this_thread(place.processors)) {
    std::fputs(("gusset: " + pinning_forbidden(pinning) + "\n").c_str(), stderr);
    return false;
  }
  program_binding_ = std::move(before);
  return true;
}

template <class Recorder>
void ThreadedEngine<Recorder>::join() {
  stop_.store(true, std::memory_order_seq_cst);  // pairs with the load in work(), after entering `idle`
  sleeping_.idle.wake_all();
  for (auto& worker : workers_.all) {
    if (worker->thread.joinable()) worker->thread.join();
  }
}

template <class Recorder>
inline auto ThreadedEngine<Recorder>::self() -> Worker& {
  CurrentWorker* const current = CurrentWorker::innermost;
  if (current == nullptr ? CurrentWorker::this_thread() == program_thread_ : current->engine == this)
      [[likely]]
    return current == nullptr ? *program_worker_ : *static_cast<Worker*>(current);
  return self_slow();
}

template <class Recorder>
[[gnu::noinline]] auto ThreadedEngine<Recorder>::self_slow() -> Worker& {
  if (CurrentWorker* const outer = CurrentWorker::of(*this)) return *static_cast<Worker*>(outer);
  if (CurrentWorker::this_thread() == program_thread_) return *program_worker_;
  // Relaxed: it only makes the report of a deadlock wait longer.
  has_foreign_threads_.store(true, std::memory_order_relaxed);
  return workers_.foreign;
}

/// The task whose kernel the calling thread is in. Foreign threads share one Worker, so they need their own
/// look-up.
template <class Recorder>
Task* ThreadedEngine<Recorder>::task_of(const Worker& self) const {
  return self.is_foreign ? running_task() : self.task;
}

template <class Recorder>
Task* ThreadedEngine<Recorder>::running_task() const {
  const CurrentWorker* const current = CurrentWorker::of(*this);
  return current != nullptr ? current->task : nullptr;
}

template <class Recorder>
void ThreadedEngine<Recorder>::work(Worker& self) {
  CurrentWorker::innermost = &self;
  Workspace::current() = &self.workspace;
  recorder_.acts_as(self.index);
  Sleepers::Sleeper sleeper(self.index);
  while (!stop_.load(std::memory_order_relaxed)) {          // relaxed: checked again before sleeping
    self.searches.fetch_add(1, std::memory_order_seq_cst);  // pairs with are_quiescent()
    execute_all(self);
    go_idle(self);
    const auto idle_since = recorder_.now();
    if constexpr (Recorder::is_open) {
      // Sequentially consistent: pairs with the store in join(), after entering `idle`.
      poll_until(sleeper, [&] { return stop_.load(std::memory_order_seq_cst) || has_task_for(self); });
    } else if (!spin_until([&](int) { return has_task_for(self); },
                           std::exchange(self.has_run_lane, false) ? spins_after_lane : spins_before_sleep)) {
      sleeping_.idle.enter(sleeper);
      // Sequentially consistent, with the stores of threads that bring tasks: see Sleepers.
      if (stop_.load(std::memory_order_seq_cst) || has_task_for(self)) {
        sleeping_.idle.cancel(sleeper);
      } else {
        sleeping_.idle.sleep(sleeper);
      }
    }
    recorder_.waited(self.index, idle_since);
  }
  CurrentWorker::innermost = nullptr;
}

/// Ends a search for work, and wakes the threads that wait for something to end, because it may have ended.
template <class Recorder>
void ThreadedEngine<Recorder>::go_idle(Worker& self) {
  // Sequentially consistent, with the load after it: pairs with the increment of a waiter, which reads this
  // count before it sleeps (in_flight). At least one of the two sees the other.
  self.searches.fetch_add(1, std::memory_order_seq_cst);
  sleeping_.notify_waiters();
}

}  // namespace gusset::detail
