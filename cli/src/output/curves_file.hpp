#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "gusset/traces/picture/charts/curves_figure.hpp"

namespace gusset::cli {

/// Reads the file's "gusset curves" document (docs/commands.md). Throws Failure with the file and the field.
picture::CurvesFigure read_curves(const std::string& path);

/// The same for a parsed document. `name` is the file's name in errors.
picture::CurvesFigure curves_of(const nlohmann::json& document, const std::string& name);

/// Whether the file's first field says that it is a "gusset curves" document.
bool is_curves_file(const std::string& path);

}  // namespace gusset::cli
