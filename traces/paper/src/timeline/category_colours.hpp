#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "canvas/canvas.hpp"
#include "gusset/traces/paper/timeline/figure.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::figure {

/// What tasks are told apart by, types or a colouring's categories, of all panels by name, so that a type has
/// one colour even where traces number their types differently. Colours of types are as
/// traces::palette_places says.
class CategoryColours {
 public:
  /// `own` colours, by name, go before those of the palette.
  explicit CategoryColours(const std::vector<Panel>& panels, const std::map<std::string, Colour>& own = {});

  /// In order of first appearance.
  const std::vector<std::string>& names() const { return names_; }
  /// The position in `names` of a panel's type, or of its colouring's category.
  std::size_t index(std::size_t panel, std::size_t type) const { return index_[panel][type]; }
  /// What a panel's category (see traces::Texel) is called, and its colour.
  std::string category_name(std::size_t panel, std::size_t category) const;
  Colour category_colour(std::size_t panel, std::size_t category) const;

 private:
  std::vector<std::int64_t> busy_ns(const std::vector<Panel>& panels) const;

  std::vector<std::string> names_;
  std::vector<Colour> colours_;
  std::vector<std::vector<std::size_t>> index_;  // of each panel and type or category
};

/// What run spans without a task are called, and their colour.
inline constexpr const char* no_task_name = "(no task)";
inline constexpr Colour no_task_colour{0x80, 0x80, 0x80};
/// Of work of tasks that are not shown.
inline constexpr Colour filtered_colour{0xDE, 0xE2, 0xE7};

/// The faint colour behind a triangle.
Colour tint_of(Colour colour);

}  // namespace gusset::figure
