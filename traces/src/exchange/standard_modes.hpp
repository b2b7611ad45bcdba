#pragma once
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The access modes that every reader and writer knows by name: read, write and add, in this order.
inline const std::vector<AccessMode>& standard_modes() {
  static const std::vector<AccessMode> modes = {
      {"read", true, false, false}, {"write", false, true, true}, {"add", true, true, true}};
  return modes;
}

}  // namespace gusset::traces
