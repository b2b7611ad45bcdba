#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/time/flame_graph.hpp"
#include "gusset/traces/analysis/time/message_readers.hpp"
#include "gusset/traces/analysis/time/task_statistics.hpp"
#include "gusset/traces/answers/table.hpp"
#include "gusset/traces/picture/charts/matrix_chart.hpp"
#include "gusset/viewer/model/explain/idle_facts.hpp"
#include "gusset/viewer/model/state/session.hpp"

namespace gusset::viewer {

/// The statistics of `gusset stats` for each open trace in a time range, and how many messages each node sent
/// to each other node in it; on request also the flame graph of each trace. Computed off the user interface's
/// thread while they are watched (`set_watched`). For the user interface's thread only. The session must
/// outlive it.
class RangeStatistics {
 public:
  explicit RangeStatistics(Session& session);
  ~RangeStatistics();

  /// Emitted after new statistics are computed.
  Signal<> changed;

  /// Starts or stops computing the statistics on every change.
  void set_watched(bool watched);
  void set_range(std::optional<TimeRange> range);
  /// `attribute` is the name of the attribute for grouping by an attribute.
  void group_by(traces::GroupBy by, const std::string& attribute = {});
  /// Whether to compute flame graphs too.
  void add_nested(bool are_added);

  /// What the matrix of messages shows. `idle` has the idle time of each open trace; empty if it is unknown.
  void show_in_matrix(picture::MatrixQuantity quantity, std::vector<std::shared_ptr<const IdleFacts>> idle);

  /// Whether the known statistics are those of the last request.
  bool is_current() const { return !known_.empty() && known_query_ == wanted_query_; }
  /// Null until it is known.
  const traces::TaskStatistics* of(std::size_t panel) const {
    return panel < known_.size() ? &known_[panel].tasks : nullptr;
  }
  /// The trace's message_matrix. Null until it is known.
  const traces::Table* messages_of(std::size_t panel) const {
    return panel < known_.size() ? &known_[panel].messages : nullptr;
  }
  /// The trace's message_chart. Null until it is known.
  const picture::MatrixChart* message_chart_of(std::size_t panel) const {
    return panel < known_.size() ? &known_[panel].message_chart : nullptr;
  }
  /// The trace's flame graph. Null if it is not requested, or until it is known.
  const traces::FlameGraph* nested_of(std::size_t panel) const {
    return panel < known_.size() && known_[panel].nested ? &*known_[panel].nested : nullptr;
  }
  /// The range of the known statistics on the shared axis; nothing: the whole trace.
  std::optional<TimeRange> range() const { return known_query_.range; }
  traces::GroupBy known_by() const { return known_query_.by; }
  const std::string& known_attribute() const { return known_query_.attribute; }

  /// Selects the tasks that a histogram bar counts, of all groups or of one.
  void select_bar(std::size_t panel, std::optional<std::uint32_t> group, const traces::HistogramBin& bar);
  /// Selects the tasks that needed the messages that a cell of the matrix counts. If none is known, selects
  /// the rows of both nodes.
  void select_cell(std::size_t panel, const picture::MatrixCell& cell);

 private:
  struct Query {
    std::optional<TimeRange> range;  // on the shared axis
    traces::SideBySide side_by_side;
    traces::GroupBy by = traces::GroupBy::type;
    std::string attribute;
    bool has_nested = false;
    picture::MatrixQuantity quantity = picture::MatrixQuantity::payload;
    std::vector<std::shared_ptr<const IdleFacts>> idle;
    friend bool operator==(const Query&, const Query&) = default;
  };
  struct Known {
    traces::TaskStatistics tasks;
    traces::Table messages;
    picture::MatrixChart message_chart;
    std::optional<traces::FlameGraph> nested;
  };
  static Known known_of(const traces::Trace& trace, const Query& query, std::size_t panel, std::size_t nodes);
  static traces::TaskStatisticsOptions options_of(const Query& query, std::size_t panel);
  void traces_changed();
  void compute();
  void select_rows_of(std::size_t panel, const traces::MessageChoice& choice);
  Session& session_;
  bool watched_ = false;
  Query wanted_query_;
  Query known_query_;
  std::vector<Known> known_;  ///< per panel; empty if nothing is known
  std::vector<std::shared_ptr<const traces::Trace>> traces_;
  Query running_query_;
  Connections connections_;
};

/// "visible range, 1.200 ms to 3.400 ms", for example. Times are those of the top ruler.
std::string statistics_range_text(const Document& document, const std::optional<TimeRange>& range,
                                  bool is_selected);

}  // namespace gusset::viewer
