#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "gusset/traces/picture/charts/curves_figure.hpp"

namespace gusset::cli {

/// The "gusset curves" document (docs/commands.md) of that file. Throws Failure with file and field.
picture::CurvesFigure read_curves(const std::string& path);

/// The same of a document; `name` stands for its file.
picture::CurvesFigure curves_of(const nlohmann::json& document, const std::string& name);

/// Whether a file is one, by its first field.
bool is_curves_file(const std::string& path);

}  // namespace gusset::cli
