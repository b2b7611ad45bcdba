#pragma once
#include <string>
#include <vector>

#include "gusset/core/ids.hpp"
#include "gusset/core/options.hpp"

namespace gusset {

/// Processors by the system's numbers, in ascending order.
using ProcessorSet = std::vector<unsigned>;

/// The processors that a process may use: hyperthreads in cores in packages (sockets), neighbours side by
/// side.
struct Topology {
  struct Core {
    ProcessorSet processors;
    friend bool operator==(const Core&, const Core&) = default;
  };
  struct Package {
    std::vector<Core> cores;
    friend bool operator==(const Package&, const Package&) = default;
  };
  std::vector<Package> packages;  ///< one, where the machine does not say

  /// Of this machine, those that the calling thread may run on. Empty where the system does not say.
  static Topology of_this_thread();
  /// Of a machine that does not exist: "package:2 core:4 pu:2" (hwloc's synthetic description), of which only
  /// `allowed` may be used; all where that is empty. Empty for a description that hwloc refuses.
  static Topology synthetic(const std::string& description, const ProcessorSet& allowed = {});

  friend bool operator==(const Topology&, const Topology&) = default;
};

/// Where a worker may run.
struct WorkerPlace {
  ProcessorSet processors;  ///< to bind it to; empty: it is left to the system
  DomainId domain{0};       ///< its package, by position in Topology::packages
  friend bool operator==(const WorkerPlace&, const WorkerPlace&) = default;
};

/// Worker by worker, where each goes. Processors are used once before any is used twice, and first
/// hyperthreads of all cores before second ones. Without pinning, and on an empty topology, nobody knows
/// where workers run: all are left to the system in one domain.
std::vector<WorkerPlace> plan_workers(const Topology& topology, Pinning pinning, unsigned workers);

/// The same on this machine, which is only looked at where workers are pinned.
std::vector<WorkerPlace> plan_workers(Pinning pinning, unsigned workers);

/// Lets the calling thread run on these processors only. False where the system forbids it, as containers
/// may, and for an empty set.
bool bind_this_thread(const ProcessorSet& processors);
/// Where the calling thread may run, to be restored later by bind_this_thread; empty where the system does
/// not say.
ProcessorSet binding_of_this_thread();

/// What to tell, once, where threads can't be bound.
std::string pinning_forbidden(Pinning pinning);

/// What debuggers and `top` call the calling thread: the first 15 characters.
void name_this_thread(const std::string& name);

}  // namespace gusset
