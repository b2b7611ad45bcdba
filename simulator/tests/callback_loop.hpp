#pragma once
#include <deque>
#include <functional>
#include <memory>
#include <utility>

#include "network/event_loop.hpp"

namespace gusset::simulator::testing {

/// An event loop whose events are functions.
class CallbackLoop final : private EventSink {
 public:
  using Callback = std::function<void()>;
  explicit CallbackLoop(std::unique_ptr<EventLoop> loop) : loop_(std::move(loop)) {}

  std::int64_t now_ns() const { return loop_->now_ns(); }
  void at(std::int64_t time_ns, Callback callback) { loop_->at(time_ns, keep(std::move(callback))); }
  void send(NodeId from, NodeId to, std::uint64_t bytes, Callback callback) {
    loop_->send(from, to, bytes, keep(std::move(callback)));
  }
  bool run_until(std::function<bool()> done) {
    done_ = std::move(done);
    return loop_->run(*this);
  }
  void restart() { loop_->restart(); }

 private:
  Event keep(Callback callback) {
    callbacks_.push_back(std::move(callback));
    return callbacks_.size() - 1;
  }
  void handle_event(Event event, std::int64_t now_ns) override {
    EXPECT_EQ(now_ns, loop_->now_ns());
    callbacks_[event]();
  }
  bool is_done() override { return done_(); }

  std::unique_ptr<EventLoop> loop_;
  std::deque<Callback> callbacks_;
  std::function<bool()> done_;
};

}  // namespace gusset::simulator::testing
