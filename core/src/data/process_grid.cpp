#include "gusset/core/process_grid.hpp"

#include <array>

#include "gusset/base/text.hpp"
#include "gusset/core/errors.hpp"

namespace gusset {

namespace {
constexpr unsigned max_nodes = 65536;
}

ProcessGrid ProcessGrid::parse(std::string_view text, const std::string& where) {
  const auto refuse = [&]() -> ProcessGrid {
    throw ConfigurationError(where,
                             "a process grid PxQ or PxQxR of 1 to " + std::to_string(max_nodes) + " nodes",
                             double_quoted(text));
  };
  std::array<unsigned, 3> extents{1, 1, 1};
  std::size_t count = 0;
  unsigned long long nodes = 1;
  for (std::string_view rest = text;; ++count) {
    const std::size_t cross = rest.find('x');
    const auto extent = parse_number<unsigned>(rest.substr(0, cross));
    if (!extent || *extent == 0 || count == extents.size()) return refuse();
    extents[count] = *extent;
    nodes *= *extent;
    if (nodes > max_nodes) return refuse();
    if (cross == std::string_view::npos) break;
    rest.remove_prefix(cross + 1);
  }
  if (count == 0) return refuse();  // a single number is not a grid
  return {extents[0], extents[1], extents[2]};
}

ProcessGrid ProcessGrid::squarest(unsigned nodes) {
  unsigned p = 1;
  for (unsigned divisor = 1; divisor <= nodes / divisor; ++divisor) {
    if (nodes % divisor == 0) p = divisor;
  }
  return {p, nodes / p, 1};
}

std::string ProcessGrid::text() const {
  std::string result = std::to_string(p) + "x" + std::to_string(q);
  if (r > 1) result += "x" + std::to_string(r);
  return result;
}

}  // namespace gusset
