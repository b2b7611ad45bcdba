#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "gusset/traces/sweep/sweep.hpp"

namespace gusset::sweep {

/// A sweep's JSON document. docs/sweeps.md specifies it; the first field says that it is a sweep.
std::string sweep_text(const Sweep& sweep);

/// Reads what sweep_text wrote. `name` is the file's name in errors. Throws DocumentError if the document is
/// something else or contradicts itself.
Sweep sweep_of(const nlohmann::json& document, const std::string& name);

/// Reads the sweep in a file. Throws DocumentError.
Sweep read_sweep(const std::string& path);

/// The name in the first field of one of Gusset's JSON documents: "gusset sweep". Empty for any other file,
/// and for files that can't be read.
std::string document_format(const std::string& path);
/// Whether a file says that it is a sweep.
bool is_sweep_file(const std::string& path);

/// The first option that differs between two sweeps ("--grid"), or "PROGRAM ARGS…". Empty if nothing differs.
std::string difference_of(const SweepDefinition& a, const SweepDefinition& b);

}  // namespace gusset::sweep
