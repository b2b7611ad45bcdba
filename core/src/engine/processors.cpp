#include "gusset/core/engine/processors.hpp"

#include <hwloc.h>
#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <set>
#include <string>

#include "gusset/core/errors.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

namespace {

struct Destroy {
  void operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }
};
using HwlocTopology = std::unique_ptr<hwloc_topology, Destroy>;

struct Free {
  void operator()(hwloc_bitmap_s* bitmap) const { hwloc_bitmap_free(bitmap); }
};
using Bitmap = std::unique_ptr<hwloc_bitmap_s, Free>;

/// Returns null if hwloc has no topology.
HwlocTopology load(const char* synthetic) {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return nullptr;
  HwlocTopology topology(raw);
  // Ignores memory and small caches. The x86 component is off, because it would move the calling thread to
  // ask each processor.
  hwloc_topology_set_all_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_NONE);
  for (const hwloc_obj_type_t kept :
       {HWLOC_OBJ_PACKAGE, HWLOC_OBJ_CORE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE})
    hwloc_topology_set_type_filter(raw, kept, HWLOC_TYPE_FILTER_KEEP_ALL);
  hwloc_topology_set_components(raw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
  if (synthetic != nullptr && hwloc_topology_set_synthetic(raw, synthetic) != 0) return nullptr;
  if (hwloc_topology_load(raw) != 0) return nullptr;
  return topology;
}

/// Read once; null if that fails. Queries and binding do not change it, so threads may share it.
hwloc_topology_t machine() {
  static const hwloc_topology_t topology = load(nullptr).release();  // never freed: threads may outlive it
  return topology;
}

Bitmap bitmap_of(const ProcessorSet& processors) {
  Bitmap bitmap(hwloc_bitmap_alloc());
  for (const unsigned processor : processors) hwloc_bitmap_set(bitmap.get(), processor);
  return bitmap;
}

bool contains(const ProcessorSet& processors, unsigned processor) {
  return std::binary_search(processors.begin(), processors.end(), processor);
}

/// hwloc lists processors core by core and package by package.
Topology describe(hwloc_topology_t source, const ProcessorSet& allowed) {
  Topology topology;
  hwloc_obj_t last_package = nullptr;
  hwloc_obj_t last_core = nullptr;
  for (hwloc_obj_t pu = nullptr; (pu = hwloc_get_next_obj_by_type(source, HWLOC_OBJ_PU, pu)) != nullptr;) {
    if (!contains(allowed, pu->os_index)) continue;
    const hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(source, HWLOC_OBJ_PACKAGE, pu);
    const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(source, HWLOC_OBJ_CORE, pu);
    const bool is_new_package = topology.packages.empty() || package != last_package;
    if (is_new_package) topology.packages.emplace_back();
    std::vector<Topology::Core>& cores = topology.packages.back().cores;
    if (is_new_package || core == nullptr || core != last_core) cores.emplace_back();
    ProcessorSet& processors = cores.back().processors;
    processors.insert(std::upper_bound(processors.begin(), processors.end(), pu->os_index), pu->os_index);
    last_package = package;
    last_core = core;
  }
  return topology;
}

ProcessorSet processors_of(hwloc_const_bitmap_t bitmap) {
  ProcessorSet processors;
  for (int processor = hwloc_bitmap_first(bitmap); processor != -1;
       processor = hwloc_bitmap_next(bitmap, processor)) {
    processors.push_back(static_cast<unsigned>(processor));
  }
  return processors;
}

/// A processor and its package.
struct Slot {
  unsigned processor;
  std::size_t package;
};

/// The processors with index `which` within their cores, for all cores of one package.
ProcessorSet hyperthreads(const Topology::Package& package, std::size_t which) {
  ProcessorSet found;
  for (const Topology::Core& core : package.cores) {
    if (which < core.processors.size()) found.push_back(core.processors[which]);
  }
  return found;
}

/// All processors in the order in which workers get them.
std::vector<Slot> hyperthread_slots(const Topology& topology, bool round_robin) {
  std::vector<Slot> all;
  for (std::size_t which = 0;; ++which) {
    std::vector<ProcessorSet> lists;
    std::size_t longest = 0;
    for (const Topology::Package& package : topology.packages) {
      lists.push_back(hyperthreads(package, which));
      longest = std::max(longest, lists.back().size());
    }
    if (longest == 0) return all;
    if (round_robin) {
      for (std::size_t index = 0; index < longest; ++index) {
        for (std::size_t package = 0; package < lists.size(); ++package) {
          if (index < lists[package].size()) all.push_back({lists[package][index], package});
        }
      }
    } else {
      for (std::size_t package = 0; package < lists.size(); ++package) {
        for (const unsigned processor : lists[package]) all.push_back({processor, package});
      }
    }
  }
}

