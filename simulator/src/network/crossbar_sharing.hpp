#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "gusset/core/ids.hpp"

namespace gusset::simulator {

/// A pair of nodes, sender and receiver. All flows of a pair have the same rate.
using ChannelId = Index<struct ChannelTag>;

/// Computes max-min fair rates of flows on a crossbar. Each node has one link out and one link in; all links
/// have the same capacity, and all flows the same weight.
///
/// Each link has a level: the largest rate that it grants a flow. Flows that get less on their other link
/// leave the rest of the capacity to the other flows, in equal parts. A flow's rate is the lower level of its
/// two links. Rates are max-min fair exactly when every link's level fits its neighbours' levels [Bertsekas
/// and Gallager, Data Networks, 6.5.2; Charny, Clark and Jain 1995]. A change only spreads from links whose
/// flows changed to links with higher levels, so most of a large network stays untouched.
class CrossbarSharing {
 public:
  /// `capacity` is each link's capacity, in any unit of rate, > 0.
  CrossbarSharing(unsigned nodes, double capacity);

  /// Returns the channel from one node to another, always the same for one pair.
  ChannelId channel(NodeId from, NodeId to);

  /// Adds or removes a flow. Rates stay unchanged until `share`.
  void add_flow(ChannelId channel) { set_flows(channel.value(), channels_[channel.value()].flows + 1); }
  void remove_flow(ChannelId channel);

  /// Updates the rates, then calls changed(channel, rate) for each channel with flows whose rate changed.
  template <class Changed>
  void share(Changed&& changed) {
    settle_levels();
    for (const std::uint32_t link : touched_) {
      links_[link].is_touched = false;
      for (const Use& use : links_[link].uses) {
        Channel& channel = channels_[use.channel];
        const double rate = std::min(links_[link].level, links_[use.other].level);
        if (rate == channel.rate) continue;
        channel.rate = rate;
        changed(ChannelId(use.channel), rate);
      }
    }
    touched_.clear();
  }

  /// Returns the rate of each flow on the channel; 0 if it had none at the last `share`.
  double rate(ChannelId channel) const { return channels_[channel.value()].rate; }
  /// Returns the number of level computations so far, the cost of sharing.
  std::uint64_t levels_computed() const { return levels_computed_; }

 private:
  static constexpr double unlimited = std::numeric_limits<double>::infinity();

  struct Channel {
    std::uint32_t links[2] = {0, 0};      // the sender's outgoing link, the receiver's incoming link
    std::uint32_t positions[2] = {0, 0};  // index of this channel among each link's uses
    std::uint32_t flows = 0;
    double rate = 0.0;
  };
  /// A channel with flows, as one of its links sees it.
  struct Use {
    std::uint32_t channel = 0;
    std::uint32_t other = 0;  // the channel's other link
    double flows = 0.0;
  };
  struct Link {
    double level = unlimited;
    double flows = 0.0;
    std::vector<Use> uses;
    bool is_waiting = false;  // its level must be recomputed
    bool is_touched = false;  // its channels' rates may have changed
  };

  void set_flows(std::uint32_t channel, std::uint32_t flows);
  void enter(std::uint32_t channel, unsigned side);
  void leave(std::uint32_t channel, unsigned side);
  void touch(std::uint32_t link);
  void wait(std::uint32_t link);
  void settle_levels();
  double level_of(const Link& link);

  double capacity_;
  std::uint32_t nodes_;
  std::vector<Link> links_;  // all outgoing links by node, then all incoming links
  std::vector<Channel> channels_;
  std::unordered_map<std::uint64_t, std::uint32_t> channel_of_;  // keyed by the pair of nodes
  std::vector<std::uint32_t> waiting_;                           // queue of links
  std::vector<std::uint32_t> touched_;                           // links
  std::uint64_t levels_computed_ = 0;
};

}  // namespace gusset::simulator
