#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/time/task_statistics.hpp"
#include "gusset/viewer/model/state/session.hpp"

namespace gusset::viewer {

/// The statistics of `gusset stats` of each open trace, in a range of time: computed off the user interface's
/// thread, as long as somebody looks at them. For the user interface's thread only; lives no longer than the
/// session.
class RangeStatistics {
 public:
  explicit RangeStatistics(Session& session);
  ~RangeStatistics();
  RangeStatistics(const RangeStatistics&) = delete;
  RangeStatistics& operator=(const RangeStatistics&) = delete;

  /// When other figures are there, or none any more.
  Signal<> changed;

  /// Computes from now on whenever something else is asked for, or no longer.
  void set_watched(bool watched);
  void set_range(std::optional<TimeRange> range);
  void group_by(traces::GroupBy by);

  /// Null until it is known.
  const traces::TaskStatistics* of(std::size_t panel) const {
    return panel < known_.size() ? &known_[panel] : nullptr;
  }
  /// What the known figures are of, on the axis that the traces share; nothing: of the whole.
  std::optional<TimeRange> range() const { return known_of_.range; }
  traces::GroupBy known_by() const { return known_of_.by; }

  /// Selects the tasks that a bar of a histogram counts: of all, or of one group.
  void select_bar(std::size_t panel, std::optional<std::uint32_t> group, const traces::HistogramBin& bar);

 private:
  struct Query {
    std::optional<TimeRange> range;  // on the axis that the traces share
    traces::SideBySide side_by_side;
    traces::GroupBy by = traces::GroupBy::type;
    friend bool operator==(const Query&, const Query&) = default;
  };
  static traces::TaskStatisticsOptions options_of(const Query& query, std::size_t panel);
  void traces_changed();
  void compute();
  Session& session_;
  bool watched_ = false;
  Query asked_;
  Query known_of_;
  std::vector<traces::TaskStatistics> known_;  ///< per panel; empty where nothing is known
  std::vector<std::shared_ptr<const traces::Trace>> traces_;
  Query computed_;  ///< by the job that is under way
  Connections connections_;
};

/// "visible range, 1.200 ms to 3.400 ms" and the like. Times are those of the uppermost ruler.
std::string statistics_range_text(const Document& document, const std::optional<TimeRange>& range,
                                  bool is_selected);

/// "from 10.0 µs to 20.0 µs: 12 tasks".
std::string bar_text(const traces::HistogramBin& bar);
/// Ticks of an axis of counts from 0 to `most`: multiples of 1, 2 or 5 times a power of ten, about `wanted`
/// above 0 or fewer, but one where there is any.
std::vector<std::uint64_t> count_ticks(std::uint64_t most, int wanted);

}  // namespace gusset::viewer
