#pragma once
#include "event_loop.hpp"
#include "event_queue.hpp"

namespace gusset::simulator {

/// Time on one node, where nothing is sent.
class LocalEventLoop final : public EventLoop {
 public:
  std::int64_t now_ns() const override { return now_ns_; }
  void at(std::int64_t time_ns, Event event) override { queue_.push(time_ns, event); }
  /// Never called: asserts.
  void send(NodeId from, NodeId to, std::uint64_t bytes, Event event) override;
  bool run(EventSink& sink) override;
  void restart() override;
  std::string description() const override { return "null"; }

 private:
  EventQueue queue_;
  std::int64_t now_ns_ = 0;
};

}  // namespace gusset::simulator
