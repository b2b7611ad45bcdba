#include "this_machine.hpp"

#include <hwloc.h>

#include <memory>
#include <string>

#include "gusset/core/options.hpp"

namespace gusset::simulator {
namespace {

struct Destroy {
  void operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }
};
using HwlocTopology = std::unique_ptr<hwloc_topology, Destroy>;

/// Returns null on failure.
HwlocTopology load(const char* synthetic) {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return nullptr;
  HwlocTopology topology(raw);
  if (synthetic != nullptr && hwloc_topology_set_synthetic(raw, synthetic) != 0) return nullptr;
  if (hwloc_topology_load(raw) != 0) return nullptr;
  return topology;
}

/// Parts of one type in the machine that contain processors we may use.
struct Parts {
  unsigned count = 0;
  unsigned processors_each = 0;  ///< 0: different numbers
  std::uint64_t bytes_each = 0;  ///< for caches; 0: unknown, or different sizes
};

Parts parts_of(hwloc_topology_t topology, hwloc_obj_type_t type, hwloc_const_bitmap_t ours, bool is_cache) {
  Parts parts;
  const std::unique_ptr<hwloc_bitmap_s, void (*)(hwloc_bitmap_t)> both(hwloc_bitmap_alloc(),
                                                                       hwloc_bitmap_free);
  for (hwloc_obj_t part = nullptr; (part = hwloc_get_next_obj_by_type(topology, type, part)) != nullptr;) {
    hwloc_bitmap_and(both.get(), part->cpuset, ours);
    const int weight = hwloc_bitmap_weight(both.get());
    if (weight <= 0) continue;
    const auto processors = static_cast<unsigned>(weight);
    const std::uint64_t bytes = is_cache ? part->attr->cache.size : 0;
    if (parts.count == 0) {
      parts.processors_each = processors;
      parts.bytes_each = bytes;
    }
    if (parts.processors_each != processors) parts.processors_each = 0;
    if (parts.bytes_each != bytes) parts.bytes_each = 0;
    ++parts.count;
  }
  return parts;
}

}  // namespace

Platform with_hwloc(Platform platform, const char* synthetic) {
  const HwlocTopology topology = load(synthetic);
  if (topology == nullptr) return platform;
  const std::unique_ptr<hwloc_bitmap_s, void (*)(hwloc_bitmap_t)> ours(
      hwloc_bitmap_dup(hwloc_topology_get_topology_cpuset(topology.get())), hwloc_bitmap_free);
  if (synthetic == nullptr) {
    const ProcessorSet allowed = binding_of_this_thread();
    if (!allowed.empty()) hwloc_bitmap_zero(ours.get());
    for (const unsigned processor : allowed) hwloc_bitmap_set(ours.get(), processor);
  }
  const std::string source = "hwloc " + std::to_string(HWLOC_API_VERSION >> 16) + "." +
                             std::to_string((HWLOC_API_VERSION >> 8) & 0xff);
  const auto divides = [&platform](unsigned part) { return part != 0 && platform.cores % part == 0; };

  const Parts packages = parts_of(topology.get(), HWLOC_OBJ_PACKAGE, ours.get(), false);
  if (packages.processors_each != 0 && divides(packages.count)) {
    platform.sockets = packages.count;
    platform.sources["sockets"] = source;
  }
  constexpr hwloc_obj_type_t levels[] = {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE,
                                         HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L5CACHE};
  unsigned level = 0;
  for (const hwloc_obj_type_t type : levels) {
    ++level;
    const Parts caches = parts_of(topology.get(), type, ours.get(), true);
    if (caches.bytes_each == 0 || !divides(caches.processors_each)) continue;
    platform.caches.push_back({level, caches.bytes_each, caches.processors_each});
    platform.sources["caches"] = source;
  }
  if (const std::uint64_t bytes = hwloc_get_root_obj(topology.get())->total_memory; bytes > 0) {
    platform.memory_bytes = bytes;
    platform.sources["memory_bytes"] = source;
  }
  return platform;
}

Platform this_machine() {
  Platform platform;
  platform.name = "this machine";
  platform.cores = available_cores();
  platform.latency_s = assumed_latency_s;
  platform.bandwidth_bytes_per_s = assumed_bandwidth_bytes_per_s;
  return platform;
}

Platform described_machine() {
  Platform platform = this_machine();
  platform.sources["cores"] = "processors available to this process";
  platform.sources["latency_s"] = "assumed: 2 µs from one copy of this machine to another";
  platform.sources["bandwidth_bytes_per_s"] = "assumed: 10 GB/s out of and into each copy of this machine";
  return with_hwloc(std::move(platform), nullptr);
}

}  // namespace gusset::simulator
