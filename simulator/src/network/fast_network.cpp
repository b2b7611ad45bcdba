#include "network/fast_network.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <vector>

#include "event_queue.hpp"
#include "network/lazy_heap.hpp"
#include "network/max_min_sharing.hpp"
#include "network/routes.hpp"
#include "simulated_time.hpp"

namespace gusset::simulator {
namespace {

// Network events within this time happen at once, like those of equal flows that began together. Rates are
// recomputed once for all of them.
constexpr double at_once_ns = 1e-3;

/// Each channel counts the bytes that each of its flows has received since the channel was last empty. A
/// message has arrived when the count has grown by the message's size. A new rate therefore costs the same
/// for one flow on a channel as for a thousand.
template <std::size_t width>
class FastNetwork final : public EventLoop {
 public:
  FastNetwork(const Platform& platform, unsigned nodes)
      : topology_(platform.topology),
        nodes_per_link_(platform.nodes_per_link),
        routes_(topology_, (nodes + nodes_per_link_ - 1) / nodes_per_link_),
        latency_ns_(platform.latency_s * ns_per_s),
        bytes_per_ns_(platform.bandwidth_bytes_per_s / ns_per_s),
        sharing_(make_sharing()) {}

  std::int64_t now_ns() const override { return now_ns_; }
  void at(std::int64_t time_ns, Event event) override { queue_.push(time_ns, event); }
  void send(NodeId from, NodeId to, std::uint64_t bytes, Event event) override;
  bool run(EventSink& sink) override;
  void restart() override;
  std::string description() const override {
    return R"({"engine":"fast","topology":")" + std::string(name_of(topology_.kind)) +
           R"(","sharing":"max-min"})";
  }

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
    std::vector<Flow> flows;     // a heap; the next to arrive is on top
    std::uint32_t distance = 0;  // links whose latency counts; 0: not known yet
  };
  struct Arrival {
    std::uint64_t sequence = 0;
    std::uint32_t message = 0;
  };

  MaxMinSharing<width> make_sharing() const {
    std::vector<double> bytes_per_ns = level_bandwidths(topology_, bytes_per_ns_ * ns_per_s);
    for (double& each : bytes_per_ns) each /= ns_per_s;
    return MaxMinSharing<width>(routes_, bytes_per_ns);
  }
  std::uint32_t store(const Message& message);
  double next_begin() const;
  bool is_network_first() const;
  void advance_network();
  void end_flows();
  void begin_flows();
  void begin_flow(const Announced& begun);
  void receive(Channel& channel) const;
  void set_rate(std::uint32_t channel, double rate);
  void expect_end(std::uint32_t channel);
  static double end_of_first(const Channel& channel);
  static bool arrives_later(const Flow& a, const Flow& b);

  NodeId link_of(NodeId node) const { return NodeId(node.value() / nodes_per_link_); }

  const Topology topology_;
  const unsigned nodes_per_link_;
  const Routes routes_;
  const double latency_ns_;  // per link; for a crossbar, the whole route
  const double bytes_per_ns_;
  MaxMinSharing<width> sharing_;  // rates in bytes per ns
  EventQueue queue_;
  std::int64_t now_ns_ = 0;

  // Network times are ns since the network was last empty, so a double stays exact to less than a picosecond
  // for hours.
  std::int64_t epoch_ns_ = 0;
  double network_ns_ = 0.0;
  std::uint64_t sent_ = 0;
  std::size_t in_flight_ = 0;
  std::vector<std::deque<Announced>> announced_;  // by distance; each in the order of sending
  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_messages_;
  std::vector<Channel> channels_;
  LazyHeap ends_;                       // channels with flows, by their next message's arrival
  std::vector<std::uint32_t> changed_;  // channels on which flows began or ended
  std::vector<Arrival> arrived_;
};