/// All processors, core by core.
std::vector<Slot> core_slots(const Topology& topology) {
  std::vector<Slot> all;
  for (std::size_t package = 0; package < topology.packages.size(); ++package) {
    for (const Topology::Core& core : topology.packages[package].cores) {
      for (const unsigned processor : core.processors) all.push_back({processor, package});
    }
  }
  return all;
}

/// The first processor of each core as for scatter, then the others core by core.
std::vector<Slot> switches_hybrid_slots(const Topology& topology) {
  std::vector<Slot> all = hyperthread_slots(topology, true);
  std::size_t cores = 0;
  for (const Topology::Package& package : topology.packages) cores += package.cores.size();
  all.resize(cores);
  std::set<unsigned> taken;
  for (const Slot& slot : all) taken.insert(slot.processor);
  for (const Slot& slot : core_slots(topology)) {
    if (!taken.contains(slot.processor)) all.push_back(slot);
  }
  return all;
}

std::vector<Slot> slots(const Topology& topology, Pinning pinning) {
  switch (pinning) {
    case Pinning::none:
      break;
    case Pinning::compact:
    case Pinning::hybrid:
      return hyperthread_slots(topology, false);
    case Pinning::scatter:
    case Pinning::switches_scatter:
      return hyperthread_slots(topology, true);
    case Pinning::switches_compact:
      return core_slots(topology);
    case Pinning::switches_hybrid:
      return switches_hybrid_slots(topology);
  }
  return {};
}

ProcessorSet all_processors(const Topology::Package& package) {
  ProcessorSet all;
  for (const Topology::Core& core : package.cores)
    all.insert(all.end(), core.processors.begin(), core.processors.end());
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

Topology Topology::of_this_thread() {
  if (machine() == nullptr) return {};
  return describe(machine(), binding_of_this_thread());
}

Topology Topology::synthetic(const std::string& description, const ProcessorSet& allowed) {
  const HwlocTopology topology = load(description.c_str());
  if (topology == nullptr) return {};
  return describe(topology.get(), allowed.empty()
                                      ? processors_of(hwloc_topology_get_topology_cpuset(topology.get()))
                                      : allowed);
}

std::vector<WorkerPlace> plan_workers(const Topology& topology, Pinning pinning, unsigned workers) {
  std::vector<WorkerPlace> places(workers);
  const std::vector<Slot> order = slots(topology, pinning);
  if (order.empty()) return places;
  for (std::size_t worker = 0; worker < places.size(); ++worker) {
    const Slot& slot = order[worker % order.size()];
    places[worker].domain = DomainId(slot.package);
    places[worker].processors = pinning == Pinning::hybrid ? all_processors(topology.packages[slot.package])
                                                           : ProcessorSet{slot.processor};
  }
  return places;
}

std::uint64_t last_level_cache_bytes() {
  if (machine() == nullptr) return 0;
  for (const hwloc_obj_type_t type : {HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE}) {
    const hwloc_obj_t cache = hwloc_get_obj_by_type(machine(), type, 0);
    if (cache != nullptr) return cache->attr->cache.size;
  }
  return 0;
}

std::vector<WorkerPlace> plan_workers(Pinning pinning, unsigned workers) {
  return plan_workers(pinning == Pinning::none ? Topology() : Topology::of_this_thread(), pinning, workers);
}

std::vector<DomainId> domains_of(const Options& options, const std::vector<WorkerPlace>& places) {
  if (options.domains.empty()) {
    std::vector<DomainId> domains;
    for (const WorkerPlace& place : places) domains.push_back(place.domain);
    return domains;
  }
  if (options.domains.size() != places.size()) {
    throw ConfigurationError("Options::domains",
                             "one domain for each of " + std::to_string(places.size()) + " workers",
                             std::to_string(options.domains.size()));
  }
  for (const DomainId domain : options.domains) {
    if (domain.is_none() || domain.value() >= TaskExtra::no_squad)
      throw ConfigurationError("Options::domains", "domains below " + std::to_string(TaskExtra::no_squad),
                               domain.is_none() ? "none" : std::to_string(domain.value()));
  }
  return options.domains;
}

bool bind_this_thread(const ProcessorSet& processors) {
  if (processors.empty() || machine() == nullptr) return false;
  return hwloc_set_cpubind(machine(), bitmap_of(processors).get(), HWLOC_CPUBIND_THREAD) == 0;
}

ProcessorSet binding_of_this_thread() {
  const Bitmap bitmap = bitmap_of({});
  if (machine() == nullptr || hwloc_get_cpubind(machine(), bitmap.get(), HWLOC_CPUBIND_THREAD) != 0)
    return {};
  return processors_of(bitmap.get());
}

void name_this_thread(const std::string& name) {
  constexpr std::size_t longest = 15;  // the limit of Linux
  pthread_setname_np(pthread_self(), name.substr(0, longest).c_str());
}

}  // namespace gusset
