#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "canvas.hpp"
#include "gusset/figure/figure.hpp"
#include "gusset/traces/trace.hpp"

namespace gusset::figure {

/// The task types of all panels by name, so that a type has one colour even where traces number their types
/// differently.
class TypeColours {
 public:
  explicit TypeColours(const std::vector<Panel>& panels);

  /// Types by name, in order of first appearance.
  const std::vector<std::string>& names() const { return names_; }
  /// The position in `names` of a panel's type.
  std::size_t index(std::size_t panel, std::size_t type) const { return index_[panel][type]; }
  /// What a panel's category (see traces::Texel) is called, and its colour.
  std::string category_name(std::size_t panel, std::size_t category) const;
  Colour category_colour(std::size_t panel, std::size_t category) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<std::size_t>> index_;  // of each panel and type
};

/// What run spans without a task are called, and their colour.
inline constexpr const char* no_task_name = "(no task)";
inline constexpr Colour no_task_colour{0x80, 0x80, 0x80};

/// The faint colour behind a triangle.
Colour tint_of(Colour colour);

}  // namespace gusset::figure
