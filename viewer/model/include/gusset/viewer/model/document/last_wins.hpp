#pragma once
#include <functional>
#include <optional>
#include <utility>

namespace gusset::viewer {

/// Chooses the next job of a worker that does one thing at a time while requests arrive faster than it works:
/// always the latest request. The running job's result is stale then, but may still be shown, so that the
/// picture follows the mouse. A running job is only stopped if it takes too long. For one thread.
template <class Request>
class LastWins {
 public:
  /// Controls the worker and a timer. `start` must not call back; the owner calls `ended` when the work ends.
  struct Actions {
    std::function<void(const Request&)> start;
    std::function<void()> stop;         ///< asks the work to end soon; the owner still calls `ended`
    std::function<void()> start_timer;  ///< starts a timer that calls `timed_out`
  };

  explicit LastWins(Actions actions) : actions_(std::move(actions)) {}

  void request(Request next) {
    if (!running_) {
      running_ = std::move(next);
      actions_.start(*running_);
      return;
    }
    const bool was_stale = waiting_.has_value();
    waiting_ = std::move(next);
    if (!was_stale) actions_.start_timer();
  }
  /// Discards all requests so far and stops the running job.
  void cancel() {
    waiting_.reset();
    if (!running_ || is_stopping_) return;
    is_stopping_ = true;
    actions_.stop();
  }
  void timed_out() {
    if (running_ && waiting_ && !is_stopping_) {
      is_stopping_ = true;
      actions_.stop();
    }
  }
  /// The worker is free: starts the waiting request. Returns whether the result of the finished work may be
  /// shown.
  bool ended() {
    const bool is_wanted = running_.has_value() && !is_stopping_;
    running_.reset();
    is_stopping_ = false;
    if (waiting_) {
      running_ = std::exchange(waiting_, std::nullopt);
      actions_.start(*running_);
    }
    return is_wanted;
  }

  /// The request that the worker is working on.
  const std::optional<Request>& running() const { return running_; }

 private:
  Actions actions_;
  std::optional<Request> running_;
  std::optional<Request> waiting_;
  bool is_stopping_ = false;
};

}  // namespace gusset::viewer
