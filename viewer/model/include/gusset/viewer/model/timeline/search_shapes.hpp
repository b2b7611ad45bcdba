#pragma once
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/search_result.hpp"

namespace gusset::viewer {

/// Adds the found tasks to a timeline's picture: dims everything else in the rows, unless there are too many
/// matches for that, and marks the matches' times in the overview.
void add_search_shapes(const Timeline& timeline, const SearchResult& found, Picture& picture);

}  // namespace gusset::viewer
