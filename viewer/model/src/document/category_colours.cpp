#include "gusset/viewer/model/document/category_colours.hpp"

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
  std::unordered_map<std::string, std::size_t> numbers;
  std::vector<std::optional<traces::Colour>> given;  // by colourings
  std::vector<std::int64_t> busy_ns;
  for (const auto& trace : loaded) {
    std::vector<std::size_t>& of_categories = names_of_categories_.emplace_back();
    for (const Category& category : categories_of(*trace)) {
      const auto [entry, is_new] = numbers.try_emplace(category.name, names_.size());
      if (is_new) {
        names_.push_back(category.name);
        given.push_back(category.colour);
        busy_ns.push_back(0);
      }
      const std::size_t number = of_categories.size();
      if (trace->colouring == nullptr && number < trace->category_totals.size())
        busy_ns[entry->second] += trace->category_totals[number].busy_ns;
      of_categories.push_back(entry->second);
    }
  }
  choose(given, busy_ns, appearance);
  for (const std::vector<std::size_t>& names : names_of_categories_) {
    // Categories repeat after 256 types; the first type of a category gives its colour.
    std::array<traces::Colour, 256>& categories = categories_.emplace_back();
    const std::size_t count = std::min(names.size(), categories.size());
    for (std::size_t category = 0; category < count; ++category)
      categories[category] = colour(names[category]);
    // Runs without a task have a category of their own after those of tasks.
    if (count < categories.size()) categories[count] = no_task;
  }
}

void CategoryColours::choose(const std::vector<std::optional<traces::Colour>>& given,
                             const std::vector<std::int64_t>& busy_ns, const Appearance& appearance) {
  const std::vector<std::size_t> places = traces::palette_places(busy_ns);
  for (std::size_t name = 0; name < names_.size(); ++name) {
    const auto own = appearance.own_colours.find(names_[name]);
    if (own != appearance.own_colours.end()) {
      colours_.push_back(own->second);
    } else if (given[name]) {
      colours_.push_back(appearance.paper == traces::Paper::dark ? traces::on_dark_paper(*given[name])
                                                                 : *given[name]);
    } else {
      colours_.push_back(traces::type_colour(places[name], appearance.paper));
    }
  }
}

}  // namespace gusset::viewer
