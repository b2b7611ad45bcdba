#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/engine/spin_lock.hpp"
#include "messages/wire.hpp"
#include "transport/transport.hpp"

namespace gusset::cluster {

/// A job that uses the transport, in a poll.
class Job {
 public:
  virtual void run(Transport& transport) = 0;

 protected:
  ~Job() = default;
};

/// A sum or a long message that is under way.
class Operation {
 public:
  /// Called in a poll.
  virtual void completed() = 0;

 protected:
  ~Operation() = default;
};

/// Receives the messages that polls find. Called in polls.
class MessageHandler {
 public:
  virtual void received(Transport& transport, unsigned from, const Header& header,
                        std::span<const std::byte> body) = 0;
  /// Called at the end of each poll. `is_idle`: the poll comes from a worker that has nothing to do.
  virtual void polled(Transport& transport, bool is_idle) = 0;
  /// See Surroundings::takes_away.
  virtual bool takes_away(Task& task) = 0;
  /// The calling thread has run a task that may migrate, and that takes_away() has left here.
  virtual void ran_here(std::int64_t duration_ns) = 0;

 protected:
  ~MessageHandler() = default;
};

/// Uses the transport, in polls: one thread at a time, and no thread waits for another. The workers of the
/// node's engine poll. A helper thread polls only if nobody else has done so for a while, for example during
/// long kernels.
class Messenger final : public Surroundings, private Receiver {
 public:
  /// The handler must outlive the messenger. Nothing happens before begin().
  Messenger(std::unique_ptr<Transport> transport, MessageHandler& handler);
  ~Messenger();

  unsigned node() const { return node_; }
  unsigned nodes() const { return nodes_; }

  /// Runs the job in one of the next polls, after the jobs posted before it in the same thread. Thread-safe.
  void post(Job& job);
  /// Posts a function.
  template <class Function>
  void post_call(Function function) {
    struct Call final : Job {
      explicit Call(Function given) : what(std::move(given)) {}
      void run(Transport& transport) override {
        const std::unique_ptr<Call> self(this);
        what(transport);
      }
      Function what;
    };
    post(*new Call(std::move(function)));
  }
  /// Sends a message in one of the next polls.
  void post_message(unsigned to, const Header& header, std::vector<std::byte> body = {}) {
    post_call([=, kept = std::move(body)](Transport& transport) { send(transport, to, header, kept); });
  }

  bool poll(bool is_idle) override;
  bool is_alone() const override { return nodes_ == 1; }
  bool takes_away(Task& task) override;

  /// A key for a long message to this node. Called in polls.
  std::uint32_t next_key() { return next_key_++ % receiver_keys; }
  /// A long message begins or ends. Called in polls.
  void long_begins() { long_.fetch_add(1, std::memory_order_seq_cst); }
  void long_ends() { long_.fetch_sub(1, std::memory_order_seq_cst); }
  /// Whether long messages are under way, or jobs wait for a poll.
  bool is_busy() const {
    return long_.load(std::memory_order_seq_cst) > 0 || has_jobs_.load(std::memory_order_seq_cst);
  }

  /// How many messages this node has sent that can let their receivers go on. Thread-safe.
  std::uint64_t releases() const { return transport_->releases(); }

  /// Adds the values, element by element, over all nodes, before begin(). Waits for the other nodes.
  void sum_first(std::span<std::uint64_t> values);
  /// From now on polls find messages.
  void begin();
  /// Runs the posted jobs. From now on polls find nothing.
  void end();

  /// Whether the program uses the network too, one thread at a time. Messages must then rest while the
  /// program may use it.
  bool is_shared() const { return is_shared_; }
  /// Sends what has been posted. From now on polls find nothing, until wake(). Messages rest from begin() on.
  /// Does nothing unless is_shared(). Requires that everything that this node asked others for has come.
  void rest();
  /// Lets polls find messages again. Call rest() and wake() in one thread.
  void wake() {
    if (rests_.load(std::memory_order_relaxed)) [[unlikely]]  // relaxed: this thread has written it
      wake_up();
  }

 private:
  void received(unsigned from, std::span<const std::byte> text) override;
  void completed(void* operation) override { static_cast<Operation*>(operation)->completed(); }
  bool poll_locked(bool is_idle = false);
  bool run_jobs();
  void help();
  bool has_sent();
  void wake_up();

  /// When the task that the calling thread runs has begun, if it may migrate.
  static inline thread_local constinit std::int64_t task_begin_ns = 0;

  std::unique_ptr<Transport> transport_;
  MessageHandler& handler_;
  unsigned node_;
  unsigned nodes_;
  bool is_shared_;
  std::mutex& lock_;                                                // the transport's mutex
  std::vector<std::pair<unsigned, std::vector<std::byte>>> early_;  // guarded by lock_; from before begin()
  bool is_open_ = false;                                            // guarded by lock_
  std::atomic<bool> rests_{false};                                  // written under lock_; a hint without it
  std::vector<Job*> running_;                                       // guarded by lock_
  std::uint32_t next_key_ = 0;                                      // guarded by lock_
  std::atomic<std::uint32_t> long_{0};
  std::atomic<std::int64_t> last_poll_ns_{0};

  detail::SpinLock jobs_lock_;
  std::vector<Job*> jobs_;
  std::atomic<bool> has_jobs_{false};

  std::mutex stop_lock_;
  std::condition_variable stop_changed_;
  bool stops_ = false;
  std::thread helper_;
};

}  // namespace gusset::cluster
