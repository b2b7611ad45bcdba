#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/viewer/model/state/session.hpp"

namespace gusset::viewer {

/// The panel that shows a file; nothing if none does.
std::optional<std::size_t> panel_of(const Document& document, const std::filesystem::path& file);

/// Shows a predicted trace in place of the panel that shows the file `replaced`, or else below the open
/// traces. `read_with` is the appearance that it was read with. Keeps the view.
void show_result(Session& session, std::shared_ptr<const LoadedTrace> loaded, const Appearance& read_with,
                 const std::filesystem::path& replaced);

/// Removes the panels that show these files. Keeps the view; clears the selected task if its panel is removed
/// or moves.
void remove_results(Session& session, const std::vector<std::filesystem::path>& files);

}  // namespace gusset::viewer