template <std::size_t width>
void FastNetwork<width>::send(NodeId from, NodeId to, std::uint64_t bytes, Event event) {
  assert(from != to && "a node never sends to itself");
  if (link_of(from) == link_of(to)) {  // the message uses no link
    const double takes_ns = latency_ns_ + static_cast<double>(bytes) / bytes_per_ns_;
    return queue_.push(arrival_time_ns(now_ns_, takes_ns), event);
  }
  if (in_flight_ == 0) {
    epoch_ns_ = now_ns_;
    network_ns_ = 0.0;
  }
  ++in_flight_;
  const ChannelId number = sharing_.channel(link_of(from), link_of(to));
  if (number.value() >= channels_.size()) channels_.resize(number.value() + std::size_t{1});
  Channel& channel = channels_[number.value()];
  if (channel.distance == 0) {
    channel.distance = hops(topology_, link_of(from), link_of(to));
    if (channel.distance >= announced_.size()) announced_.resize(channel.distance + std::size_t{1});
  }
  // Events have whole ns, so the network may be half a ns ahead.
  const double begin = std::max(network_ns_, static_cast<double>(now_ns_ - epoch_ns_));
  announced_[channel.distance].push_back(
      {begin + channel.distance * latency_ns_, sent_++, store({number, static_cast<double>(bytes), event})});
}

template <std::size_t width>
std::uint32_t FastNetwork<width>::store(const Message& message) {
  if (free_messages_.empty()) {
    messages_.push_back(message);
    return static_cast<std::uint32_t>(messages_.size() - 1);
  }
  const std::uint32_t number = free_messages_.back();
  free_messages_.pop_back();
  messages_[number] = message;
  return number;
}

template <std::size_t width>
bool FastNetwork<width>::run(EventSink& sink) {
  while (!sink.is_done()) {
    while (is_network_first()) advance_network();
    if (queue_.empty()) return false;
    now_ns_ = queue_.next_ns();
    sink.handle_event(queue_.pop(), now_ns_);
  }
  return true;
}

template <std::size_t width>
void FastNetwork<width>::restart() {
  sharing_ = make_sharing();
  channels_.clear();
  ends_ = {};
  queue_.clear();
  announced_.clear();
  messages_.clear();
  free_messages_.clear();
  changed_.clear();
  arrived_.clear();
  now_ns_ = epoch_ns_ = 0;
  network_ns_ = 0.0;
  in_flight_ = 0;
  sent_ = 0;
}

/// Returns when the next message's bytes begin to flow; infinity: no message waits.
template <std::size_t width>
double FastNetwork<width>::next_begin() const {
  double first = std::numeric_limits<double>::infinity();
  for (const std::deque<Announced>& waiting : announced_)
    if (!waiting.empty()) first = std::min(first, waiting.front().begin);
  return first;
}

/// Returns true if something happens in the network no later than the next event.
template <std::size_t width>
bool FastNetwork<width>::is_network_first() const {
  if (in_flight_ == 0) return false;
  if (queue_.empty()) return true;
  const auto next = static_cast<double>(queue_.next_ns() - epoch_ns_);
  return (!ends_.empty() && ends_.first_time() <= next) || next_begin() <= next;
}

/// Advances to the next instant at which something may happen. Nothing happens if the only change is that a
/// channel's next message arrives later than expected.
template <std::size_t width>
void FastNetwork<width>::advance_network() {
  double time = next_begin();
  if (!ends_.empty()) time = std::min(time, ends_.first_time());
  network_ns_ = std::max(network_ns_, time);
  end_flows();
  begin_flows();
  if (!changed_.empty()) {
    sharing_.share([this](ChannelId channel, double rate) { set_rate(channel.value(), rate); });
    for (const std::uint32_t channel : changed_) expect_end(channel);
    changed_.clear();
  }
  std::sort(arrived_.begin(), arrived_.end(),
            [](const Arrival& a, const Arrival& b) { return a.sequence < b.sequence; });
  for (const Arrival& arrival : arrived_) {
    --in_flight_;
    free_messages_.push_back(arrival.message);
    queue_.push(std::max(now_ns_, arrival_time_ns(epoch_ns_, network_ns_)), messages_[arrival.message].event);
  }
  arrived_.clear();
}

