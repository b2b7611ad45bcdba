#include "gusset/viewer/model/type_colours.hpp"

#include <algorithm>
#include <unordered_map>

namespace gusset::viewer {
namespace {

constexpr traces::Colour no_task{150, 158, 168};

}  // namespace

TypeColours::TypeColours(const std::vector<std::shared_ptr<const LoadedTrace>>& loaded) {
  std::unordered_map<std::string, std::size_t> numbers;
  for (const auto& trace : loaded) {
    std::vector<std::size_t> of_types;
    std::array<traces::Colour, 256> categories{};
    for (const std::string& name : trace->trace->types) {
      const auto [entry, is_new] = numbers.try_emplace(name, names_.size());
      if (is_new) names_.push_back(name);
      // Categories repeat after 256 types; the first type of a category gives its colour.
      if (of_types.size() < categories.size()) categories[of_types.size()] = colour(entry->second);
      of_types.push_back(entry->second);
    }
    // Runs without a task have a category of their own after those of the types.
    if (of_types.size() < categories.size()) categories[of_types.size()] = no_task;
    names_of_types_.push_back(std::move(of_types));
    categories_.push_back(categories);
  }
}

}  // namespace gusset::viewer
