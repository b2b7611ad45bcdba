#pragma once
#include <memory>
#include <utility>

#include "documents.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer::testing {

/// A document's timeline in a window of the given size in pixels.
inline Timeline timeline_of(std::shared_ptr<const Document> document, int width = 1000, int height = 600) {
  Timeline timeline(measure);
  timeline.set_size(width, height, 1.0);
  timeline.set_document(std::move(document));
  return timeline;
}

}  // namespace gusset::viewer::testing
