#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/canvas/palette.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"

namespace gusset::picture {

/// What run spans without a task are called, and their colour.
inline constexpr const char* no_task_name = "(no task)";
inline constexpr traces::Colour no_task_colour{150, 158, 168};

/// Work of tasks that are not shown.
constexpr traces::Colour filtered_colour(traces::Paper paper) {
  return paper == traces::Paper::dark ? traces::Colour{54, 61, 71} : traces::Colour{222, 226, 231};
}

/// The colours of what tasks are told apart by: their types, or the categories of the traces' colourings. One
/// colour per *name* over all traces of a picture, so that a kernel looks alike in the measured and the
/// predicted one. Names are numbered in the order in which the traces have them; their colours are as
/// traces::palette_places says.
class CategoryColours {
 public:
  /// What one of the traces is coloured by.
  struct Source {
    const traces::Trace* trace = nullptr;
    const traces::Colouring* colouring = nullptr;  ///< null: types
    /// How long each type was busy; asked where there are more types than colours.
    std::function<std::vector<std::int64_t>()> busy_ns;
  };

  CategoryColours() = default;
  /// `own` colours, by name, go before those of colourings, and these before the palette's.
  explicit CategoryColours(const std::vector<Source>& sources,
                           const std::map<std::string, traces::Colour>& own = {},
                           traces::Paper paper = traces::Paper::white);

  /// All names, each once.
  const std::vector<std::string>& names() const { return names_; }
  /// The colour of a name's number.
  traces::Colour colour(std::size_t name) const { return colours_[name]; }
  /// The number of the name of each trace's type, or of its colouring's category.
  std::size_t name_of(std::size_t panel, std::size_t category) const {
    return names_of_categories_[panel][category];
  }
  /// Types or categories of a trace.
  std::size_t count(std::size_t panel) const { return names_of_categories_[panel].size(); }
  /// What a category of the level of detail is drawn in.
  const std::array<traces::Colour, 256>& of_categories(std::size_t panel) const { return categories_[panel]; }
  /// What a category of the level of detail is called.
  const std::string& category_name(std::size_t panel, std::size_t category) const;

 private:
  std::vector<std::string> names_;
  std::vector<traces::Colour> colours_;
  std::vector<std::vector<std::size_t>> names_of_categories_;
  std::vector<std::array<traces::Colour, 256>> categories_;
};

/// Of the colours of all types that a picture shows: "16 colours for 25 types: some share one", where the
/// palette did not do; empty where they all differ. `noun`: what has the colours, one of them.
std::string shared_colours_text(std::span<const traces::Colour> colours, const std::string& noun = "type");

}  // namespace gusset::picture
