#include "gusset/traces/analysis/causes/cache_misses.hpp"

#include <variant>

#include "gusset/base/json_field.hpp"

namespace gusset::traces {

std::vector<TypeCacheMisses> cache_misses(const Trace& trace, const TaskFilter& filter) {
  std::vector<TypeCacheMisses> types(trace.types.size());
  for (const Attribute& attribute : trace.attributes) {
    const bool is_l2 = attribute.name == l2_missing_bytes;
    const auto* const bytes = std::get_if<std::vector<double>>(&attribute.values);
    if ((!is_l2 && attribute.name != l3_missing_bytes) || bytes == nullptr) continue;
    for (std::size_t row = 0; row < bytes->size(); ++row) {
      const TaskId task = attribute.tasks[row];
      if (!filter.matches(task)) continue;
      TypeCacheMisses& misses = types[trace.tasks.type[task.value()].value()];
      (is_l2 ? misses.l2_bytes : misses.l3_bytes) += static_cast<std::uint64_t>((*bytes)[row]);
      if (is_l2) ++misses.tasks;
    }
  }
  std::vector<TypeCacheMisses> result;
  for (std::size_t type = 0; type < types.size(); ++type) {
    if (types[type].tasks == 0) continue;
    types[type].type = trace.types[type];
    result.push_back(std::move(types[type]));
  }
  return result;
}

bool follows_caches(const Metadata& metadata) {
  if (metadata.origin != Origin::predicted) return false;
  const auto follows = read_document(metadata.model, "model", [](const JsonField& model) {
    return !model.at("model").at("costs").at("caches").is_null();
  });
  return follows && *follows;
}

}  // namespace gusset::traces
