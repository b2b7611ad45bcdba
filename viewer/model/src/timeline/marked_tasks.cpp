#include "gusset/viewer/model/timeline/marked_tasks.hpp"

#include <algorithm>

#include "gusset/viewer/model/timeline/placed_rows.hpp"

namespace gusset::viewer {

MarkedTasks::MarkedTasks(const LoadedTrace& loaded) : all_(loaded.rows.size()) {
  if (loaded.nesting != nullptr) by_depth_.assign(loaded.nesting->depths(), all_);
}

void MarkedTasks::add(std::size_t row, std::size_t depth, std::int64_t begin_ns, std::int64_t end_ns,
                      std::uint32_t item) {
  all_.add(row, begin_ns, end_ns, item);
  if (!by_depth_.empty()) by_depth_[std::min(depth, by_depth_.size() - 1)].add(row, begin_ns, end_ns, item);
}

void MarkedTasks::finish() {
  all_.finish();
  for (picture::MarkedRows& rows : by_depth_) rows.finish();
}

std::vector<MarkedTasks::Mark> MarkedTasks::marks(const Timeline& timeline, std::size_t panel,
                                                  std::size_t place, std::size_t row) const {
  std::vector<Mark> found;
  if (row >= rows()) return found;
  const picture::PlacedRows placed = placed_rows(timeline, panel);
  const auto add_from = [&](const picture::MarkedRows& marked, Stretch track) {
    for (const auto& stretch : marked.stretches(row, placed.grid, placed.clip.width))
      found.push_back({stretch, track});
  };
  const std::size_t count = placed.row(place).sub_rows;
  if (count == 1) {
    add_from(all_, placed.track(place));
    return found;
  }
  for (std::size_t depth = 0; depth < std::min(count, by_depth_.size()); ++depth)
    add_from(by_depth_[depth], placed.track_at(place, depth));
  return found;
}

}  // namespace gusset::viewer
