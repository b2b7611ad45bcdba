#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "gusset/core/ids.hpp"

namespace gusset::simulator {

/// A pair of nodes, sender and receiver. All flows of a pair have one rate.
using ChannelId = Index<struct ChannelTag>;

/// Max-min fair rates of flows on a crossbar whose nodes have one link out and one link in each, all of one
/// capacity. Flows weigh the same.
///
/// Each link has a level: the largest rate that it grants a flow, so that flows which get less elsewhere
/// leave the rest of its capacity to the others in equal parts. A flow's rate is the lower level of its two
/// links; rates are max-min fair exactly where every link's level fits those of its neighbours [Bertsekas and
/// Gallager, Data Networks, 6.5.2; Charny, Clark and Jain 1995]. A change spreads from links whose flows
/// changed to links of higher levels only, so most of a large network is left alone.
class CrossbarSharing {
 public:
  /// capacity: of each link, in any unit of rate, above 0.
  CrossbarSharing(unsigned nodes, double capacity);

  /// The channel from one node to another; the same for the same pair.
  ChannelId channel(NodeId from, NodeId to);

  /// A flow begins or ends; rates are as they were until `share`.
  void add_flow(ChannelId channel);
  void remove_flow(ChannelId channel);

  /// Shares anew; then calls changed(channel, rate) for each channel with flows whose rate is another now.
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

  /// Of each of its flows; 0 where it had none at the last `share`.
  double rate(ChannelId channel) const { return channels_[channel.value()].rate; }
  std::size_t channels() const { return channels_.size(); }
  /// Levels worked out so far: what sharing costs.
  std::uint64_t levels_computed() const { return levels_computed_; }

 private:
  static constexpr double unlimited = std::numeric_limits<double>::infinity();

  struct Channel {
    std::uint32_t links[2] = {0, 0};      // out of the sender, into the receiver
    std::uint32_t positions[2] = {0, 0};  // among the uses of these
    std::uint32_t flows = 0;
    double rate = 0.0;
  };
  /// A channel with flows, as one of its links sees it.
  struct Use {
    std::uint32_t channel = 0;
    std::uint32_t other = 0;  // link
    double flows = 0.0;
  };
  struct Link {
    double level = unlimited;
    double flows = 0.0;
    std::vector<Use> uses;
    bool is_waiting = false;  // for its level to be worked out
    bool is_touched = false;  // rates of its channels may be others
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
  std::vector<Link> links_;  // out of each node, then into each node
  std::vector<Channel> channels_;
  std::unordered_map<std::uint64_t, std::uint32_t> channel_of_;  // pair of nodes
  std::vector<std::uint32_t> waiting_;                           // links, first come first served
  std::vector<std::uint32_t> touched_;                           // links
  std::uint64_t levels_computed_ = 0;
};

}  // namespace gusset::simulator
