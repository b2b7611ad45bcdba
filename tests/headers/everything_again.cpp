#include "everything.hpp"

namespace gusset::headers {

int count_things() {
  const traces::Trace trace;
  const ProcessGrid grid{2, 3};
  return static_cast<int>(grid.nodes() + trace.nodes.size());
}

}  // namespace gusset::headers
