#include "network/max_min_sharing.hpp"

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
// A load may exceed the capacity by this relative amount, because rounding adds up.
constexpr double load_tolerance = 1e-9;

bool is_same_level(double a, double b) {
  return a == b || std::abs(a - b) <= negligible_change * std::min(a, b);
}

}  // namespace

template <std::size_t width>
MaxMinSharing<width>::MaxMinSharing(const Routes& routes, std::vector<double> capacities)
    : routes_(&routes),
      widest_(*std::max_element(capacities.begin(), capacities.end())),
      no_link_(routes.links()),
      levels_(std::size_t{routes.links()} + 1, unlimited),
      links_(routes.links()) {
  assert(routes.longest() <= width);
  for (std::uint32_t l = 0; l < links_.size(); ++l) {
    links_[l].capacity = capacities[routes.level(l)];
    if (links_[l].capacity < widest_) levels_[l] = links_[l].capacity;
  }
}

template <std::size_t width>
ChannelId MaxMinSharing<width>::channel(NodeId from, NodeId to) {
  if (from.value() >= channel_of_.size()) channel_of_.resize(std::size_t{from.value()} + 1);
  const auto [number, is_new] = channel_of_[from.value()].find_or_add(to);
  if (!is_new) return ChannelId(number);
  number = static_cast<std::uint32_t>(channels_.size());
  const Routes::Route route = routes_->between(from, to);
  Channel& channel = channels_.emplace_back();
  for (std::size_t side = 0; side < width; ++side)
    channel.links[side] = side < route.length ? route.links[side] : no_link_;
  return ChannelId(number);
}

template <std::size_t width>
void MaxMinSharing<width>::remove_flow(ChannelId channel) {
  assert(channels_[channel.value()].flows > 0);
  set_flows(channel.value(), channels_[channel.value()].flows - 1);
}

template <std::size_t width>
void MaxMinSharing<width>::set_flows(std::uint32_t c, std::uint32_t flows) {
  Channel& channel = channels_[c];
  const std::uint32_t before = std::exchange(channel.flows, flows);
  const double more = static_cast<double>(flows) - static_cast<double>(before);
  for (std::size_t side = 0; side < width && channel.links[side] != no_link_; ++side) {
    const std::uint32_t l = channel.links[side];
    if (before == 0) enter(c, side);
    Link& link = links_[l];
    link.uses[channel.positions[side]].flows = flows;
    link.flows += more;
    link.load = link.flows == 0.0 ? 0.0 : link.load + more * channel.rate;
    if (flows == 0) leave(c, side);
    touch(l);  // even with unchanged levels: the channel may be new
    if (levels_[l] != unlimited) {
      wait(l);
    } else {
      suspect(l);
    }
  }
  if (flows == 0) channel.rate = 0.0;
}

template <std::size_t width>
void MaxMinSharing<width>::enter(std::uint32_t c, std::size_t side) {
  Channel& channel = channels_[c];
  std::vector<Use>& uses = links_[channel.links[side]].uses;
  channel.positions[side] = static_cast<std::uint32_t>(uses.size());
  Use& use = uses.emplace_back();
  use.channel = c;
  for (std::size_t other = 0, i = 0; other < width; ++other)
    if (other != side) use.others[i++] = channel.links[other];
}

template <std::size_t width>
void MaxMinSharing<width>::leave(std::uint32_t c, std::size_t side) {
  const std::uint32_t l = channels_[c].links[side];
  std::vector<Use>& uses = links_[l].uses;
  const std::uint32_t position = channels_[c].positions[side];
  if (position + 1 < uses.size()) {
    uses[position] = uses.back();
    Channel& moved = channels_[uses[position].channel];
    const auto its_side = std::find(moved.links.begin(), moved.links.end(), l) - moved.links.begin();
    moved.positions[static_cast<std::size_t>(its_side)] = position;
  }
  uses.pop_back();
}

template <std::size_t width>
void MaxMinSharing<width>::touch(std::uint32_t link) {
  if (!std::exchange(links_[link].is_touched, true)) touched_.push_back(link);
}

template <std::size_t width>
void MaxMinSharing<width>::wait(std::uint32_t link) {
  if (!std::exchange(links_[link].is_waiting, true)) waiting_.push_back(link);
}

template <std::size_t width>
void MaxMinSharing<width>::suspect(std::uint32_t link) {
  if (!std::exchange(links_[link].is_suspect, true)) suspects_.push_back(link);
}

