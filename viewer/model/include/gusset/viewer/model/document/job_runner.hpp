#pragma once
#include <atomic>
#include <compare>
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

#include "gusset/viewer/model/document/signal.hpp"

namespace gusset::viewer {

/// Runs work on its own threads and hands results to the user interface's thread. Each slot ("open", "graph
/// of panel 0") holds one job: a new job in the slot makes the earlier job stale and drops its result. Call
/// all members on the user interface's thread; work may only touch its captures and its cancellation flag.
class JobRunner {
 public:
  using Cancelled = std::atomic<bool>;
  /// Schedules a function on the user interface's thread.
  using Post = std::function<void(std::function<void()>)>;

  JobRunner(Post post, unsigned threads);
  /// Sets the cancellation flag of running jobs and waits for them.
  ~JobRunner();

  /// Identifies a slot by what its jobs compute, in the words of error messages, and by the source if several
  /// sources have such jobs.
  struct Slot {
    Slot(const char* computed) : result(computed) {}
    Slot(std::string computed, std::string from = {})
        : result(std::move(computed)), source(std::move(from)) {}
    Slot(std::string computed, std::size_t panel) : Slot(std::move(computed), std::to_string(panel)) {}

    std::string result;
    std::string source;
    friend auto operator<=>(const Slot&, const Slot&) = default;
  };

  /// Emitted after a job begins, is cancelled or delivers its result; `busy` may have changed.
  Signal<> busy_changed;
  /// A job's error message, in one line.
  Signal<const std::string&> failed;

  /// Runs `work(cancelled)` on a job thread, then `done(result)` on the user interface's thread unless the
  /// job is stale by then. Reports an exception from `work` through `failed`.
  template <class Work, class Done>
  void start(const Slot& slot, Work work, Done done) {
    start(slot, std::move(work), std::move(done), [this, name = slot.result](const std::string& found) {
      failed(name + ": expected enough memory, found " + found);
    });
  }
  /// The same with a custom handler for the message of an exception from `work`.
  template <class Work, class Done, class Failed>
  void start(const Slot& slot, Work work, Done done, Failed on_failure) {
    enqueue(slot,
            [work = std::move(work), done = std::move(done),
             failed = std::move(on_failure)](const Cancelled& cancelled) mutable -> std::function<void()> {
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

  void cancel(const Slot& slot) {
    if (forget(slot)) report_busy();
  }
  /// Whether the slot's latest job has yet to deliver its result.
  bool busy(const Slot& slot) const { return slots_.contains(slot); }
  bool busy() const { return !slots_.empty(); }

 private:
  using Task = std::function<std::function<void()>(const Cancelled&)>;
  struct Latest {
    std::uint64_t generation = 0;
    std::shared_ptr<Cancelled> cancelled;
  };
  struct Job {
    Slot slot = "";
    Latest latest;
    Task task;
  };

  void enqueue(const Slot& slot, Task task);
  bool forget(const Slot& slot);
  void report_busy();
  void deliver(const Slot& slot, std::uint64_t generation, const std::function<void()>& result);
  void end_delivery();
  void run();

  Post post_;
  std::uint64_t generation_ = 0;
  std::map<Slot, Latest> slots_;
  bool is_delivering_ = false;
  std::shared_ptr<JobRunner*> alive_;  // results that arrive after destruction see null

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> queue_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace gusset::viewer
