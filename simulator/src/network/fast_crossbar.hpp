#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "event_loop.hpp"
#include "event_queue.hpp"
#include "gusset/simulator/platform/platform.hpp"
#include "network/crossbar_sharing.hpp"
#include "network/lazy_heap.hpp"

namespace gusset::simulator {

/// An event loop whose messages cross the platform's crossbar. A message first waits for the latency, during
/// which it uses no bandwidth; then its bytes flow at their max-min fair rate. Times match SimGrid's (CM02,
/// all factors 1, no cross-traffic). It needs no SimGrid, and a process can have any number of instances.
///
/// Each channel counts the bytes that each of its flows has received since the channel was last empty. A
/// message has arrived when the count has grown by the message's size. A new rate therefore costs the same
/// for one flow on a channel as for a thousand.
class FastCrossbar final : public EventLoop {
 public:
  FastCrossbar(const Platform& platform, unsigned nodes);

  std::int64_t now_ns() const override { return now_ns_; }
  void at(std::int64_t time_ns, Event event) override { queue_.push(time_ns, event); }
  /// `from` and `to` must differ.
  void send(NodeId from, NodeId to, std::uint64_t bytes, Event event) override;
  bool run(EventSink& sink) override;
  void restart() override;
  std::string description() const override;

 private:
  struct Message {
    ChannelId channel;
    double bytes = 0.0;
    Event event = 0;
  };
  /// A message whose latency has not passed.
  struct Announced {
    double begin = 0.0;          // when its bytes begin to flow, in ns
    std::uint64_t sequence = 0;  // order of sending
    std::uint32_t message = 0;
  };
  struct Flow {
    double arrives_at = 0.0;  // the channel's byte count at arrival
    std::uint64_t sequence = 0;
    std::uint32_t message = 0;
  };
  struct Channel {
    double received = 0.0;  // bytes received by each flow until time_ns
    double time_ns = 0.0;
    double rate = 0.0;
    std::vector<Flow> flows;  // a heap; the next to arrive is on top
  };
  struct Arrival {
    std::uint64_t sequence = 0;
    std::uint32_t message = 0;
  };

  NodeId link_of(NodeId node) const { return NodeId(node.value() / nodes_per_link_); }
  bool is_network_first() const;
  void advance_network();
  void end_flows();
  void begin_flows();
  void receive(Channel& channel) const;
  void set_rate(std::uint32_t channel, double rate);
  void expect_end(std::uint32_t channel);
  static double end_of_first(const Channel& channel);
  static bool arrives_later(const Flow& a, const Flow& b);

  const double latency_ns_;
  const double bytes_per_ns_;
  const unsigned nodes_per_link_;
  const unsigned links_;
  CrossbarSharing sharing_;  // rates in bytes per ns
  EventQueue queue_;
  std::int64_t now_ns_ = 0;

  // Network times are ns since the network was last empty, so a double stays exact to less than a picosecond
  // for hours.
  std::int64_t epoch_ns_ = 0;
  double network_ns_ = 0.0;
  std::uint64_t sent_ = 0;
  std::size_t in_flight_ = 0;
  std::deque<Announced> announced_;  // in the order of sending, as all have the same latency
  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_messages_;
  std::vector<Channel> channels_;
  LazyHeap ends_;                       // channels with flows, by their next message's arrival
  std::vector<std::uint32_t> changed_;  // channels on which flows began or ended
  std::vector<Arrival> arrived_;
};

}  // namespace gusset::simulator
