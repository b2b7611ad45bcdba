#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "counts/run_counts.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/engine/balance.hpp"
#include "gusset/core/engine/broadcast_tree.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core_tracing/clock_error.hpp"
#include "transport/transport.hpp"

namespace gusset::cluster {

#ifdef NDEBUG
inline constexpr bool is_debug_build = false;
#else
inline constexpr bool is_debug_build = true;
#endif

/// What the engine `distribute` reads from Options::settings.
struct Settings {
  std::filesystem::path statistics_path{};  ///< node 0 writes the statistics there; empty: none
  std::filesystem::path trace_path{};       ///< each node writes its part of the trace beside it; empty: none
  core_tracing::ClockError clock_error{};   ///< in tests: how this node's clock differs from others
  bool finds_writes = is_debug_build;       ///< looks for the program's writes outside of tasks
  Balance balance{};                        ///< how nodes balance their load
  BroadcastTree broadcast{};                ///< how a version reaches many nodes
  double timeout_s = 0.0;                   ///< a wait that takes longer fails; 0: no limit

  /// Throws ConfigurationError.
  static Settings from(const Options& options);
};

/// Makes the engine of the transport's node. Engine::finish writes the counts of all nodes to `counts`,
/// unless it is null. Throws ConfigurationError.
std::unique_ptr<Engine> make_distributed_engine(const Options& options, const Settings& settings,
                                                std::unique_ptr<Transport> transport,
                                                std::shared_ptr<RunCounts> counts = nullptr);

}  // namespace gusset::cluster
