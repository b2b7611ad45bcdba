#include "gusset/viewer/model/state/range_totals.hpp"

#include <utility>

namespace gusset::viewer {
namespace {

const char* const totals_slot = "statistics";

}  // namespace

void RangeTotals::drop() {
  jobs_.cancel(totals_slot);
  range_.reset();
  wanted_range_.reset();
}

void RangeTotals::need(std::optional<TimeRange> range) {
  if (range == wanted_range_) return;
  if (!range || document_->empty()) {
    drop();
    wanted_range_ = range;
    changed();
    return;
  }
  wanted_range_ = range;
  jobs_.start(
      totals_slot,
      [document = document_, range = *range](const JobRunner::Cancelled& cancelled) {
        std::vector<Panel> panels;
        for (std::size_t panel = 0; panel < document->traces.size(); ++panel) {
          if (cancelled.load(std::memory_order_relaxed)) break;  // relaxed: the result is dropped
          const LoadedTrace& loaded = document->panel(panel);
          const TimeRange own = document->own_range(panel, range);
          Panel& part = panels.emplace_back();
          part.statistics = traces::compute_statistics(*loaded.trace, own.begin_ns, own.end_ns);
          part.categories = totals_by_category(loaded, part.statistics, own);
        }
        return panels;
      },
      [this, range = *range](std::vector<Panel> panels) {
        panels_ = std::move(panels);
        range_ = range;
        changed();
      });
}

std::vector<const traces::Statistics*> RangeTotals::statistics() const {
  std::vector<const traces::Statistics*> all;
  for (std::size_t panel = 0; panel < document_->traces.size(); ++panel)
    all.push_back(range_ ? &panels_[panel].statistics : &document_->panel(panel).totals);
  return all;
}

std::vector<const std::vector<CategoryTotal>*> RangeTotals::categories() const {
  std::vector<const std::vector<CategoryTotal>*> all;
  for (std::size_t panel = 0; panel < document_->traces.size(); ++panel)
    all.push_back(range_ ? &panels_[panel].categories : &document_->panel(panel).category_totals);
  return all;
}

}  // namespace gusset::viewer
