#pragma once
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/document/log_scale.hpp"

namespace gusset::viewer {

/// The machine on which a trace is simulated again.
struct WhatIf {
  // The network between nodes that `gusset replay` assumes if neither the user nor a prediction specifies
  // one.
  static constexpr double assumed_latency_s = 2e-6;
  static constexpr double assumed_bandwidth_bytes_per_s = 1e10;

  unsigned threads = 1;  ///< per node
  /// The trace has no workers, so `threads` must be given: `gusset replay` would use the number of cores.
  bool states_threads = false;
  unsigned nodes = 1;
  double latency_s = assumed_latency_s;
  double bandwidth_bytes_per_s = assumed_bandwidth_bytes_per_s;
  std::string policy = "locality";      ///< the default of `gusset replay`
  std::map<std::string, double> speed;  ///< speedup of each type's tasks; missing: 1

  double speed_of(const std::string& type) const;
  /// Removes the type's entry if `times` is 1.
  void set_speed(const std::string& type, double times);
  friend bool operator==(const WhatIf&, const WhatIf&) = default;
};

/// The ranges of the sliders; text boxes accept more.
inline constexpr LogScale speed_scale{0.1, 10.0, 200};
inline constexpr LogScale latency_scale{1e-8, 1e-2, 180};
inline constexpr LogScale bandwidth_scale{1e7, 1e12, 150};
inline constexpr unsigned max_threads = 65'536;
inline constexpr unsigned max_nodes = 65'536;

/// The number of workers on which a graph that has not run is first simulated.
inline constexpr unsigned workers_of_graphs = 2;

/// Graphs up to this size are simulated while the user drags a slider.
inline constexpr std::size_t max_live_tasks = 10'000;

/// The trace's own machine, with the network and the policy of its prediction, or else the assumed network
/// and the default policy.
WhatIf unchanged(const traces::Trace& trace);

/// Types whose tasks ran, most busy time first; of a graph that has not run the types of its tasks.
std::vector<std::string> kernels_of(const LoadedTrace& loaded);

/// "what if: 8 workers, gemm 2× as fast"; names only the first few of many changed kernels. "simulated
/// unchanged" if nothing differs.
std::string what_if_title(const WhatIf& changed, const WhatIf& base);

/// The arguments after "gusset": only differences from the base, which has the trace's own machine, and from
/// the command's default policy.
std::vector<std::string> replay_arguments(const WhatIf& changed, const WhatIf& base,
                                          const std::filesystem::path& trace,
                                          const std::filesystem::path& output,
                                          const std::filesystem::path& statistics);

/// "2×".
std::string times_text(double times);

}  // namespace gusset::viewer
