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
  std::string text;  ///< directly inside the element, with entities resolved
};

/// Reads the subset of XML that figures use. Throws std::runtime_error on an unbalanced tag, an unquoted or
/// repeated attribute, an unknown entity or a stray character.
std::vector<SvgElement> read_svg(std::string_view xml);

/// Parses path data of the commands M, h, v, l and z into polygons.
Path path_from_data(const std::string& data);

}  // namespace gusset::paper::testing
