#pragma once
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/document/log_scale.hpp"

namespace gusset::viewer {

/// On what a trace is played again.
struct WhatIf {
  // Between nodes, `gusset replay` assumes this where nobody states a network, neither does a prediction.
  static constexpr double assumed_latency_s = 2e-6;
  static constexpr double assumed_bandwidth_bytes_per_s = 1e10;

  unsigned threads = 1;  ///< of each node
  /// The trace has no workers: `gusset replay` would take as many as there are cores.
  bool states_threads = false;
  unsigned nodes = 1;
  double latency_s = assumed_latency_s;
  double bandwidth_bytes_per_s = assumed_bandwidth_bytes_per_s;
  std::string policy = "locality";
  std::map<std::string, double> speed;  ///< type → how many times as fast its tasks are; missing: once

  double speed_of(const std::string& type) const;
  /// Once is kept as missing.
  void set_speed(const std::string& type, double times);
  friend bool operator==(const WhatIf&, const WhatIf&) = default;
};

/// What sliders offer; boxes take more.
inline constexpr LogScale speed_scale{0.1, 10.0, 200};
inline constexpr LogScale latency_scale{1e-8, 1e-2, 180};
inline constexpr LogScale bandwidth_scale{1e7, 1e12, 150};
inline constexpr unsigned most_threads = 65'536;
inline constexpr unsigned most_nodes = 65'536;

/// Graphs up to this size are played again while one drags.
inline constexpr std::size_t most_live_tasks = 10'000;

/// The machine as the trace has it, behind the assumed network.
WhatIf unchanged(const traces::Trace& trace);

/// Types whose tasks ran, most busy time first.
std::vector<std::string> kernels_of(const LoadedTrace& loaded);

/// "what if: 8 threads, gemm 2× as fast"; of many changed kernels the first few. "played again unchanged"
/// where nothing differs.
std::string what_if_title(const WhatIf& changed, const WhatIf& base);

/// The words after "gusset": only what differs from the base is stated.
std::vector<std::string> replay_arguments(const WhatIf& changed, const WhatIf& base,
                                          const std::filesystem::path& trace,
                                          const std::filesystem::path& output,
                                          const std::filesystem::path& statistics);

/// "2.00 µs", "10.0 GB/s", "2×".
std::string latency_text(double latency_s);
std::string bandwidth_text(double bandwidth_bytes_per_s);
std::string times_text(double times);

}  // namespace gusset::viewer
