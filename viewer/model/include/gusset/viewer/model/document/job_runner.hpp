#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace gusset::viewer {

/// Runs work on threads of its own and hands results to the user interface's thread. Every slot ("open",
/// "graph of panel 0") holds one job: starting another one there makes the earlier one stale, and its result
/// is dropped. All members are for the user interface's thread; work may only touch what it captured and the
/// flag that tells it to give up.
class JobRunner {
 public:
  using Cancelled = std::atomic<bool>;
  /// Runs a function on the user interface's thread, soon.
  using Post = std::function<void(std::function<void()>)>;

  JobRunner(Post post, unsigned threads);
  /// Asks running work to give up and waits for it.
  ~JobRunner();
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  /// Runs `work(cancelled)`; then `done(its result)`, or `failed(what)` where it threw, unless it is stale by
  /// then. Returns the job's generation.
  template <class Work, class Done, class Failed>
  std::uint64_t start(const std::string& slot, Work work, Done done, Failed failed) {
    return enqueue(slot,
                   [work = std::move(work), done = std::move(done),
                    failed = std::move(failed)](const Cancelled& cancelled) mutable -> std::function<void()> {
                     try {
                       auto result = std::make_shared<decltype(work(cancelled))>(work(cancelled));
                       return [result, done = std::move(done)]() mutable { done(std::move(*result)); };
                     } catch (const std::exception& error) {
                       return [what = std::string(error.what()), failed = std::move(failed)]() mutable {
                         failed(what);
                       };
                     }
                   });
  }

  void cancel(const std::string& slot);
  /// Whether a slot's latest job has not been delivered yet.
  bool busy(const std::string& slot) const { return slots_.contains(slot); }
  bool busy() const { return !slots_.empty(); }

 private:
  using Task = std::function<std::function<void()>(const Cancelled&)>;
  struct Slot {
    std::uint64_t generation = 0;
    std::shared_ptr<Cancelled> cancelled;
  };
  struct Job {
    std::string slot;
    std::uint64_t generation = 0;
    std::shared_ptr<Cancelled> cancelled;
    Task task;
  };

  std::uint64_t enqueue(const std::string& slot, Task task);
  void deliver(const std::string& slot, std::uint64_t generation, const std::function<void()>& result);
  void run();

  Post post_;
  std::uint64_t generation_ = 0;
  std::map<std::string, Slot> slots_;
  std::shared_ptr<JobRunner*> alive_;  // results that arrive after the end find null

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> queue_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace gusset::viewer
