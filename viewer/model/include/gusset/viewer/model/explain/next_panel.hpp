#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gusset/traces/model/ids.hpp"

namespace gusset::viewer {

/// The panel of the window that shows what a command prints.
struct NextPanel {
  enum class Kind : std::uint8_t { idle, critical_path, why, statistics, speedup, compare, schedule };
  Kind kind = Kind::idle;
  std::string by = {};                      ///< how statistics group tasks; empty: as the panel does
  std::optional<traces::TaskId> task = {};  ///< of `why`
  friend bool operator==(const NextPanel&, const NextPanel&) = default;
};

/// The panel for a command such as "gusset stats --by worker T.gus" (Finding::next). Nothing if the window
/// has none.
std::optional<NextPanel> next_panel(std::string_view command);

/// "Show idle time", for a menu.
std::string menu_text(const NextPanel& next);

}  // namespace gusset::viewer
