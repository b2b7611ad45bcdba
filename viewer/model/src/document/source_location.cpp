#include "gusset/viewer/model/document/source_location.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace gusset::viewer {
namespace {

template <std::size_t n>
bool is_among(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The line number that a text begins with: "69", "41+0x2f4" or "69 update".
std::optional<std::uint32_t> leading_number(std::string_view text) {
  std::uint32_t line = 0;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), line);
  const bool is_whole = stopped == text.data() + text.size() || *stopped == '+' || *stopped == ' ';
  if (error != std::errc() || !is_whole || line == 0) return std::nullopt;
  return line;
}

/// Replaces each `from`; returns whether there was any.
bool replace(std::string& text, std::string_view from, const std::string& to) {
  bool has_any = false;
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
    has_any = true;
  }
  return has_any;
}

/// A source file has an extension; in "std::sort:3" and "phase:2" there is no file.
bool is_file_name(std::string_view file) {
  const std::size_t dot = file.rfind('.');
  return dot != file.npos && dot + 1 < file.size() && file.find('/', dot) == file.npos;
}

}  // namespace

std::optional<SourceLocation> source_location(std::string_view type_name) {
  for (const std::string_view word : {"parallel ", "taskwait "}) {
    if (type_name.starts_with(word)) type_name.remove_prefix(word.size());
  }
  // The function after the line may contain colons.
  for (std::size_t colon = type_name.find(':'); colon != type_name.npos;
       colon = type_name.find(':', colon + 1)) {
    const std::optional<std::uint32_t> line = leading_number(type_name.substr(colon + 1));
    const std::string_view file = type_name.substr(0, colon);
    if (line && is_file_name(file)) return SourceLocation{std::string(file), *line};
  }
  return std::nullopt;
}

std::string place_text(const SourceLocation& place) {
  return place.file + " line " + std::to_string(place.line);
}

std::optional<std::filesystem::path> find_source(const SourceLocation& place,
                                                 const std::vector<std::filesystem::path>& folders,
                                                 std::size_t max_entries) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path named(place.file);
  if (named.is_absolute() && fs::is_regular_file(named, error)) return named;
  for (const fs::path& folder : folders) {
    if (fs::is_regular_file(folder / named.relative_path(), error)) return folder / named.relative_path();
    std::size_t seen = 0;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && entry != end && seen < max_entries;
         entry.increment(error), ++seen) {
      if (entry->path().filename().string().starts_with('.')) {
        if (entry->is_directory(error)) entry.disable_recursion_pending();
      } else if (entry->path().filename() == named.filename() && entry->is_regular_file(error)) {
        return entry->path();
      }
    }
    error.clear();
  }
  return std::nullopt;
}

std::vector<std::string> editor_command(const std::vector<std::string>& editor, const std::string& terminal,
                                        const std::filesystem::path& file, std::uint32_t line) {
  static constexpr std::array<std::string_view, 4> goto_option{"code", "codium", "code-oss", "vscodium"};
  static constexpr std::array<std::string_view, 2> colon_line{"subl", "zed"};
  static constexpr std::array<std::string_view, 2> dash_line{"kate", "kwrite"};
  static constexpr std::array<std::string_view, 11> in_terminal{
      "vi", "vim", "nvim", "nano", "pico", "micro", "helix", "hx", "joe", "ed", "mg"};
  const std::string at = std::to_string(line);
  if (editor.empty()) return {"xdg-open", file.string()};
  const std::string name = std::filesystem::path(editor.front()).filename().string();
  const bool is_emacs_in_terminal =
      name.starts_with("emacs") && std::any_of(editor.begin(), editor.end(), [](const auto& word) {
        return word == "-nw" || word == "-t" || word == "--no-window-system";
      });
  std::vector<std::string> command;
  if (is_among(in_terminal, name) || is_emacs_in_terminal) {
    if (terminal.empty()) return {"xdg-open", file.string()};
    command = {terminal, "-e"};
  }
  command.insert(command.end(), editor.begin(), editor.end());
  bool has_place = false;
  for (std::string& word : command) {
    has_place = replace(word, "{file}", file.string()) || has_place;
    has_place = replace(word, "{line}", at) || has_place;
  }
  if (has_place) return command;
  if (is_among(goto_option, name)) {
    command.insert(command.end(), {"--goto", file.string() + ":" + at});
  } else if (is_among(colon_line, name)) {
    command.push_back(file.string() + ":" + at);
  } else if (is_among(dash_line, name)) {
    command.insert(command.end(), {"--line", at, file.string()});
  } else {
    command.insert(command.end(), {"+" + at, file.string()});
  }
  return command;
}

}  // namespace gusset::viewer
