#include "engine/output_path.hpp"

#include <map>
#include <mutex>

#include "gusset/base/numbered_path.hpp"
#include "gusset/traces/exchange/part_path.hpp"

namespace gusset::cluster {

std::filesystem::path next_output_path(const std::filesystem::path& path, std::optional<unsigned> alone) {
  static std::mutex mutex;
  static std::map<std::filesystem::path, unsigned> written;  // by path: the latest number
  if (path.empty()) return path;
  const std::filesystem::path base = alone ? traces::part_path(path, *alone) : path;
  const std::lock_guard guard(mutex);
  const unsigned number = ++written.try_emplace(base, alone ? 1u : 0u).first->second;
  return numbered_path(base, number);
}

}  // namespace gusset::cluster
