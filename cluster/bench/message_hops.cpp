#include "message_hops.hpp"

#include <algorithm>

namespace gusset::cluster::bench {

MessageHops::MessageHops(Runtime& runtime, std::size_t bytes)
    : runtime_(runtime), bytes_(bytes), nodes_(runtime.grid().nodes()) {
  received_.resize(std::max(bytes, small_bytes) / sizeof(double));
  sent_.resize(received_.size());
  // With large messages, a task also waits until its node's previous message has left, because it overwrites
  // the memory of that message.
  chain_.define({.in_degree = [this](std::size_t hop) { return is_large() && hop >= 2 ? 2u : 1u; },
                 .node = [this](std::size_t hop) { return node_of(hop); },
                 .run = [this](std::size_t) { sent_[0] = last_ = received_[0] + 1.0; },
                 .then = [this](std::size_t hop) { step(hop); }});
  small_.define({.receive = [this](std::size_t, double number) { received_[0] = number; },
                 .then = [this](std::size_t hop, double) { chain_.fulfil(hop); }});
  large_.define({.memory = [this](std::size_t) { return std::span<double>(received_); },
                 .then = [this](std::size_t hop) { chain_.fulfil(hop); },
                 .sent =
                     [this](std::size_t hop) {
                       if (hop + 1 < hops_) chain_.fulfil(hop + 1);
                     }});
}

void MessageHops::step(std::size_t hop) {
  const std::size_t next = hop + 1;
  if (next == hops_) return;
  if (is_large()) {
    large_.send(node_of(next), std::span<const double>(sent_), next);
  } else {
    small_.send(node_of(next), next, sent_[0]);
  }
}

void MessageHops::run(std::size_t hops) {
  hops_ = hops;
  received_[0] = 0.0;
  chain_.fulfil(0);
  runtime_.wait();
}

}  // namespace gusset::cluster::bench
