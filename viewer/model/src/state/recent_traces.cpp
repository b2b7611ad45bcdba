#include "gusset/viewer/model/state/recent_traces.hpp"

#include <algorithm>
#include <filesystem>

#include "gusset/base/json_field.hpp"

namespace gusset::viewer {
namespace {

std::filesystem::path native(const std::string& utf8) {
  return std::filesystem::path(std::u8string(utf8.begin(), utf8.end()));
}

std::string utf8(const std::filesystem::path& path) {
  const std::u8string text = path.u8string();
  return {text.begin(), text.end()};
}

}  // namespace

std::string RecentTrace::name() const {
  std::string names;
  for (const std::string& path : paths) names += (names.empty() ? "" : ", ") + utf8(native(path).filename());
  return names;
}

std::string RecentTrace::folder(const std::string& home) const {
  if (paths.empty()) return {};
  const std::string folder = utf8(native(paths.front()).parent_path());
  const bool at_home = !home.empty() && folder.starts_with(home) &&
                       (folder.size() == home.size() || folder[home.size()] == '/');
  return at_home ? "~" + folder.substr(home.size()) : folder;
}

RecentTraces RecentTraces::from_json(const std::string& text) {
  const auto entries = read_document(text, "recent traces", [](const JsonField& list) {
    return list.list_of([](const JsonField& entry) {
      const auto miniature = entry.find("miniature");
      return RecentTrace{entry.at("paths").texts(), entry.at("about").text(), false,
                         miniature ? miniature->text() : std::string()};
    });
  });
  RecentTraces recent;
  if (!entries) return recent;
  for (auto entry = entries->rbegin(); entry != entries->rend(); ++entry) recent.add(*entry);
  return recent;
}

std::string RecentTraces::to_json() const {
  auto json = nlohmann::json::array();
  for (const RecentTrace& entry : entries_) {
    json.push_back({{"paths", entry.paths}, {"about", entry.about}});
    if (!entry.miniature.empty()) json.back()["miniature"] = entry.miniature;
  }
  // A file name need not be valid UTF-8. json_text replaces invalid bytes, so the file counts as missing
  // later.
  return json_text(json);
}

void RecentTraces::add(RecentTrace entry) {
  if (entry.paths.empty()) return;
  std::erase_if(entries_, [&](const RecentTrace& old) { return old.paths == entry.paths; });
  entries_.insert(entries_.begin(), std::move(entry));
  if (entries_.size() > capacity) entries_.resize(capacity);
}

RecentTraces RecentTraces::checked() const {
  RecentTraces result = *this;
  for (RecentTrace& entry : result.entries_) {
    entry.missing = std::any_of(entry.paths.begin(), entry.paths.end(), [](const std::string& path) {
      std::error_code failure;
      return !std::filesystem::exists(native(path), failure);
    });
  }
  return result;
}

RecentTraces RecentTraces::without_missing() const {
  RecentTraces result = *this;
  std::erase_if(result.entries_, [](const RecentTrace& entry) { return entry.missing; });
  return result;
}

}  // namespace gusset::viewer
