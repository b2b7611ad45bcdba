#include "gusset/core/engine/broadcast_tree.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "gusset/base/node_messages.hpp"
#include "gusset/base/text.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/version_sequence.hpp"

namespace gusset {

BroadcastTree BroadcastTree::from(const Options& options) {
  return parse(options.setting("broadcast").value_or(""), "GUSSET_BROADCAST");
}

BroadcastTree BroadcastTree::parse(const std::string& text, const std::string& source) {
  constexpr std::string_view with_fan_out = "tree,";
  if (text.empty() || text == "direct") return {};
  if (text == "tree") return {true, 0};
  const std::string_view number = std::string_view(text).substr(std::min(text.size(), with_fan_out.size()));
  const auto fan_out = parse_number<unsigned>(number);
  if (!text.starts_with(with_fan_out) || !fan_out || *fan_out == 0) {
    throw ConfigurationError(
        source, "direct, tree, or tree with a limit on the nodes that each node sends to (\"tree,4\")",
        double_quoted(text));
  }
  return {true, *fan_out};
}

std::string BroadcastTree::text() const {
  if (!is_on) return {};
  return fan_out == 0 ? "tree" : "tree," + std::to_string(fan_out);
}

unsigned BroadcastTree::children(std::uint64_t bytes) const {
  if (fan_out > 0) return fan_out;
  return bytes > eager_bytes ? 2 : 4;
}

VersionReaders::Way VersionReaders::add(const BroadcastTree& tree, std::uint64_t bytes, std::uint32_t version,
                                        NodeId node, bool is_reserved) {
  if (!has_version_ || version_ != version) {
    if (has_version_ && !has_reached(version, version_)) return {NodeId(), node, true};  // an older one
    restart(version);
  }
  std::uint32_t& index = index_of(node);
  if (index == direct) return {NodeId(), node, false};
  if (index != none) {
    const Reader& reader = readers_[index - 1];
    return {reader.parent == 0 ? NodeId() : readers_[reader.parent - 1].node, reader.first, false};
  }
  if (is_reserved) {
    index = direct;
    direct_.push_back(node);
    return {NodeId(), node, true};
  }
  const auto parent = static_cast<std::uint32_t>(readers_.size()) / tree.children(bytes);
  const NodeId first = parent == 0 ? node : readers_[parent - 1].first;
  readers_.push_back({node, parent, first});
  index = static_cast<std::uint32_t>(readers_.size());
  return {parent == 0 ? NodeId() : readers_[parent - 1].node, first, true};
}

void VersionReaders::restart(std::uint32_t version) {
  for (const Reader& each : readers_) indices_[each.node.value()] = none;
  for (const NodeId node : direct_) indices_[node.value()] = none;
  readers_.clear();
  direct_.clear();
  version_ = version;
  has_version_ = true;
}

std::uint32_t& VersionReaders::index_of(NodeId node) {
  if (indices_.size() <= node.value()) indices_.resize(node.value() + std::size_t{1}, none);
  return indices_[node.value()];
}

}  // namespace gusset
