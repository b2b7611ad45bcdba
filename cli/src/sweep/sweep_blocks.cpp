#include "sweep_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "gusset/base/text.hpp"
namespace gusset::cli {
namespace {

// The divisor of `size` that is nearest to `wanted` and at most a quarter of `wanted` away from it; the
// larger one of two equally near divisors. `wanted` if there is no such divisor.
std::uint64_t divisor_near(std::uint64_t size, std::uint64_t wanted) {
  const std::uint64_t reach = std::min(wanted / 4, wanted - 1);
  for (std::uint64_t distance = 0; distance <= reach; ++distance) {
    if (size % (wanted + distance) == 0) return wanted + distance;
    if (size % (wanted - distance) == 0) return wanted - distance;
  }
  return wanted;
}

std::uint64_t side_of(std::uint64_t workers) {
  return static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(workers))));
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  const auto value = parse_number<std::uint64_t>(text);
  return value && *value > 0 ? value : std::nullopt;
}

}  // namespace

std::vector<std::uint64_t> proposed_blocks(std::uint64_t size, std::uint64_t fewest, std::uint64_t most) {
  constexpr std::uint64_t fewest_tiles = 2;
  constexpr std::uint64_t max_tiles = 16;
  std::vector<std::uint64_t> result;
  for (std::uint64_t blocks = fewest_tiles * side_of(fewest); blocks <= max_tiles * side_of(most);
       blocks *= 2) {
    const std::uint64_t fitting = divisor_near(size, std::min(blocks, size));
    if (result.empty() || fitting > result.back()) result.push_back(fitting);
    if (blocks >= size) break;
  }
  return result;
}

std::optional<std::uint64_t> size_in(const std::vector<std::string>& program) {
  constexpr std::string_view with_value = "--size=";
  for (std::size_t i = 1; i < program.size(); ++i) {
    if (program[i].starts_with(with_value)) return number_in(program[i].substr(with_value.size()));
    if (program[i] == "--size" && i + 1 < program.size()) return number_in(program[i + 1]);
  }
  return {};
}

}  // namespace gusset::cli
