#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"

namespace gusset::viewer {

/// The totals of each open trace: of a time range, computed off the user interface's thread, or of the whole
/// trace.
class RangeTotals {
 public:
  /// `document` always holds the open traces.
  RangeTotals(JobRunner& jobs, const std::shared_ptr<const Document>& document)
      : jobs_(jobs), document_(document) {}

  /// Emitted after a change of the totals or their range.
  Signal<> changed;

  /// Returns to the whole traces, without a signal: the document is about to change.
  void drop();
  /// Computes the totals of a range, or returns to the whole traces. Does nothing for the range wanted last.
  void need(std::optional<TimeRange> range);

  /// The range of the totals; nothing: the whole traces, possibly until the wanted range's totals are known.
  std::optional<TimeRange> range() const { return range_; }
  std::vector<const traces::Statistics*> statistics() const;
  /// The totals of each type or each category of the colouring.
  std::vector<const std::vector<CategoryTotal>*> categories() const;

 private:
  struct Panel {
    traces::Statistics statistics;
    std::vector<CategoryTotal> categories;
  };

  JobRunner& jobs_;
  const std::shared_ptr<const Document>& document_;
  std::vector<Panel> panels_;
  std::optional<TimeRange> range_;
  std::optional<TimeRange> wanted_range_;
};

}  // namespace gusset::viewer
