#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/core/ids.hpp"
#include "gusset/core/options.hpp"

namespace gusset {

/// The system numbers of processors, in ascending order.
using ProcessorSet = std::vector<unsigned>;

/// The processors that a process may use: hyperthreads in cores in packages (sockets). Hardware neighbours
/// are adjacent in the lists.
struct Topology {
  struct Core {
    ProcessorSet processors;
    friend bool operator==(const Core&, const Core&) = default;
  };
  struct Package {
    std::vector<Core> cores;
    friend bool operator==(const Package&, const Package&) = default;
  };
  std::vector<Package> packages;  ///< one if the machine does not report any

  /// The processors of this machine that the calling thread may run on. Empty if the system does not report
  /// them.
  static Topology of_this_thread();
  /// A simulated machine: "package:2 core:4 pu:2" (hwloc's synthetic description), restricted to `allowed`;
  /// an empty `allowed` means all processors. Returns an empty topology if hwloc refuses the description.
  static Topology synthetic(const std::string& description, const ProcessorSet& allowed = {});

  friend bool operator==(const Topology&, const Topology&) = default;
};

/// The size of one last-level cache of the machine, which serves a package or a part of it; 0 if the system
/// does not report it. Inspects the machine only once.
std::uint64_t last_level_cache_bytes();

/// Where a worker may run.
struct WorkerPlace {
  ProcessorSet processors;  ///< the processors to bind the worker to; empty: the system decides
  DomainId domain{0};       ///< its package, by position in Topology::packages
  friend bool operator==(const WorkerPlace&, const WorkerPlace&) = default;
};

/// Assigns a place to each worker. Uses every processor once before any is used twice, and the first
/// hyperthread of every core before the second ones, except with Pinning::switches_compact. Without pinning,
/// or on an empty topology, the system decides where workers run, and all share one domain, because their
/// placement is unknown.
std::vector<WorkerPlace> plan_workers(const Topology& topology, Pinning pinning, unsigned workers);

/// Plans workers on this machine. Only inspects the machine if workers are pinned.
std::vector<WorkerPlace> plan_workers(Pinning pinning, unsigned workers);

/// Each worker's domain: from Options::domains, or from the worker's place if that is empty. Throws
/// ConfigurationError if Options::domains is not empty and does not state one domain below 255 for each
/// worker.
std::vector<DomainId> domains_of(const Options& options, const std::vector<WorkerPlace>& places);

/// Restricts the calling thread to these processors. Returns false if the system forbids it, as containers
/// may, or if the set is empty.
bool bind_this_thread(const ProcessorSet& processors);
/// The processors that the calling thread may run on, for a later bind_this_thread to restore. Empty if the
/// system does not report them.
ProcessorSet binding_of_this_thread();

/// The message to print once if threads cannot be bound.
std::string pinning_forbidden(Pinning pinning);

/// Sets the calling thread's name for debuggers and `top`: the first 15 characters.
void name_this_thread(const std::string& name);

}  // namespace gusset
