#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset::viewer {

/// What the window shows of a statistics document of the simulator (docs/statistics.md). Times in seconds.
struct Prediction {
  double makespan_s = 0.0;  ///< the median over seeds
  double least_s = 0.0;     ///< of any seed
  double most_s = 0.0;
  std::uint64_t seeds = 1;
  struct Bounds {
    double work_s = 0.0;
    double critical_path_s = 0.0;
    double network_s = 0.0;
    friend bool operator==(const Bounds&, const Bounds&) = default;
  };
  std::optional<Bounds> bounds;  ///< what no schedule beats
  std::vector<std::string> assumptions;
  friend bool operator==(const Prediction&, const Prediction&) = default;
};

/// Reads the document's text; `name` stands for its file in errors. Fails where it is another document, or
/// has no times.
Result<Prediction> parse_prediction(const std::string& text, const std::string& name);

}  // namespace gusset::viewer
