#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/core/engine/balance.hpp"
#include "gusset/core/policy.hpp"
#include "gusset/simulator/costs/message_costs.hpp"
#include "gusset/simulator/costs/overheads.hpp"

namespace gusset::simulator {

/// The workers that run a stream, and the runtime's overheads.
struct ScheduleOptions {
  unsigned nodes = 1;
  unsigned workers = 1;  ///< per node
  std::string policy = default_policy;
  std::uint64_t seed = 1;
  std::vector<DomainId> domains{};       ///< the socket of each worker of a node; empty: all share one
  std::uint64_t socket_cache_bytes = 0;  ///< the last-level cache of one socket; 0: unknown
  std::optional<unsigned> boundary{};    ///< for the policy: see Options::boundary
  std::uint64_t header_bytes = 0;        ///< per message
  Overheads overheads;
  std::optional<MessageCosts> messages;  ///< none: not known; messages then take effect when they arrive
  unsigned nodes_per_host = 1;           ///< these nodes share cores_per_host cores
  unsigned cores_per_host = 1;
  std::uint64_t window = 0;           ///< most tasks of each node's program in flight; 0: no limit
  Balance balance;                    ///< how nodes share the work of tasks that may migrate
  std::vector<double> node_speeds{};  ///< by node, relative to the kernels' costs; empty: all 1
  bool submitter_computes = true;     ///< worker 0 of each node runs tasks when it has nothing to submit
  bool has_noise = false;             ///< kernel times vary around their costs
  bool records = false;               ///< keeps the times of tasks and messages
};

}  // namespace gusset::simulator
