#include "network/uncontended.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "simulated_time.hpp"

namespace gusset::simulator {

using Requested = EventQueue::Requested;

Uncontended::Uncontended(const Platform& platform)
    : topology_(platform.topology),
      latency_ns_(platform.latency_s * ns_per_s),
      bytes_per_ns_(level_bandwidths(platform.topology, platform.bandwidth_bytes_per_s)) {
  for (std::size_t level = 0; level < bytes_per_ns_.size(); ++level) {
    bytes_per_ns_[level] /= ns_per_s;
    if (level > 0) bytes_per_ns_[level] = std::min(bytes_per_ns_[level], bytes_per_ns_[level - 1]);
  }
}

void Uncontended::at(std::int64_t time_ns, Event event) {
  queue_.push(time_ns, event, time_ns == now_ns_ ? Requested::during : Requested::before);
}

void Uncontended::send(NodeId from, NodeId to, std::uint64_t bytes, Event event) {
  assert(topology_ && "a single node sends nothing");
  const unsigned links = hops(*topology_, from, to);
  const double bytes_per_ns = bytes_per_ns_[levels_of_route(*topology_, links) - 1];
  const double takes_ns = links * latency_ns_ + static_cast<double>(bytes) / bytes_per_ns;
  const std::int64_t arrival_ns = arrival_time_ns(now_ns_, takes_ns);
  queue_.push(arrival_ns, event, arrival_ns == now_ns_ ? Requested::during : Requested::on_time);
}

bool Uncontended::run(EventSink& sink) {
  while (!sink.is_done()) {
    if (queue_.empty()) return false;
    now_ns_ = queue_.next_ns();
    sink.handle_event(queue_.pop(), now_ns_);
  }
  return true;
}

void Uncontended::restart() {
  queue_.clear();
  now_ns_ = 0;
}

std::string Uncontended::description() const {
  if (!topology_) return "null";
  return R"({"engine":"none","topology":")" + std::string(name_of(topology_->kind)) +
         R"(","sharing":"none"})";
}

}  // namespace gusset::simulator
