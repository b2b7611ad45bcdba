#include "gusset/viewer/model/document.hpp"

#include <algorithm>
#include <numeric>

namespace gusset::viewer {

std::optional<TimeRange> Document::range_of(TaskReference task) const {
  if (!has(task)) return std::nullopt;
  const traces::TaskTimes& times = traces[task.panel]->times;
  if (times.begin_ns[task.task.value()] == traces::unknown_time) return std::nullopt;
  return TimeRange{times.begin_ns[task.task.value()], times.end_ns[task.task.value()]};
}

std::optional<RowReference> Document::row_of(TaskReference task) const {
  if (!has(task)) return std::nullopt;
  const std::optional<std::size_t> row = traces[task.panel]->row_of(task.task);
  return row ? std::optional(RowReference{task.panel, *row}) : std::nullopt;
}

std::shared_ptr<const Document> make_document(std::vector<std::shared_ptr<const LoadedTrace>> traces,
                                              Appearance appearance) {
  auto document = std::make_shared<Document>();
  document->colours = CategoryColours(traces, appearance);
  document->appearance = std::move(appearance);
  for (const auto& loaded : traces)
    document->extent_ns = std::max(document->extent_ns, loaded->totals.makespan_ns);
  document->traces = std::move(traces);
  return document;
}

double busy_share(const LoadedTrace& loaded, TimeRange range) {
  const std::size_t workers = loaded.trace->workers.size();
  if (range.duration_ns() <= 0 || workers == 0) return 0.0;
  std::vector<std::int64_t> busy(loaded.detail->categories(), 0);
  for (std::size_t row = 0; row < loaded.detail->rows(); ++row) {
    loaded.detail->add_busy_ns(row, range.begin_ns, range.end_ns, busy);
  }
  const auto all = static_cast<double>(std::accumulate(busy.begin(), busy.end(), std::int64_t{0}));
  return all / (static_cast<double>(range.duration_ns()) * static_cast<double>(workers));
}

}  // namespace gusset::viewer
