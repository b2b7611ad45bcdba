#pragma once
#include <string>
#include <string_view>

namespace gusset::traces {

/// Precedes the name of an attribute where a key may also be something else.
inline constexpr std::string_view attribute_prefix = "attribute:";

inline std::string attribute_key(const std::string& name) {
  return std::string(attribute_prefix) + name;
}

}  // namespace gusset::traces