template <std::size_t width>
void FastNetwork<width>::end_flows() {
  const double limit_ns = network_ns_ + at_once_ns;
  while (!ends_.empty() && ends_.first_time() <= limit_ns) {
    const std::uint32_t c = ends_.first();
    Channel& channel = channels_[c];
    if (const double end = end_of_first(channel); end > limit_ns) {
      ends_.postpone_first(end);
      continue;
    }
    receive(channel);
    const double near = channel.received + channel.rate * at_once_ns;
    do {  // at least one, despite rounding
      arrived_.push_back({channel.flows.front().sequence, channel.flows.front().message});
      std::pop_heap(channel.flows.begin(), channel.flows.end(), arrives_later);
      channel.flows.pop_back();
      sharing_.remove_flow(ChannelId(c));
    } while (!channel.flows.empty() && channel.flows.front().arrives_at <= near);
    ends_.remove_first();
    changed_.push_back(c);
    if (channel.flows.empty()) channel.received = channel.rate = 0.0;
  }
}

template <std::size_t width>
void FastNetwork<width>::begin_flows() {
  for (std::deque<Announced>& waiting : announced_) {
    for (; !waiting.empty() && waiting.front().begin <= network_ns_ + at_once_ns; waiting.pop_front())
      begin_flow(waiting.front());
  }
}

template <std::size_t width>
void FastNetwork<width>::begin_flow(const Announced& begun) {
  const Message& message = messages_[begun.message];
  if (message.bytes == 0.0) {
    arrived_.push_back({begun.sequence, begun.message});
    return;
  }
  const std::uint32_t c = message.channel.value();
  Channel& channel = channels_[c];
  receive(channel);
  channel.flows.push_back({channel.received + message.bytes, begun.sequence, begun.message});
  std::push_heap(channel.flows.begin(), channel.flows.end(), arrives_later);
  sharing_.add_flow(message.channel);
  changed_.push_back(c);
}

/// Updates the received bytes since the last change of rate.
template <std::size_t width>
void FastNetwork<width>::receive(Channel& channel) const {
  channel.received += channel.rate * (network_ns_ - channel.time_ns);
  channel.time_ns = network_ns_;
}

template <std::size_t width>
void FastNetwork<width>::set_rate(std::uint32_t c, double rate) {
  Channel& channel = channels_[c];
  receive(channel);
  channel.rate = rate;
  expect_end(c);
}

template <std::size_t width>
void FastNetwork<width>::expect_end(std::uint32_t c) {
  if (!channels_[c].flows.empty()) ends_.insert_or_advance(c, end_of_first(channels_[c]));
}

template <std::size_t width>
double FastNetwork<width>::end_of_first(const Channel& channel) {
  return channel.time_ns + std::max(0.0, channel.flows.front().arrives_at - channel.received) / channel.rate;
}

template <std::size_t width>
bool FastNetwork<width>::arrives_later(const Flow& a, const Flow& b) {
  return a.arrives_at != b.arrives_at ? a.arrives_at > b.arrives_at : a.sequence > b.sequence;
}

}  // namespace

std::unique_ptr<EventLoop> make_fast_network(const Platform& platform, unsigned nodes) {
  const std::size_t longest = Routes(platform.topology, nodes).longest();
  if (longest <= 2) return std::make_unique<FastNetwork<2>>(platform, nodes);
  if (longest <= 4) return std::make_unique<FastNetwork<4>>(platform, nodes);
  if (longest <= 6) return std::make_unique<FastNetwork<6>>(platform, nodes);
  return std::make_unique<FastNetwork<Routes::max_length>>(platform, nodes);
}

}  // namespace gusset::simulator
