#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gusset::viewer {

/// A line of a source file as a recording names it. The file may be a bare name without a folder.
struct SourceLocation {
  std::string file;
  std::uint32_t line = 0;
  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// Parses the source line in the type name of a recorded OpenMP program: "lu.c:69 update",
/// "parallel lu.c:49", "/src/lu.c:41+0x2f4". Returns nothing if the name contains no source line.
std::optional<SourceLocation> source_location(std::string_view type_name);

/// "lu.c line 69"
std::string place_text(const SourceLocation& place);

/// Finds the source file: the recorded path if it exists, else a file of the same name in or below the
/// folders, in their order. Searches at most `max_entries` entries of each folder. Returns nothing if there
/// is none.
std::optional<std::filesystem::path> find_source(const SourceLocation& place,
                                                 const std::vector<std::filesystem::path>& folders,
                                                 std::size_t max_entries = 5000);

/// The program and arguments that open a file at a line. `editor` is the user's command, split into words.
/// "{file}" and "{line}" in it are replaced; without them, the file and the line are added in the way that
/// the editor knows. If it is empty, the desktop's default application opens the file, without the line.
/// `terminal` is a program that takes "-e" and a command, and runs editors that need a terminal; if it is
/// empty, the desktop's default application replaces such editors.
std::vector<std::string> editor_command(const std::vector<std::string>& editor, const std::string& terminal,
                                        const std::filesystem::path& file, std::uint32_t line);

}  // namespace gusset::viewer
