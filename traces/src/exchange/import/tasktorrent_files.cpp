#include <algorithm>
#include <system_error>

#include "readers.hpp"
#include "scan.hpp"

namespace gusset::traces::import {
namespace {

namespace fs = std::filesystem;

/// "NAME.log.3" → "NAME", 3.
bool is_log_name(const std::string& file, std::string& stem, std::uint64_t& rank) {
  constexpr std::string_view middle = ".log.";
  const std::size_t at = file.rfind(middle);
  if (at == std::string::npos) return false;
  stem = file.substr(0, at);
  return parse_number(std::string_view(file).substr(at + middle.size()), rank);
}

}  // namespace

Result<std::vector<TaskTorrentRank>> find_tasktorrent(const fs::path& path) {
  std::error_code failure;
  const bool is_folder = fs::is_directory(path, failure);
  const fs::path folder = is_folder ? path : path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::string wanted;
  if (!is_folder) {
    std::uint64_t rank = 0;
    if (!is_log_name(path.filename().string(), wanted, rank)) wanted = path.filename().string();
  }
  struct LogFile {
    std::uint64_t rank;
    std::string stem;
  };
  std::vector<LogFile> found;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    LogFile file{0, {}};
    if (is_log_name(entry->path().filename().string(), file.stem, file.rank))
      found.push_back(std::move(file));
  }
  std::sort(found.begin(), found.end(), [](const LogFile& a, const LogFile& b) {
    return std::tie(a.stem, a.rank) < std::tie(b.stem, b.rank);
  });
  const bool is_only_run = found.empty() || found.front().stem == found.back().stem;
  // If a folder has the logs of several runs, keeps the first one by name.
  if (is_folder && !found.empty()) wanted = found.front().stem;
  std::erase_if(found, [&](const LogFile& file) { return file.stem != wanted; });
  std::vector<TaskTorrentRank> ranks;
  for (const auto& [rank, stem] : found) {
    const auto beside = [&, &rank = rank](const std::string& start) {
      const std::string name = start + std::to_string(rank);
      return path.has_parent_path() || is_folder ? folder / name : fs::path(name);
    };
    auto log = FileText::open(beside(stem + ".log."));
    if (!log) return log.error();
    ranks.push_back({rank, std::move(log).value(), {}});
    // The last name does not say which run it belongs to.
    for (const std::string& start :
         {stem + ".deps.", stem + ".deps.dot.", "deps_" + stem + ".dot.", std::string("deps.dot.")}) {
      if (!fs::exists(beside(start), failure) || (start == "deps.dot." && !is_only_run)) continue;
      auto dependencies = FileText::open(beside(start));
      if (!dependencies) return dependencies.error();
      ranks.back().dependencies.push_back(std::move(dependencies).value());
      break;
    }
  }
  return ranks;
}

}  // namespace gusset::traces::import
