#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace gusset::cli {

/// What join_parts has found.
struct JoinedParts {
  std::vector<std::string> notes;       ///< for the traces' readers, such as missing parts
  std::vector<std::string> incomplete;  ///< names of traces that lack some of what their nodes did
};

/// Joins the parts "NAME.nodeR.gus" in a folder, which the nodes of each run have written, into one trace
/// "NAME.gus" per run, and removes the parts. Throws Failure if parts do not fit together; the folder then
/// keeps those parts.
JoinedParts join_parts(const std::filesystem::path& folder);

}  // namespace gusset::cli
