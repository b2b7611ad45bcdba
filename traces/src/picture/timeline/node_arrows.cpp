#include "gusset/traces/picture/timeline/node_arrows.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/timeline/task_arrows.hpp"

namespace gusset::traces {
namespace {

constexpr double message_width = 1.6;
constexpr double widest_node_bundle = 7.0;

template <class Iterator>
std::string messages_text(Iterator from, Iterator to) {
  std::uint64_t messages = 0;
  for (; from != to; ++from) messages += from->messages;
  return count_text(messages, "message");
}

void add_bundles(std::vector<NodeTraffic> pairs, NodeArrows& found) {
  found.notes.emplace_back("messages · bytes per pair of nodes; these arrows are not placed in time");
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const auto& a, const auto& b) { return a.payload_bytes > b.payload_bytes; });
  if (pairs.size() > max_arrows) {
    const auto rest = pairs.begin() + max_arrows;
    found.notes.push_back("not drawn: " + messages_text(rest, pairs.end()) + " between " +
                          count_text(pairs.size() - max_arrows, "more pair") + " of nodes");
    pairs.resize(max_arrows);
  }
  std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    const auto key = [](const NodeTraffic& pair) {
      return std::tuple(std::min(pair.from, pair.to), std::max(pair.from, pair.to), pair.from);
    };
    return key(a) < key(b);
  });
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double place = (static_cast<double>(i) + 0.5) / static_cast<double>(pairs.size());
    found.arrows.push_back({pairs[i], std::nullopt, place});
  }
}

// Replaces the traffic of each bundle by the traffic sent so far, and drops bundles without any. `sent` is
// sorted by sender, then by receiver.
void count_sent(const std::vector<NodeTraffic>& sent, NodeArrows& found) {
  const auto key = [](const NodeTraffic& pair) { return std::pair(pair.from, pair.to); };
  std::vector<NodeArrow> arrows;
  for (NodeArrow& arrow : found.arrows) {
    const auto pair =
        std::lower_bound(sent.begin(), sent.end(), arrow.traffic,
                         [&](const NodeTraffic& a, const NodeTraffic& b) { return key(a) < key(b); });
    if (pair == sent.end() || key(*pair) != key(arrow.traffic)) continue;
    arrow.traffic = *pair;
    arrows.push_back(std::move(arrow));
  }
  found.arrows = std::move(arrows);
}

}  // namespace

NodeArrows node_arrows(const Trace& trace, const Traffic& traffic, std::int64_t from_ns, std::int64_t to_ns,
                       const std::function<bool(NodeId)>& is_shown, std::optional<std::int64_t> moment_ns) {
  if (!trace.recorded.messages) return {{}, {"messages between nodes: not recorded"}};
  if (trace.nodes.size() < 2) return {{}, {"messages between nodes: there is only one node"}};
  NodeArrows found;
  std::vector<NodeTraffic> pairs = traffic.between(from_ns, to_ns);
  const auto hidden = std::stable_partition(pairs.begin(), pairs.end(), [&](const NodeTraffic& pair) {
    return is_shown(pair.from) && is_shown(pair.to);
  });
  if (hidden != pairs.end())
    found.notes.push_back("not drawn: " + messages_text(hidden, pairs.end()) + " to or from hidden nodes");
  pairs.erase(hidden, pairs.end());
  if (pairs.empty()) {
    found.notes.emplace_back("messages between nodes: none at this time");
    return found;
  }
  std::uint64_t messages = 0;
  for (const NodeTraffic& pair : pairs) messages += pair.messages;
  if (messages > max_messages) {
    add_bundles(std::move(pairs), found);
    if (moment_ns && *moment_ns < to_ns - 1)
      count_sent(traffic.between(from_ns, std::max(from_ns, *moment_ns + 1)), found);
    return found;
  }
  for (const std::size_t index : traffic.under_way(from_ns, to_ns)) {
    const Message& message = trace.messages[index];
    if (is_shown(message.from) && is_shown(message.to))
      found.arrows.push_back({{message.from, message.to, 1, message.payload_bytes}, index, 0.0});
  }
  return found;
}

double node_arrow_width(const NodeArrow& arrow) {
  if (arrow.message) return message_width;
  return std::min(widest_node_bundle,
                  message_width + 0.4 * std::log2(static_cast<double>(arrow.traffic.messages)));
}

}  // namespace gusset::traces
