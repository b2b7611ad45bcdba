#include "caches/cache_levels.hpp"

#include <algorithm>

#include "gusset/base/numbers.hpp"

namespace gusset::simulator {
namespace {

std::optional<Cache> cache_of(const Platform& platform, unsigned level) {
  const auto found = std::ranges::find(platform.caches, level, &Cache::level);
  if (found == platform.caches.end() || found->bytes == 0) return std::nullopt;
  return *found;
}

std::string ns_text(double seconds) {
  return fixed_text(seconds * 1e9, 3) + " ns";
}

}  // namespace

bool has_followed_caches(const Platform& platform) {
  return cache_of(platform, 2).has_value() || cache_of(platform, 3).has_value();
}

Result<CacheLevels> cache_levels(const Platform& platform, const std::string& name, unsigned threads) {
  CacheLevels levels;
  levels.l2 = cache_of(platform, 2);
  levels.l3 = cache_of(platform, 3);
  if (!has_followed_caches(platform)) {
    return Error{name, "a platform that states caches of level 2 or 3",
                 platform.caches.empty() ? "no caches" : "only other levels"};
  }
  levels.cores = std::max(1u, platform.cores);
  levels.nodes_per_host = std::max(1u, platform.nodes_per_host);
  levels.threads = std::max(1u, threads);

  const bool is_known = platform.memory_bandwidth_bytes_per_s.has_value();
  const double per_core =
      is_known ? *platform.memory_bandwidth_bytes_per_s / levels.cores : assumed_core_bytes_per_s;
  const double memory_s = 1.0 / per_core;
  levels.l2_s_per_byte = levels.l3 ? memory_s / assumed_l3_speedup : memory_s;
  levels.l3_s_per_byte = levels.l2 ? memory_s - levels.l2_s_per_byte : memory_s;
  const std::string source = is_known ? "the platform's memory bandwidth divided among its cores"
                                      : "memory delivers 4 GB/s to each core";
  levels.assumption = "a byte from memory takes " + ns_text(memory_s) + " (" + source + ")";
  if (levels.l2 && levels.l3) {
    levels.assumption += ", a byte from L3 " + ns_text(levels.l2_s_per_byte) + " (L3 is 2.5 times as fast)";
  }
  levels.assumption += ", on top of the task's cost";
  return levels;
}

}  // namespace gusset::simulator
