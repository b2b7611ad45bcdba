#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace gusset::cli {

/// Joins the parts "NAME.nodeR.gus" that the nodes of each run have written in a folder to one trace
/// "NAME.gus" per run, and removes them. Returns what the traces' readers should know, such as missing parts.
/// Throws Failure if parts do not fit together; the folder then keeps those parts.
std::vector<std::string> join_parts(const std::filesystem::path& folder);

}  // namespace gusset::cli
