#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset::viewer {

/// The part of a simulator's statistics document (docs/statistics.md) that the window shows. Times in
/// seconds.
struct Prediction {
  double makespan_s = 0.0;  ///< median over seeds
  double min_s = 0.0;       ///< minimum over seeds
  double max_s = 0.0;       ///< maximum over seeds
  std::uint64_t seeds = 1;
  /// Where 90 % of single runs are expected to lie.
  struct Interval {
    double low_s = 0.0;
    double high_s = 0.0;
    friend bool operator==(const Interval&, const Interval&) = default;
  };
  std::optional<Interval> interval;  ///< none if the costs do not say how runs vary
  struct Bounds {
    double work_s = 0.0;
    double critical_path_s = 0.0;
    double network_s = 0.0;
    friend bool operator==(const Bounds&, const Bounds&) = default;
  };
  std::optional<Bounds> bounds;  ///< lower bounds on every schedule
  std::vector<std::string> assumptions;
  /// Why the times are not reliable; empty if there is no reason, none if reliability was not examined.
  std::optional<std::vector<std::string>> doubts;
  bool is_recorded = false;  ///< the recorded run, replayed unchanged: no prediction
  friend bool operator==(const Prediction&, const Prediction&) = default;
};

/// Parses the document's text; `name` names the file in errors. Fails if the text is another document or has
/// no times.
Result<Prediction> parse_prediction(const std::string& text, const std::string& name);

}  // namespace gusset::viewer
