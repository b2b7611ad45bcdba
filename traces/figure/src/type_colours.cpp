#include "type_colours.hpp"

#include <cstdint>
#include <map>

#include "text.hpp"

namespace gusset::figure {

TypeColours::TypeColours(const std::vector<Panel>& panels) {
  std::map<std::string, std::size_t> known;
  for (const Panel& panel : panels) {
    std::vector<std::size_t>& index = index_.emplace_back();
    for (const std::string& name : panel.trace->types) {
      const auto [type, is_new] = known.try_emplace(printable(name), names_.size());
      if (is_new) names_.push_back(type->first);
      index.push_back(type->second);
    }
  }
}

std::string TypeColours::category_name(std::size_t panel, std::size_t category) const {
  return category < index_[panel].size() ? names_[index_[panel][category]] : no_task_name;
}

Colour TypeColours::category_colour(std::size_t panel, std::size_t category) const {
  return category < index_[panel].size() ? traces::type_colour(index_[panel][category]) : no_task_colour;
}

Colour tint_of(Colour colour) {
  const auto channel = [](std::uint8_t value) {
    return static_cast<std::uint8_t>((value + 3 * 255 + 2) / 4);  // one part of colour on three of paper
  };
  return {channel(colour.red), channel(colour.green), channel(colour.blue)};
}

}  // namespace gusset::figure
