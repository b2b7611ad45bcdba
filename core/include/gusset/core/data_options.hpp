#pragma once
#include <memory_resource>

namespace gusset {

/// Where the contents of one datum are.
struct DataOptions {
  /// The program's own memory, which must outlive the datum and its tasks; asked for once, for all contents,
  /// on the thread that makes the datum. Null: see `pooled`.
  std::pmr::memory_resource* memory = nullptr;
  bool pooled = true;  ///< in the runtime's pool (Runtime::pool), else in memory of its own
};

}  // namespace gusset
