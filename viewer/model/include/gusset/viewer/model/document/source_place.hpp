#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gusset::viewer {

/// A line of a source file, as a recording names it: the file may be a bare name.
struct SourcePlace {
  std::string file;
  std::uint32_t line = 0;
  friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

/// What a recorded OpenMP program's type names: "lu.c:69", "parallel lu.c:49", "/src/lu.c:41+0x2f4". Nothing
/// where it is no such place.
std::optional<SourcePlace> source_place(std::string_view type_name);

/// The file that a place means: itself where it is there, else one of its name in or below the folders, in
/// their order. Looks at no more than `most_entries` entries of a folder. Nothing where none is found.
std::optional<std::filesystem::path> find_source(const SourcePlace& place,
                                                 const std::vector<std::filesystem::path>& folders,
                                                 std::size_t most_entries = 5000);

/// The program and its arguments that show a line of a file: `editor` is what the user's VISUAL or EDITOR
/// says, split into words; where that is empty, the desktop's own (which knows no line). An editor that needs
/// a terminal is run in `terminal`, a program that takes "-e" and a command; where that is empty, the
/// desktop's is run instead.
std::vector<std::string> editor_command(const std::vector<std::string>& editor, const std::string& terminal,
                                        const std::filesystem::path& file, std::uint32_t line);

}  // namespace gusset::viewer
