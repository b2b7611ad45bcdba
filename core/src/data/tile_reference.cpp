#include "gusset/core/tile_reference.hpp"

#include <string>

namespace gusset::detail {

namespace {

std::string parts_of(const HandleState& tile) {
  return std::to_string(tile.part_rows) + " x " + std::to_string(tile.part_columns);
}

}  // namespace

UsageError has_parts(const HandleState& tile) {
  return UsageError(tile.name + ": expected a tile without parts, found one with " + parts_of(tile) +
                    " parts (access the parts, or split the task)");
}

UsageError has_no_parts(const HandleState& tile) {
  return UsageError(tile.name + ": expected a tile with parts, found one without");
}

UsageError no_such_part(const HandleState& whole, std::size_t i, std::size_t j) {
  return UsageError(whole.name + "(" + std::to_string(i) + "," + std::to_string(j) + "): expected one of " +
                    parts_of(whole) + " parts, found none there");
}

}  // namespace gusset::detail
