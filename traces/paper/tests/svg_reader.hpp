#pragma once
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.hpp"

namespace gusset::paper::testing {

struct SvgElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< directly inside, entities resolved
};

/// Reads XML as far as figures use it, strictly: throws std::runtime_error on an unbalanced tag, an unquoted
/// or repeated attribute, an unknown entity or a stray character.
std::vector<SvgElement> read_svg(std::string_view xml);

/// The polygons of path data of the commands M, h, v, l and z.
Path path_from_data(const std::string& data);

}  // namespace gusset::paper::testing
