#pragma once
#include <functional>
#include <optional>
#include <utility>

namespace gusset::viewer {

/// Decides what a worker that does one thing at a time does next, while requests come faster than it works:
/// the last one asked for. What it does meanwhile is stale then, but may still be shown, so that a picture
/// follows the hand; only where it takes too long is it stopped. For one thread.
template <class Request>
class LastWins {
 public:
  /// What the worker and a clock do. `start` must not call back; the end of the work is told by `ended`.
  struct Actions {
    std::function<void(const Request&)> start;
    std::function<void()> stop;            ///< soon; `ended` comes nevertheless
    std::function<void()> start_patience;  ///< to call `lost_patience` after a while
  };

  explicit LastWins(Actions actions) : actions_(std::move(actions)) {}

  void ask(Request request) {
    if (!running_) {
      running_ = std::move(request);
      actions_.start(*running_);
      return;
    }
    const bool was_stale = waiting_.has_value();
    waiting_ = std::move(request);
    if (!was_stale) actions_.start_patience();
  }
  /// Nothing that was asked for so far is wanted any more.
  void give_up() {
    waiting_.reset();
    if (!running_ || is_unwanted_) return;
    is_unwanted_ = true;
    actions_.stop();
  }
  void lost_patience() {
    if (running_ && waiting_ && !is_unwanted_) {
      is_unwanted_ = true;
      actions_.stop();
    }
  }
  /// The worker is free. Starts what waits. Returns whether what it did may be shown.
  bool ended() {
    const bool is_wanted = running_.has_value() && !is_unwanted_;
    running_.reset();
    is_unwanted_ = false;
    if (waiting_) {
      running_ = std::exchange(waiting_, std::nullopt);
      actions_.start(*running_);
    }
    return is_wanted;
  }

  /// What the worker does.
  const std::optional<Request>& running() const { return running_; }

 private:
  Actions actions_;
  std::optional<Request> running_;
  std::optional<Request> waiting_;
  bool is_unwanted_ = false;
};

}  // namespace gusset::viewer
