#pragma once
#include <memory_resource>

namespace gusset {

/// Where the contents of one data object are stored.
struct DataOptions {
  /// The program's own memory resource, which must outlive the data and its tasks. The runtime calls it once,
  /// for all contents, on the thread that creates the data. Null: see `pooled`.
  std::pmr::memory_resource* memory = nullptr;
  bool pooled = true;  ///< true: in the runtime's pool (Runtime::pool); false: allocated with `new`
};

}  // namespace gusset
