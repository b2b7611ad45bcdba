#pragma once
#include <array>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "gusset/simulator/costs/message_costs.hpp"

namespace gusset::simulator {

/// The members of MessageCosts that may be unknown, and their names in documents.
inline constexpr std::array<std::pair<const char*, std::optional<double> MessageCosts::*>, 6> message_fields{
    {{"latency_s", &MessageCosts::latency_s},
     {"long_latency_s", &MessageCosts::long_latency_s},
     {"bandwidth_bytes_per_s", &MessageCosts::bandwidth_bytes_per_s},
     {"send_s", &MessageCosts::send_s},
     {"receive_s", &MessageCosts::receive_s},
     {"receive_s_per_byte", &MessageCosts::receive_s_per_byte}}};

inline nlohmann::ordered_json messages_to_json(const MessageCosts& messages) {
  nlohmann::ordered_json document{{"count", messages.count}};
  for (const auto& [key, member] : message_fields) {
    if (const auto& value = messages.*member) document[key] = *value;
  }
  return document;
}

}  // namespace gusset::simulator
