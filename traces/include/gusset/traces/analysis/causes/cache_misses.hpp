#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/traces/analysis/time/task_filter.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The bytes that the tasks of one type did not find in caches, in a simulation that followed the caches.
struct TypeCacheMisses {
  std::string type;
  std::uint64_t tasks = 0;  ///< tasks that have data
  std::uint64_t l2_bytes = 0;
  std::uint64_t l3_bytes = 0;
  friend bool operator==(const TypeCacheMisses&, const TypeCacheMisses&) = default;
};

/// Returns the misses by type, in the types' order, without types whose tasks have none recorded. Empty if
/// the trace has no attribute l2_missing_bytes or l3_missing_bytes.
std::vector<TypeCacheMisses> cache_misses(const Trace& trace, const TaskFilter& filter = {});

/// Returns true if the metadata says that the trace is a prediction that followed caches.
bool follows_caches(const Metadata& metadata);

}  // namespace gusset::traces
