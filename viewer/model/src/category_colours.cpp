#include "gusset/viewer/model/category_colours.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace gusset::viewer {
namespace {

constexpr traces::Colour no_task{150, 158, 168};

using Category = traces::Colouring::Category;

std::vector<Category> categories_of(const LoadedTrace& loaded) {
  if (loaded.colouring != nullptr) return loaded.colouring->categories();
  std::vector<Category> types;
  for (const std::string& name : loaded.trace->types) types.push_back({name, std::nullopt});
  return types;
}

}  // namespace

CategoryColours::CategoryColours(const std::vector<std::shared_ptr<const LoadedTrace>>& loaded,
                                 const Appearance& appearance) {
  const auto on_paper = [&](traces::Colour colour) {
    return appearance.paper == traces::Paper::dark ? traces::on_dark_paper(colour) : colour;
  };
  const std::map<std::string, traces::Colour>& own = appearance.own_colours;
  std::unordered_map<std::string, std::size_t> numbers;
  for (const auto& trace : loaded) {
    std::vector<std::size_t> of_categories;
    std::array<traces::Colour, 256> categories{};
    for (const Category& category : categories_of(*trace)) {
      const auto [entry, is_new] = numbers.try_emplace(category.name, names_.size());
      if (is_new) {
        const auto chosen = own.find(category.name);
        colours_.push_back(chosen != own.end() ? chosen->second
                           : category.colour   ? on_paper(*category.colour)
                                               : traces::type_colour(names_.size(), appearance.paper));
        names_.push_back(category.name);
      }
      // Categories repeat after 256 types; the first type of a category gives its colour.
      if (of_categories.size() < categories.size()) categories[of_categories.size()] = colour(entry->second);
      of_categories.push_back(entry->second);
    }
    // Runs without a task have a category of their own after those of tasks.
    if (of_categories.size() < categories.size()) categories[of_categories.size()] = no_task;
    names_of_categories_.push_back(std::move(of_categories));
    categories_.push_back(categories);
  }
}

}  // namespace gusset::viewer
