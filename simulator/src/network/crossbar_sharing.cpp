#include "network/crossbar_sharing.hpp"

#include <cassert>
#include <cmath>
#include <utility>

namespace gusset::simulator {
namespace {

// Levels within this relative distance are equal. Otherwise rounding in equal shares would look like a
// narrower link elsewhere.
constexpr double level_tolerance = 1e-11;
// A relative change below this does not propagate.
constexpr double negligible_change = 1e-13;

bool is_same_level(double a, double b) {
  return a == b || std::abs(a - b) <= negligible_change * std::min(a, b);
}

}  // namespace

CrossbarSharing::CrossbarSharing(unsigned nodes, double capacity)
    : capacity_(capacity), nodes_(nodes), links_(std::size_t{2} * nodes) {}

ChannelId CrossbarSharing::channel(NodeId from, NodeId to) {
  assert(from.value() < nodes_ && to.value() < nodes_);
  const std::uint64_t pair = std::uint64_t{from.value()} << 32 | to.value();
  const auto [found, is_new] = channel_of_.try_emplace(pair, static_cast<std::uint32_t>(channels_.size()));
  if (is_new) channels_.push_back({{from.value(), nodes_ + to.value()}, {0, 0}, 0, 0.0});
  return ChannelId(found->second);
}

void CrossbarSharing::remove_flow(ChannelId channel) {
  assert(channels_[channel.value()].flows > 0);
  set_flows(channel.value(), channels_[channel.value()].flows - 1);
}

void CrossbarSharing::set_flows(std::uint32_t c, std::uint32_t flows) {
  Channel& channel = channels_[c];
  const std::uint32_t before = std::exchange(channel.flows, flows);
  for (unsigned side = 0; side < 2; ++side) {
    if (before == 0) enter(c, side);
    Link& link = links_[channel.links[side]];
    link.uses[channel.positions[side]].flows = flows;
    link.flows += static_cast<double>(flows) - static_cast<double>(before);
    if (flows == 0) leave(c, side);
    touch(channel.links[side]);  // even with unchanged levels: the channel may be new
    wait(channel.links[side]);
  }
  if (flows == 0) channel.rate = 0.0;
}

void CrossbarSharing::enter(std::uint32_t c, unsigned side) {
  Channel& channel = channels_[c];
  Link& link = links_[channel.links[side]];
  channel.positions[side] = static_cast<std::uint32_t>(link.uses.size());
  link.uses.push_back({c, channel.links[1 - side], 0.0});
}

void CrossbarSharing::leave(std::uint32_t c, unsigned side) {
  std::vector<Use>& uses = links_[channels_[c].links[side]].uses;
  const std::uint32_t position = channels_[c].positions[side];
  uses[position] = uses.back();
  channels_[uses[position].channel].positions[side] = position;
  uses.pop_back();
}

void CrossbarSharing::touch(std::uint32_t link) {
  if (std::exchange(links_[link].is_touched, true)) return;
  touched_.push_back(link);
}

void CrossbarSharing::wait(std::uint32_t link) {
  if (std::exchange(links_[link].is_waiting, true)) return;
  waiting_.push_back(link);
}

// Terminates: when every link that waited at the start of a round is done, one more level, from the lowest
// up, is final, because it depends only on lower levels.
void CrossbarSharing::settle_levels() {
  for (std::size_t next = 0; next < waiting_.size(); ++next) {
    Link& link = links_[waiting_[next]];
    link.is_waiting = false;
    const double before = link.level;
    const double level = level_of(link);
    if (is_same_level(level, before)) continue;
    link.level = level;
    touch(waiting_[next]);
    // Flows limited to less elsewhere, before and after, are not affected.
    const double lowest = std::min(before, level);
    for (const Use& use : link.uses) {
      if (links_[use.other].level > lowest) wait(use.other);
    }
  }
  waiting_.clear();
}

// Finds the root of sum over flows of min(level elsewhere, level) = capacity with Newton's method. The sum is
// concave and piecewise linear in the level. A step from anywhere ends at or below the root, and further
// steps climb to it, at least one piece at a time. An even share is below the root too.
double CrossbarSharing::level_of(const Link& link) {
  ++levels_computed_;
  if (link.flows == 0.0) return unlimited;
  double limited_flows = 0.0;
  // The capacity that remains after the flows that get less elsewhere than the guess.
  const auto rest_at = [&](double guess) {
    const double limit = guess * (1 - level_tolerance);
    double rest = capacity_;
    limited_flows = 0.0;
    for (const Use& use : link.uses) {
      const double elsewhere = links_[use.other].level;
      if (elsewhere >= limit) continue;
      rest -= use.flows * elsewhere;
      limited_flows += use.flows;
    }
    return rest;
  };
  const double even = capacity_ / link.flows;
  double guess = even;
  const double rest = rest_at(link.level);
  if (limited_flows < link.flows) {
    guess = std::max(even, rest / (link.flows - limited_flows));
    if (guess == link.level) return guess;
  } else if (rest >= 0.0) {
    return unlimited;
  }
  for (;;) {
    const double left = rest_at(guess);
    if (limited_flows == link.flows) return unlimited;
    const double next = left / (link.flows - limited_flows);
    if (next <= guess) return guess;
    guess = next;
  }
}

}  // namespace gusset::simulator
