#include "gusset/traces/picture/timeline/category_colours.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>

#include "gusset/base/numbers.hpp"

namespace gusset::picture {
namespace {

using Category = traces::Colouring::Category;

std::vector<Category> categories_of(const CategoryColours::Source& source) {
  if (source.colouring != nullptr) return source.colouring->categories();
  std::vector<Category> types;
  for (const std::string& name : source.trace->types) types.push_back({name, std::nullopt});
  return types;
}

}  // namespace

CategoryColours::CategoryColours(const std::vector<Source>& sources,
                                 const std::map<std::string, traces::Colour>& own,
                                 traces::Background background) {
  std::unordered_map<std::string, std::size_t> numbers;
  std::vector<std::optional<traces::Colour>> given;  // colours that the colourings give
  for (const Source& source : sources) {
    std::vector<std::size_t>& of_categories = names_of_categories_.emplace_back();
    for (const Category& category : categories_of(source)) {
      const auto [entry, is_new] = numbers.try_emplace(category.name, names_.size());
      if (is_new) {
        names_.push_back(category.name);
        given.push_back(category.colour);
      }
      of_categories.push_back(entry->second);
    }
  }
  std::vector<std::int64_t> busy_ns(names_.size(), 0);
  for (std::size_t i = 0; i < sources.size() && names_.size() > traces::palette_size; ++i) {
    if (sources[i].colouring != nullptr || !sources[i].busy_ns) continue;
    const std::vector<std::int64_t> of_types = sources[i].busy_ns();
    for (std::size_t type = 0; type < std::min(of_types.size(), count(i)); ++type)
      busy_ns[name_of(i, type)] += of_types[type];
  }
  const std::vector<std::size_t> places = traces::palette_places(busy_ns);
  for (std::size_t name = 0; name < names_.size(); ++name) {
    const auto chosen = own.find(names_[name]);
    if (chosen != own.end()) {
      colours_.push_back(chosen->second);
    } else if (given[name]) {
      colours_.push_back(background == traces::Background::dark ? traces::on_dark_background(*given[name])
                                                                : *given[name]);
    } else {
      colours_.push_back(traces::type_colour(places[name], background));
    }
  }
  for (const std::vector<std::size_t>& names : names_of_categories_) {
    // Categories repeat after 256 types; the first type of a category gives its colour.
    std::array<traces::Colour, 256>& categories = categories_.emplace_back();
    const std::size_t first_colours = std::min(names.size(), categories.size());
    for (std::size_t category = 0; category < first_colours; ++category)
      categories[category] = colour(names[category]);
    // Runs without a task have a separate category after those of tasks.
    if (first_colours < categories.size()) categories[first_colours] = no_task_colour;
  }
}

const std::string& CategoryColours::category_name(std::size_t panel, std::size_t category) const {
  static const std::string no_task = no_task_name;
  return category < count(panel) ? names_[name_of(panel, category)] : no_task;
}

std::string shared_colours_text(std::span<const traces::Colour> colours, const std::string& noun) {
  std::set<std::array<std::uint8_t, 3>> different;
  for (const traces::Colour& colour : colours) different.insert({colour.red, colour.green, colour.blue});
  if (different.size() == colours.size()) return {};
  return count_text(colours.size(), noun) + " share " + count_text(different.size(), "colour");
}

}  // namespace gusset::picture
