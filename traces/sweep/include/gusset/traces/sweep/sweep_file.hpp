#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "gusset/traces/sweep/sweep.hpp"

namespace gusset::sweep {

/// The document of a sweep, as docs/sweeps.md specifies it: its first field says that it is one.
std::string sweep_text(const Sweep& sweep);

/// What sweep_text wrote. `name` stands for the file in errors. Throws DocumentError where the document is
/// another, or contradicts itself.
Sweep sweep_of(const nlohmann::json& document, const std::string& name);

/// The sweep in a file. Throws DocumentError.
Sweep read_sweep(const std::string& path);

/// What a JSON document of Gusset says that it is, in its first field: "gusset sweep". Empty for any other
/// file, and one that can't be read.
std::string document_format(const std::string& path);
/// Whether a file calls itself a sweep.
bool is_sweep_file(const std::string& path);

/// The option by which two sweeps differ first ("--grid"), or "PROGRAM ARGS…"; empty where they don't.
std::string difference_of(const SweepDefinition& a, const SweepDefinition& b);

}  // namespace gusset::sweep
