#include "join_parts.hpp"

#include <map>
#include <system_error>

#include "gusset/traces/exchange/merge_ranks.hpp"
#include "gusset/traces/exchange/part_path.hpp"
#include "output/errors.hpp"

namespace gusset::cli {

JoinedParts join_parts(const std::filesystem::path& folder) {
  std::map<std::filesystem::path, std::vector<std::filesystem::path>> parts_of;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto trace = traces::trace_of_part(entry.path());
    if (!trace) continue;
    std::error_code unreadable;
    if (entry.file_size(unreadable) == 0) {  // the node ended before it could write
      std::filesystem::remove(entry.path(), unreadable);
      continue;
    }
    parts_of[*trace].push_back(entry.path());
  }
  JoinedParts joined;
  for (const auto& [trace, parts] : parts_of) {
    const traces::MergedRanks merged = required(traces::merge_ranks(parts, trace));
    const std::string name = trace.filename().string();
    for (const std::string& note : merged.notes) joined.notes.push_back(name + ": " + note);
    if (merged.is_incomplete) joined.incomplete.push_back(name);
    for (const std::filesystem::path& part : parts) {
      std::error_code kept;
      std::filesystem::remove(part, kept);
    }
  }
  return joined;
}

}  // namespace gusset::cli
