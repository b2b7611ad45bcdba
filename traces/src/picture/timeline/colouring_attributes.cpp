#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <set>
#include <type_traits>
#include <utility>
#include <variant>

#include "colouring_kinds.hpp"

namespace gusset::traces::colourings {
namespace {

using Category = Colouring::Category;

constexpr std::size_t scale_steps = 8;  // few enough for everybody to distinguish

std::string short_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

/// Gives each whole number a category. If there are more numbers than colours, numbers with the same
/// remainder share one.
struct WholeNumbers {
  explicit WholeNumbers(const std::string& title, const std::vector<std::int64_t>& values) {
    std::vector<std::int64_t> distinct = values;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    is_single = distinct.size() <= palette_size;
    // A step keeps its colour no matter how many steps there are. Sizes like 128, 256 and 512 would all share
    // one colour, so they get the palette's colours.
    std::set<std::size_t> colours;
    for (const std::int64_t value : distinct) colours.insert(colour_number(value));
    const bool has_own = colours.size() == distinct.size();
    for (const std::int64_t value : distinct) {
      if (is_single) {
        single.emplace(value, static_cast<std::uint8_t>(categories.size()));
        categories.push_back({title + " " + std::to_string(value),
                              has_own ? std::optional(type_colour(colour_number(value))) : std::nullopt});
      } else {
        listed[colour_number(value)].push_back(value);
      }
    }
    if (is_single) return;
    for (std::size_t colour = 0; colour < palette_size; ++colour) {
      std::string name = title;
      constexpr std::size_t max_listed = 3;
      for (std::size_t i = 0; i < std::min(max_listed, listed[colour].size()); ++i)
        name += (i == 0 ? " " : ", ") + std::to_string(listed[colour][i]);
      if (listed[colour].size() > max_listed) name += ", …";
      categories.push_back({name, type_colour(colour)});
    }
  }
  static std::size_t colour_number(std::int64_t value) {
    constexpr auto period = static_cast<std::int64_t>(palette_size);
    return static_cast<std::size_t>((value % period + period) % period);
  }
  std::uint8_t operator()(std::int64_t value) const {
    return is_single ? single.at(value) : static_cast<std::uint8_t>(colour_number(value));
  }

  bool is_single = true;
  std::vector<Category> categories;
  std::map<std::int64_t, std::uint8_t> single;
  std::array<std::vector<std::int64_t>, palette_size> listed;
};

/// Divides the range of the values into equal parts along a scale.
struct Numbers {
  Numbers(const std::string& title, const std::vector<double>& values) {
    for (const double value : values) {
      if (!std::isfinite(value)) continue;
      least = std::min(least, value);
      most = std::max(most, value);
    }
    if (!(least <= most)) least = most = 0.0;
    const double width = (most - least) / scale_steps;
    for (std::size_t i = 0; i < scale_steps; ++i) {
      const double from = least + width * static_cast<double>(i);
      categories.push_back({title + " " + short_number(from) + " to " + short_number(from + width),
                            scale_colour(static_cast<double>(i) / (scale_steps - 1))});
    }
  }
  std::uint8_t operator()(double value) const {
    if (!(most > least) || !std::isfinite(value)) return 0;
    const double part = (value - least) / (most - least) * scale_steps;
    return static_cast<std::uint8_t>(std::clamp(part, 0.0, scale_steps - 1.0));
  }

  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  std::vector<Category> categories;
};

}  // namespace

std::shared_ptr<const Colouring> by_attribute(const Trace& trace, const Attribute& attribute) {
  const std::string& name = attribute.name;
  std::vector<std::uint8_t> of_tasks(trace.tasks.size());
  std::vector<Category> categories;
  const auto fill = [&](auto&& category_of, const auto& values) {
    const bool has_none = attribute.tasks.size() < of_tasks.size();
    if (has_none) {
      categories.push_back({name == stolen_from ? "not stolen" : "no " + name, unknown_colour});
      std::fill(of_tasks.begin(), of_tasks.end(), static_cast<std::uint8_t>(categories.size() - 1));
    }
    for (std::size_t i = 0; i < attribute.tasks.size(); ++i)
      of_tasks[attribute.tasks[i].value()] = category_of(values[i]);
  };
  std::visit(
      [&](const auto& values) {
        using Value = typename std::decay_t<decltype(values)>::value_type;
        if constexpr (std::is_same_v<Value, std::int64_t>) {
          const WholeNumbers numbers(name, values);
          categories = numbers.categories;
          fill(numbers, values);
        } else if constexpr (std::is_same_v<Value, double>) {
          const Numbers numbers(name, values);
          categories = numbers.categories;
          fill(numbers, values);
        } else {
          NamedCategories named;
          for (const std::string& value : values) named.number(value);
          categories = named.categories;
          fill([&](const std::string& value) { return named.number(value); }, values);
        }
      },
      attribute.values);
  return std::make_shared<Colouring>(name, std::move(categories), std::move(of_tasks));
}

}  // namespace gusset::traces::colourings
