#pragma once
#include <string>
#include <tuple>
#include <type_traits>

#include "gusset/core/graphs/key_counts.hpp"

namespace gusset::detail {

/// Whether key_text can write all parts of the key.
template <class Key>
constexpr bool has_text() {
  if constexpr (std::is_arithmetic_v<Key> || std::is_convertible_v<Key, std::string>) {
    return true;
  } else if constexpr (HasElements<Key>) {
    return std::apply([](auto... parts) { return (has_text<typename decltype(parts)::type>() && ...); },
                      []<std::size_t... index>(std::index_sequence<index...>) {
                        return std::tuple<std::type_identity<std::tuple_element_t<index, Key>>...>();
                      }(std::make_index_sequence<std::tuple_size_v<Key>>()));
  } else {
    return false;
  }
}

/// "1,2,0": the numbers and strings of a key. Empty if it has other parts.
template <class Key>
std::string key_text(const Key& key) {
  if constexpr (!has_text<Key>()) {
    return {};
  } else if constexpr (std::is_arithmetic_v<Key>) {
    return std::to_string(key);
  } else if constexpr (std::is_convertible_v<Key, std::string>) {
    return key;
  } else {
    std::string text;
    const auto append = [&](const auto& part) { text += (text.empty() ? "" : ",") + key_text(part); };
    std::apply([&](const auto&... parts) { (append(parts), ...); }, key);
    return text;
  }
}

}  // namespace gusset::detail
