#include "join_parts.hpp"

#include <map>
#include <optional>
#include <system_error>

#include "gusset/traces/exchange/merge_ranks.hpp"
#include "output/errors.hpp"

namespace gusset::cli {
namespace {

// "t.gus" for "t.node12.gus"; nothing for a name of any other form.
std::optional<std::string> trace_of_part(const std::filesystem::path& part) {
  const std::string stem = part.stem().string();
  const std::size_t dot = stem.rfind('.');
  if (dot == std::string::npos || dot == 0) return std::nullopt;
  const std::string last = stem.substr(dot + 1);
  const bool is_node = last.starts_with("node") && last.size() > 4 &&
                       last.find_first_not_of("0123456789", 4) == std::string::npos;
  if (!is_node) return std::nullopt;
  return stem.substr(0, dot) + part.extension().string();
}

}  // namespace

std::vector<std::string> join_parts(const std::filesystem::path& folder) {
  std::map<std::string, std::vector<std::filesystem::path>> parts_of;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto trace = trace_of_part(entry.path());
    if (!trace) continue;
    std::error_code unreadable;
    if (entry.file_size(unreadable) == 0) {  // the node ended before it could write
      std::filesystem::remove(entry.path(), unreadable);
      continue;
    }
    parts_of[*trace].push_back(entry.path());
  }
  std::vector<std::string> notes;
  for (const auto& [name, parts] : parts_of) {
    const traces::MergedRanks merged = required(traces::merge_ranks(parts, folder / name));
    for (const std::string& note : merged.notes) notes.push_back(name + ": " + note);
    for (const std::filesystem::path& part : parts) {
      std::error_code kept;
      std::filesystem::remove(part, kept);
    }
  }
  return notes;
}

}  // namespace gusset::cli
