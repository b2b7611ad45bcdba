#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "event_loop.hpp"
#include "event_queue.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// An event loop whose messages each take the route's latency + bytes ÷ bandwidth, without contention. It
/// can favour the wrong process grid if real messages wait for each other.
class Uncontended final : public EventLoop {
 public:
  /// For a single node, which sends nothing.
  Uncontended() = default;
  explicit Uncontended(const Platform& platform);

  std::int64_t now_ns() const override { return now_ns_; }
  void at(std::int64_t time_ns, Event event) override;
  void send(NodeId from, NodeId to, std::uint64_t bytes, Event event) override;
  bool run(EventSink& sink) override;
  void restart() override;
  std::string description() const override;

 private:
  const std::optional<Topology> topology_{};  // none: a single node
  const double latency_ns_ = 0.0;             // per link; for a crossbar, the whole route
  std::vector<double> bytes_per_ns_{};        // of the narrowest link up to each level
  EventQueue queue_;
  std::int64_t now_ns_ = 0;
};

}  // namespace gusset::simulator
