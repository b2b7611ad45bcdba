#include "gusset/traces/model/version_messages.hpp"

#include <algorithm>
#include <tuple>

namespace gusset::traces {

VersionMessages::VersionMessages(const Trace& trace) {
  for (const Message& message : trace.messages) {
    if (!message.handle.is_none()) messages_.push_back(&message);
  }
  std::stable_sort(messages_.begin(), messages_.end(), [](const Message* a, const Message* b) {
    return std::tie(a->handle, a->version, a->to, a->receive_ns) <
           std::tie(b->handle, b->version, b->to, b->receive_ns);
  });
}

std::span<const Message* const> VersionMessages::carrying(HandleId handle, std::uint32_t version) const {
  const auto key = [](const Message* message) { return std::tie(message->handle, message->version); };
  const auto wanted = std::tie(handle, version);
  const auto first = std::partition_point(messages_.begin(), messages_.end(),
                                          [&](const Message* message) { return key(message) < wanted; });
  const auto end = std::partition_point(first, messages_.end(),
                                        [&](const Message* message) { return key(message) == wanted; });
  return {first, end};
}

const Message* VersionMessages::first_to(NodeId node, const Access& access) const {
  const auto key = [](const Message* message) {
    return std::tie(message->handle, message->version, message->to);
  };
  const auto wanted = std::tie(access.handle, access.version, node);
  const auto found = std::partition_point(messages_.begin(), messages_.end(),
                                          [&](const Message* message) { return key(message) < wanted; });
  return found != messages_.end() && key(*found) == wanted ? *found : nullptr;
}

const Message* VersionMessages::last_to(NodeId node, const Access& access, std::int64_t by_ns) const {
  const auto key = [](const Message* message) {
    return std::tie(message->handle, message->version, message->to, message->receive_ns);
  };
  const auto wanted = std::tie(access.handle, access.version, node, by_ns);
  const auto after = std::partition_point(messages_.begin(), messages_.end(),
                                          [&](const Message* message) { return key(message) <= wanted; });
  if (after == messages_.begin()) return nullptr;
  const Message* const last = *(after - 1);
  const bool is_wanted = last->handle == access.handle && last->version == access.version &&
                         last->to == node && last->receive_ns != unknown_time;
  return is_wanted ? last : nullptr;
}

}  // namespace gusset::traces
