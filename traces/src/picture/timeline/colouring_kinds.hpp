#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/picture/timeline/colouring.hpp"

namespace gusset::traces::colourings {

inline constexpr Colour unknown_colour{0xB0, 0xB0, 0xB0};

/// Categories by name, numbered as they appear.
class NamedCategories {
 public:
  std::uint8_t number(const std::string& name, std::optional<Colour> colour = std::nullopt) {
    const auto [known, is_new] = numbers_.try_emplace(name, categories.size());
    if (is_new && categories.size() < max_named) {
      categories.push_back({name, colour});
    } else if (is_new) {
      if (categories.size() == max_named) categories.push_back({"others", unknown_colour});
      known->second = max_named;
    }
    return static_cast<std::uint8_t>(known->second);
  }
  std::vector<Colouring::Category> categories;

 private:
  // Leaves room for "others" and for tasks without a value.
  static constexpr std::size_t max_named = Colouring::max_categories - 2;

  std::map<std::string, std::size_t> numbers_;
};

std::shared_ptr<const Colouring> by_node(const Trace& trace);
std::shared_ptr<const Colouring> by_level(const Trace& trace);
std::shared_ptr<const Colouring> by_duration(const Trace& trace);
std::shared_ptr<const Colouring> by_slack(const Trace& trace);
std::shared_ptr<const Colouring> by_waiting(const Trace& trace);
std::shared_ptr<const Colouring> by_attribute(const Trace& trace, const Attribute& attribute);

}  // namespace gusset::traces::colourings
