#include "gusset/traces/picture/timeline/shapes.hpp"

#include <algorithm>
#include <iterator>

namespace gusset::picture {

Shapes Shapes::timeless() const {
  Shapes found;
  found.halo = halo;
  found.tag_text = tag_text;
  std::copy_if(arrows.begin(), arrows.end(), std::back_inserter(found.arrows),
               [](const Arrow& arrow) { return arrow.timeless; });
  std::copy_if(tags.begin(), tags.end(), std::back_inserter(found.tags),
               [](const Tag& tag) { return tag.timeless; });
  return found;
}

}  // namespace gusset::picture
