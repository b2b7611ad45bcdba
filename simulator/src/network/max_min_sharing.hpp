#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "gusset/core/ids.hpp"
#include "network/routes.hpp"
#include "stream/node_map.hpp"

namespace gusset::simulator {

/// A pair of nodes, sender and receiver. All flows of a pair have the same route and the same rate.
using ChannelId = Index<struct ChannelTag>;

/// Computes max-min fair rates of flows over routes of at most `width` links. All flows have the same weight.
///
/// Each link has a level: the largest rate that it grants a flow. Flows that get less on another link leave
/// the rest of the capacity to the other flows, in equal parts. A flow's rate is the lowest level on its
/// route. Rates are max-min fair exactly when every link's level fits its neighbours' levels [Bertsekas and
/// Gallager, Data Networks, 6.5.2; Charny, Clark and Jain 1995]. A change only spreads from links whose flows
/// changed to links with higher levels, so most of a large network stays untouched. Most links are not full
/// and grant any rate up to their capacity: only the sum of their flows' rates is followed, until it exceeds
/// the capacity. Links that are narrower than the widest one always have a level, at most their capacity.
template <std::size_t width>
class MaxMinSharing {
 public:
  /// `capacities` are those of the links of each level of the routes, in any unit of rate, > 0.
  MaxMinSharing(const Routes& routes, std::vector<double> capacities);

  /// Returns the channel from one node to another, always the same for one pair.
  ChannelId channel(NodeId from, NodeId to);

  /// Adds or removes a flow. Rates stay unchanged until `share`.
  void add_flow(ChannelId channel) { set_flows(channel.value(), channels_[channel.value()].flows + 1); }
  void remove_flow(ChannelId channel);

  /// Updates the rates, then calls changed(channel, rate) for each channel with flows whose rate changed.
  template <class Changed>
  void share(Changed&& changed) {
    settle();
    for (const std::uint32_t c : changed_) {
      channels_[c].is_changed = false;
      if (channels_[c].flows > 0) changed(ChannelId(c), channels_[c].rate);
    }
    changed_.clear();
  }

  /// Returns the rate of each flow on the channel; 0 if it had none at the last `share`.
  double rate(ChannelId channel) const { return channels_[channel.value()].rate; }
  /// Returns the number of level computations so far, the cost of sharing.
  std::uint64_t levels_computed() const { return levels_computed_; }

 private:
  static constexpr double unlimited = std::numeric_limits<double>::infinity();

  struct Channel {
    std::array<std::uint32_t, width> links{};      // of its route; then no_link_
    std::array<std::uint32_t, width> positions{};  // index of this channel among each link's uses
    std::uint32_t flows = 0;
    bool is_changed = false;  // its rate changed, and changed_ contains it
    double rate = 0.0;
  };
  /// A channel with flows, as one of its links sees it.
  struct Use {
    std::uint32_t channel = 0;
    std::array<std::uint32_t, width - 1> others{};  // the channel's other links
    double flows = 0.0;
  };
  struct Link {
    double flows = 0.0;
    double load = 0.0;  // sum of its flows' rates
    double capacity = 0.0;
    std::vector<Use> uses;
    bool is_waiting = false;  // its level must be recomputed
    bool is_touched = false;  // its channels' rates may have changed
    bool is_suspect = false;  // its load has grown, although it grants any rate
  };

  void set_flows(std::uint32_t channel, std::uint32_t flows);
  void enter(std::uint32_t channel, std::size_t side);
  void leave(std::uint32_t channel, std::size_t side);
  void touch(std::uint32_t link);
  void wait(std::uint32_t link);
  void suspect(std::uint32_t link);
  void settle();
  void settle_levels();
  void update_rates();
  void set_rate(std::uint32_t channel, double rate);
  void check_suspects();
  double level_of(std::uint32_t link);
  double elsewhere(const Use& use) const {
    double lowest = widest_;
    for (const std::uint32_t other : use.others) lowest = std::min(lowest, levels_[other]);
    return lowest;
  }

  const Routes* routes_;
  double widest_;               // the largest capacity
  std::uint32_t no_link_;       // fills up short routes; it grants any rate
  std::vector<double> levels_;  // by link
  std::vector<Link> links_;
  std::vector<Channel> channels_;
  std::vector<NodeMap<std::uint32_t>> channel_of_;  // by sender, then receiver
  std::vector<std::uint32_t> waiting_;              // queue of links
  std::vector<std::uint32_t> touched_;              // links
  std::vector<std::uint32_t> suspects_;             // links
  std::vector<std::uint32_t> changed_;              // channels
  std::uint64_t levels_computed_ = 0;
};

extern template class MaxMinSharing<2>;
extern template class MaxMinSharing<4>;
extern template class MaxMinSharing<6>;
extern template class MaxMinSharing<Routes::max_length>;

}  // namespace gusset::simulator
