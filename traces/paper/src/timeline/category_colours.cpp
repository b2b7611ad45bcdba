#include "category_colours.hpp"

#include <cstdint>
#include <map>
#include <optional>

#include "gusset/traces/analysis/time/statistics.hpp"
#include "canvas/text.hpp"

namespace gusset::figure {

CategoryColours::CategoryColours(const std::vector<Panel>& panels, const std::map<std::string, Colour>& own) {
  std::map<std::string, std::size_t> known;
  std::vector<std::optional<Colour>> given;  // by the caller, or by colourings
  const auto index_of = [&](const std::string& name, const std::optional<Colour>& colour) {
    const auto [category, is_new] = known.try_emplace(printable(name), names_.size());
    if (is_new) {
      const auto chosen = own.find(name);
      given.push_back(chosen != own.end() ? chosen->second : colour);
      names_.push_back(category->first);
    }
    return category->second;
  };
  for (const Panel& panel : panels) {
    std::vector<std::size_t>& index = index_.emplace_back();
    if (panel.colouring == nullptr) {
      for (const std::string& name : panel.trace->types) index.push_back(index_of(name, std::nullopt));
    } else {
      for (const traces::Colouring::Category& category : panel.colouring->categories())
        index.push_back(index_of(category.name, category.colour));
    }
  }
  const std::vector<std::size_t> places = traces::palette_places(busy_ns(panels));
  for (std::size_t name = 0; name < names_.size(); ++name)
    colours_.push_back(given[name] ? *given[name] : traces::type_colour(places[name]));
}

/// Of each name, where it matters.
std::vector<std::int64_t> CategoryColours::busy_ns(const std::vector<Panel>& panels) const {
  std::vector<std::int64_t> busy_ns(names_.size(), 0);
  if (names_.size() <= traces::palette_size) return busy_ns;
  for (std::size_t panel = 0; panel < panels.size(); ++panel) {
    if (panels[panel].colouring != nullptr) continue;
    for (const traces::TypeStatistics& type : traces::compute_statistics(*panels[panel].trace).types)
      busy_ns[index_[panel][type.type.value()]] += type.busy_ns;
  }
  return busy_ns;
}

std::string CategoryColours::category_name(std::size_t panel, std::size_t category) const {
  return category < index_[panel].size() ? names_[index_[panel][category]] : no_task_name;
}

Colour CategoryColours::category_colour(std::size_t panel, std::size_t category) const {
  return category < index_[panel].size() ? colours_[index_[panel][category]] : no_task_colour;
}

Colour tint_of(Colour colour) {
  const auto channel = [](std::uint8_t value) {
    return static_cast<std::uint8_t>((value + 3 * 255 + 2) / 4);  // one part of colour on three of paper
  };
  return {channel(colour.red), channel(colour.green), channel(colour.blue)};
}

}  // namespace gusset::figure
