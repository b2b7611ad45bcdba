#include "gusset/viewer/model/document/job_runner.hpp"

#include <algorithm>

namespace gusset::viewer {

JobRunner::JobRunner(Post post, unsigned threads)
    : post_(std::move(post)), alive_(std::make_shared<JobRunner*>(this)) {
  for (unsigned i = 0; i < std::max(1U, threads); ++i) threads_.emplace_back([this] { run(); });
}

JobRunner::~JobRunner() {
  *alive_ = nullptr;
  for (auto& [name, slot] : slots_) slot.cancelled->store(true, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    queue_.clear();
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::uint64_t JobRunner::enqueue(const std::string& slot, Task task) {
  cancel(slot);
  const std::uint64_t generation = ++generation_;
  auto cancelled = std::make_shared<Cancelled>(false);
  slots_[slot] = {generation, cancelled};
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back({slot, generation, std::move(cancelled), std::move(task)});
  }
  wake_.notify_one();
  return generation;
}

void JobRunner::cancel(const std::string& slot) {
  const auto found = slots_.find(slot);
  if (found == slots_.end()) return;
  // Relaxed: the flag only saves time; whether a result counts is decided by its generation, on one thread.
  found->second.cancelled->store(true, std::memory_order_relaxed);
  slots_.erase(found);
}

void JobRunner::deliver(const std::string& slot, std::uint64_t generation,
                        const std::function<void()>& result) {
  const auto found = slots_.find(slot);
  if (found == slots_.end() || found->second.generation != generation) return;
  slots_.erase(found);
  result();
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
    if (job.cancelled->load(std::memory_order_relaxed)) continue;
    std::function<void()> result = job.task(*job.cancelled);
    post_([alive = alive_, slot = std::move(job.slot), generation = job.generation,
           result = std::move(result)] {
      if (*alive != nullptr) (*alive)->deliver(slot, generation, result);
    });
  }
}

}  // namespace gusset::viewer
