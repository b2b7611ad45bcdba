#include "attribute_groups.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <variant>

namespace gusset::traces {
namespace {

std::string value_name(std::int64_t value) {
  return std::to_string(value);
}
std::string value_name(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}
std::string value_name(const std::string& value) {
  return value;
}

}  // namespace

AttributeGroups::AttributeGroups(const Attribute& attribute, std::size_t tasks) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  of_task.assign(tasks, none);
  std::visit(
      [&](const auto& values) {
        std::vector<std::size_t> order(values.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
        for (std::size_t i = 0; i < order.size(); ++i) {
          if (i == 0 || values[order[i - 1]] < values[order[i]])
            names.push_back(value_name(values[order[i]]));
          of_task[attribute.tasks[order[i]].value()] = static_cast<std::uint32_t>(names.size() - 1);
        }
      },
      attribute.values);
  if (std::find(of_task.begin(), of_task.end(), none) == of_task.end()) return;
  std::replace(of_task.begin(), of_task.end(), none, static_cast<std::uint32_t>(names.size()));
  names.push_back("without " + attribute.name);
}

}  // namespace gusset::traces
