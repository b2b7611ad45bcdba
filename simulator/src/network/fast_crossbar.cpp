#include "network/fast_crossbar.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "simulated_time.hpp"

namespace gusset::simulator {
namespace {

// Network events within this time happen at once, like those of equal flows that began together. Rates are
// recomputed once for all of them.
constexpr double at_once_ns = 1e-3;

}  // namespace

FastCrossbar::FastCrossbar(const Platform& platform, unsigned nodes)
    : latency_ns_(platform.latency_s * ns_per_s),
      bytes_per_ns_(platform.bandwidth_bytes_per_s / ns_per_s),
      nodes_per_link_(platform.nodes_per_link),
      links_((nodes + nodes_per_link_ - 1) / nodes_per_link_),
      sharing_(links_, bytes_per_ns_) {}

void FastCrossbar::send(NodeId from, NodeId to, std::uint64_t bytes, Event event) {
  assert(from != to && "a node never sends to itself");
  if (link_of(from) == link_of(to)) {  // it stays on the host, and shares nothing
    const double takes_ns = latency_ns_ + static_cast<double>(bytes) / bytes_per_ns_;
    return queue_.push(arrival_time_ns(now_ns_, takes_ns), event);
  }
  if (in_flight_ == 0) {
    epoch_ns_ = now_ns_;
    network_ns_ = 0.0;
  }
  ++in_flight_;
  std::uint32_t message = 0;
  if (free_messages_.empty()) {
    message = static_cast<std::uint32_t>(messages_.size());
    messages_.emplace_back();
  } else {
    message = free_messages_.back();
    free_messages_.pop_back();
  }
  const ChannelId channel = sharing_.channel(link_of(from), link_of(to));
  if (channel.value() >= channels_.size()) channels_.resize(channel.value() + std::size_t{1});
  messages_[message] = {channel, static_cast<double>(bytes), event};
  // Events have whole ns, so the network may be half a ns ahead.
  const double begin = std::max(network_ns_, static_cast<double>(now_ns_ - epoch_ns_));
  announced_.push_back({begin + latency_ns_, sent_++, message});
}

bool FastCrossbar::run(EventSink& sink) {
  while (!sink.is_done()) {
    while (is_network_first()) advance_network();
    if (queue_.empty()) return false;
    now_ns_ = queue_.next_ns();
    sink.handle_event(queue_.pop(), now_ns_);
  }
  return true;
}

void FastCrossbar::restart() {
  sharing_ = CrossbarSharing(links_, bytes_per_ns_);
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

std::string FastCrossbar::description() const {
  return R"({"engine":"fast","topology":"crossbar","sharing":"max-min"})";
}

/// Returns true if something happens in the network no later than the next event.
bool FastCrossbar::is_network_first() const {
  if (in_flight_ == 0) return false;
  if (queue_.empty()) return true;
  const auto next = static_cast<double>(queue_.next_ns() - epoch_ns_);
  return (!announced_.empty() && announced_.front().begin <= next) ||
         (!ends_.empty() && ends_.first_time() <= next);
}

/// Advances to the next instant at which something may happen. Nothing happens if the only change is that a
/// channel's next message arrives later than expected.
void FastCrossbar::advance_network() {
  double time = std::numeric_limits<double>::infinity();
  if (!announced_.empty()) time = announced_.front().begin;
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

void FastCrossbar::end_flows() {
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

void FastCrossbar::begin_flows() {
  for (; !announced_.empty() && announced_.front().begin <= network_ns_ + at_once_ns;
       announced_.pop_front()) {
    const Announced& begun = announced_.front();
    const Message& message = messages_[begun.message];
    if (message.bytes == 0.0) {
      arrived_.push_back({begun.sequence, begun.message});
      continue;
    }
    const std::uint32_t c = message.channel.value();
    Channel& channel = channels_[c];
    receive(channel);
    channel.flows.push_back({channel.received + message.bytes, begun.sequence, begun.message});
    std::push_heap(channel.flows.begin(), channel.flows.end(), arrives_later);
    sharing_.add_flow(message.channel);
    changed_.push_back(c);
  }
}

/// Updates the received bytes since the last change of rate.
void FastCrossbar::receive(Channel& channel) const {
  channel.received += channel.rate * (network_ns_ - channel.time_ns);
  channel.time_ns = network_ns_;
}

void FastCrossbar::set_rate(std::uint32_t c, double rate) {
  Channel& channel = channels_[c];
  receive(channel);
  channel.rate = rate;
  expect_end(c);
}

void FastCrossbar::expect_end(std::uint32_t c) {
  if (!channels_[c].flows.empty()) ends_.insert_or_advance(c, end_of_first(channels_[c]));
}

double FastCrossbar::end_of_first(const Channel& channel) {
  return channel.time_ns + std::max(0.0, channel.flows.front().arrives_at - channel.received) / channel.rate;
}

bool FastCrossbar::arrives_later(const Flow& a, const Flow& b) {
  return a.arrives_at != b.arrives_at ? a.arrives_at > b.arrives_at : a.sequence > b.sequence;
}

}  // namespace gusset::simulator
