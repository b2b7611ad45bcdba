#include "gusset/viewer/model/explain/next_panel.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <utility>
#include <vector>

namespace gusset::viewer {
namespace {

using PanelKind = NextPanel::Kind;

constexpr std::array<std::pair<std::string_view, PanelKind>, 7> panel_commands{
    {{"idle", PanelKind::idle},
     {"critical-path", PanelKind::critical_path},
     {"why", PanelKind::why},
     {"stats", PanelKind::statistics},
     {"speedup", PanelKind::speedup},
     {"compare", PanelKind::compare},
     {"schedule", PanelKind::schedule}}};

std::vector<std::string> words_of_command(std::string_view command) {
  std::istringstream stream{std::string(command)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

std::optional<NextPanel> next_panel(std::string_view command) {
  const std::vector<std::string> words = words_of_command(command);
  if (words.size() < 3 || words[0] != "gusset") return std::nullopt;
  const auto known = std::find_if(panel_commands.begin(), panel_commands.end(),
                                  [&](const auto& one) { return one.first == words[1]; });
  if (known == panel_commands.end()) return std::nullopt;
  NextPanel next{known->second, {}, {}};
  if (next.kind == PanelKind::statistics && words[2] == "--by" && words.size() > 4) next.by = words[3];
  if (next.kind == PanelKind::why) {
    std::uint32_t task = 0;
    const std::string& text = words.back();
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), task);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
    next.task = traces::TaskId(task);
  }
  return next;
}

std::string menu_text(const NextPanel& next) {
  switch (next.kind) {
    case PanelKind::idle:
      return "Show idle time";
    case PanelKind::critical_path:
      return "Show the critical path";
    case PanelKind::why:
      return "Show why task " + std::to_string(next.task->value()) + " did not start earlier";
    case PanelKind::statistics:
      return next.by.empty() ? "Show statistics" : "Show statistics by " + next.by;
    case PanelKind::speedup:
      return "Show the speedup";
    case PanelKind::compare:
      return "Compare the traces";
    case PanelKind::schedule:
      break;
  }
  return "Find a better schedule";
}

}  // namespace gusset::viewer