// Terminates: each time all links whose levels don't fit have been recomputed, one more level is final.
// Levels become final from the lowest up, because a level depends only on lower ones.
template <std::size_t width>
void MaxMinSharing<width>::settle() {
  do {
    settle_levels();
    update_rates();
    check_suspects();
  } while (!waiting_.empty());
}

template <std::size_t width>
void MaxMinSharing<width>::settle_levels() {
  for (std::size_t next = 0; next < waiting_.size(); ++next) {
    const std::uint32_t l = waiting_[next];
    links_[l].is_waiting = false;
    const double before = levels_[l];
    const double level = level_of(l);
    if (level == unlimited) suspect(l);  // other levels may rise once more
    if (is_same_level(level, before)) continue;
    levels_[l] = level;
    touch(l);
    // Flows limited to less elsewhere, before and after, are not affected.
    const double lowest = std::min(before, level);
    for (const Use& use : links_[l].uses) {
      if (elsewhere(use) <= lowest) continue;
      for (const std::uint32_t other : use.others) {
        if (levels_[other] != unlimited) wait(other);
      }
    }
  }
  waiting_.clear();
}

template <std::size_t width>
void MaxMinSharing<width>::update_rates() {
  for (const std::uint32_t link : touched_) {
    links_[link].is_touched = false;
    for (const Use& use : links_[link].uses) {
      const double rate = std::min(levels_[link], elsewhere(use));
      if (rate != channels_[use.channel].rate) set_rate(use.channel, rate);
    }
  }
  touched_.clear();
}

template <std::size_t width>
void MaxMinSharing<width>::set_rate(std::uint32_t c, double rate) {
  Channel& channel = channels_[c];
  const double more = channel.flows * (rate - channel.rate);
  channel.rate = rate;
  for (std::size_t side = 0; side < width && channel.links[side] != no_link_; ++side) {
    const std::uint32_t l = channel.links[side];
    links_[l].load += more;
    if (more > 0.0 && levels_[l] == unlimited) suspect(l);
  }
  if (!std::exchange(channel.is_changed, true)) changed_.push_back(c);
}

template <std::size_t width>
void MaxMinSharing<width>::check_suspects() {
  for (const std::uint32_t l : suspects_) {
    Link& link = links_[l];
    const double limit = link.capacity * (1 + load_tolerance);
    link.is_suspect = false;
    if (link.load <= limit) continue;
    link.load = 0.0;  // sums it up again, without the rounding of many changes
    for (const Use& use : link.uses) link.load += use.flows * channels_[use.channel].rate;
    if (link.load > limit) wait(l);
  }
  suspects_.clear();
}

// Finds the root of sum over flows of min(level elsewhere, level) = capacity with Newton's method. The sum is
// concave and piecewise linear in the level. A step from anywhere ends at or below the root, and further
// steps climb to it, at least one piece at a time. An even share is below the root too.
template <std::size_t width>
double MaxMinSharing<width>::level_of(std::uint32_t l) {
  ++levels_computed_;
  const Link& link = links_[l];
  const double highest = link.capacity < widest_ ? link.capacity : unlimited;
  if (link.flows == 0.0) return highest;
  double limited_flows = 0.0;
  // The capacity that remains after the flows that get less elsewhere than the guess.
  const auto rest_at = [&](double guess) {
    const double limit = guess * (1 - level_tolerance);
    double rest = link.capacity;
    limited_flows = 0.0;
    for (const Use& use : link.uses) {
      const double its_limit = elsewhere(use);
      if (its_limit >= limit) continue;
      rest -= use.flows * its_limit;
      limited_flows += use.flows;
    }
    return rest;
  };
  const double even = link.capacity / link.flows;
  double guess = even;
  const double rest = rest_at(levels_[l]);
  if (limited_flows < link.flows) {
    guess = std::max(even, rest / (link.flows - limited_flows));
    if (guess == levels_[l]) return guess;
  } else if (rest >= 0.0) {
    return highest;
  }
  for (;;) {
    const double left = rest_at(guess);
    if (limited_flows == link.flows) return highest;
    const double next = left / (link.flows - limited_flows);
    if (next <= guess) return guess;
    guess = next;
  }
}

template class MaxMinSharing<2>;
template class MaxMinSharing<4>;
template class MaxMinSharing<6>;
template class MaxMinSharing<Routes::max_length>;

}  // namespace gusset::simulator
