#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "gusset/base/result.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// The caches of a platform's hosts that the cache model follows, and what a missing byte is assumed to cost
/// if there is no measurement.
struct CacheLevels {
  std::optional<Cache> l2;  ///< at least one of the two is known
  std::optional<Cache> l3;
  unsigned cores = 1;           ///< per host
  unsigned nodes_per_host = 1;  ///< consecutive nodes
  unsigned threads = 1;         ///< per node
  double l2_s_per_byte = 0.0;   ///< assumed time of a byte that is missing in L2
  double l3_s_per_byte = 0.0;   ///< assumed time of a byte that is missing in L3, in addition
  std::string assumption;       ///< states both times and where they come from
};

/// Assumed memory bandwidth of one core if the platform states no memory bandwidth.
inline constexpr double assumed_core_bytes_per_s = 4e9;
/// Assumed bandwidth of L3 ÷ bandwidth of memory.
inline constexpr double assumed_l3_speedup = 2.5;

/// Returns the caches of a machine whose nodes have that many threads. Fails if the platform states neither
/// L2 nor L3. `name` is the platform's name in errors.
Result<CacheLevels> cache_levels(const Platform& platform, const std::string& name, unsigned threads);

}  // namespace gusset::simulator
