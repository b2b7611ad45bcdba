#include "gusset/viewer/model/document/job_runner.hpp"

#include <algorithm>

namespace gusset::viewer {

JobRunner::JobRunner(Post post, unsigned threads)
    : post_(std::move(post)), alive_(std::make_shared<JobRunner*>(this)) {
  for (unsigned i = 0; i < std::max(1U, threads); ++i) threads_.emplace_back([this] { run(); });
}

JobRunner::~JobRunner() {
  *alive_ = nullptr;
  for (auto& [slot, latest] : slots_) latest.cancelled->store(true, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    queue_.clear();
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void JobRunner::enqueue(const Slot& slot, Task task) {
  forget(slot);
  const Latest latest{++generation_, std::make_shared<Cancelled>(false)};
  slots_[slot] = latest;
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back({slot, latest, std::move(task)});
  }
  wake_.notify_one();
  report_busy();
}

bool JobRunner::forget(const Slot& slot) {
  const auto found = slots_.find(slot);
  if (found == slots_.end()) return false;
  // Relaxed: the flag only saves time. The generation decides on one thread whether a result counts.
  found->second.cancelled->store(true, std::memory_order_relaxed);
  slots_.erase(found);
  return true;
}

// A result's handler may start and cancel jobs before it returns. deliver() reports all these changes once,
// at its end.
void JobRunner::report_busy() {
  if (!is_delivering_) busy_changed();
}

void JobRunner::deliver(const Slot& slot, std::uint64_t generation, const std::function<void()>& result) {
  const auto found = slots_.find(slot);
  if (found == slots_.end() || found->second.generation != generation) return;
  slots_.erase(found);
  const std::shared_ptr<JobRunner*> alive = alive_;
  is_delivering_ = true;
  try {
    result();
  } catch (...) {
    if (*alive != nullptr) end_delivery();
    throw;
  }
  if (*alive != nullptr) end_delivery();
}

void JobRunner::end_delivery() {
  is_delivering_ = false;
  busy_changed();
}

void JobRunner::run() {
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
      if (stopping_) return;
      job = std::move(queue_.front());
      queue_.pop_front();
    }
    if (job.latest.cancelled->load(std::memory_order_relaxed)) continue;
    std::function<void()> result = job.task(*job.latest.cancelled);
    post_([alive = alive_, slot = std::move(job.slot), generation = job.latest.generation,
           result = std::move(result)] {
      if (*alive != nullptr) (*alive)->deliver(slot, generation, result);
    });
  }
}

}  // namespace gusset::viewer
