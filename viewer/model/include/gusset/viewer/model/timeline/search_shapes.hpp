#pragma once
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/search_result.hpp"

namespace gusset::viewer {

/// Adds the found tasks to a timeline's picture: dims everything else in the rows and in the overview, unless
/// there are too many matches for that, and marks the matches' times in the overview. Hatching that the
/// picture already has is dimmed as well.
void add_search_shapes(const Timeline& timeline, const SearchResult& found, Picture& picture);

}  // namespace gusset::viewer
