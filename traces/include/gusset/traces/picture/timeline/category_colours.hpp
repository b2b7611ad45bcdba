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

/// The name and colour of run spans without a task.
inline constexpr const char* no_task_name = "(no task)";
inline constexpr traces::Colour no_task_colour{150, 158, 168};

/// The colour of the work of hidden tasks.
constexpr traces::Colour filtered_colour(traces::Background background) {
  return background == traces::Background::dark ? traces::Colour{54, 61, 71} : traces::Colour{222, 226, 231};
}

/// The colour of the sum of several types or categories, where a picture has no room for each of them.
constexpr traces::Colour several_types_colour(traces::Background background) {
  return background == traces::Background::dark ? traces::Colour{104, 112, 122}
                                                : traces::Colour{184, 190, 198};
}

/// The colours of task types, or of the categories of the traces' colourings. A *name* has one colour in all
/// traces of a picture, so a kernel looks alike in the measured and the predicted trace. Names are numbered
/// in the order in which the traces list them. traces::palette_places assigns the colours.
class CategoryColours {
 public:
  /// One trace and the colouring that colours it.
  struct Source {
    const traces::Trace* trace = nullptr;
    const traces::Colouring* colouring = nullptr;  ///< null: by type
    /// Returns how long each type was busy. Called only if there are more types than colours.
    std::function<std::vector<std::int64_t>()> busy_ns;
  };

  CategoryColours() = default;
  /// `own` colours, by name, take precedence over the colourings' colours, and these over the palette.
  explicit CategoryColours(const std::vector<Source>& sources,
                           const std::map<std::string, traces::Colour>& own = {},
                           traces::Background background = traces::Background::white);

  /// All names, without duplicates.
  const std::vector<std::string>& names() const { return names_; }
  /// The colour of a name, by the name's number.
  traces::Colour colour(std::size_t name) const { return colours_[name]; }
  /// The number of the name of a trace's type or colouring category.
  std::size_t name_of(std::size_t panel, std::size_t category) const {
    return names_of_categories_[panel][category];
  }
  /// How many types or categories a trace has.
  std::size_t count(std::size_t panel) const { return names_of_categories_[panel].size(); }
  /// The colour of each category of the level of detail.
  const std::array<traces::Colour, 256>& of_categories(std::size_t panel) const { return categories_[panel]; }
  /// The name of a category of the level of detail.
  const std::string& category_name(std::size_t panel, std::size_t category) const;

 private:
  std::vector<std::string> names_;
  std::vector<traces::Colour> colours_;
  std::vector<std::vector<std::size_t>> names_of_categories_;
  std::vector<std::array<traces::Colour, 256>> categories_;
};

/// Explains shared colours, given the colours of all types in a picture: "25 types share 16 colours". Returns
/// an empty text if all colours differ. `noun` names one coloured thing.
std::string shared_colours_text(std::span<const traces::Colour> colours, const std::string& noun = "type");

}  // namespace gusset::picture
