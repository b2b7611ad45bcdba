#pragma once
#include <string_view>

#include "gusset/traces/analysis/causes/critical_path.hpp"

namespace gusset::traces {

/// What the links of a chain are called in every answer and picture.
struct LinkWords {
  std::string_view name;     ///< "ready, not taken": in tables and over the timeline
  std::string_view awaited;  ///< "a worker": what a task waited for; of runs, empty
  std::string_view advice;   ///< what may shorten such links
};
const LinkWords& link_words(ChainLink::Kind kind);

}  // namespace gusset::traces
