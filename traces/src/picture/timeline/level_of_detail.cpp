#include "gusset/traces/picture/timeline/level_of_detail.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "lod_row.hpp"

namespace gusset::traces {
namespace {

bool runs_without_task(const Lane& lane) {
  for (std::size_t i = 0; i < lane.spans.size(); ++i) {
    if (lane.spans.kind[i] == SpanKind::run && lane.spans.task[i].is_none()) return true;
  }
  return false;
}

/// Calls body(0) … body(count - 1) on up to `threads` threads, including the calling thread.
template <class Body>
void for_each_index(std::size_t count, unsigned threads, const Body& body) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    // Relaxed: the counter only hands out indices; joining the threads publishes their writes.
    for (std::size_t i = next.fetch_add(1, std::memory_order_relaxed); i < count;
         i = next.fetch_add(1, std::memory_order_relaxed)) {
      body(i);
    }
  };
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < std::min<std::size_t>(threads, count); ++i) helpers.emplace_back(work);
  work();
}

}  // namespace

struct LevelOfDetail::Rows {
  Rows(std::shared_ptr<const Trace> of, unsigned threads, const Colouring* colouring,
       const lod::RunFilter& filter)
      : trace(std::move(of)) {
    static const Lane empty_lane{};
    const std::vector<Lane>& lanes = trace->lanes;
    const std::size_t of_tasks = colouring == nullptr ? std::min<std::size_t>(256, trace->types.size())
                                                      : colouring->categories().size();
    const auto no_task = static_cast<std::uint8_t>(std::min<std::size_t>(255, of_tasks));
    std::atomic<bool> without_task{false};
    rows.resize(lanes.size());
    for_each_index(lanes.size(), threads, [&](std::size_t i) {
      lod::RunFilter of_lane = filter;
      of_lane.lane = LaneId(i);
      const lod::Categories all{*trace, colouring, no_task};
      if (of_lane.takes_none()) {
        rows[i].emplace(empty_lane, all, lod::RunFilter{});
      } else {
        rows[i].emplace(lanes[i], all, of_lane);
      }
      // Relaxed: the load below follows the join of the threads, which orders it after this store.
      if (runs_without_task(lanes[i])) without_task.store(true, std::memory_order_relaxed);
    });
    has_runs_without_task = without_task.load(std::memory_order_relaxed);
    categories = has_runs_without_task ? std::size_t{no_task} + 1 : of_tasks;
  }

  std::shared_ptr<const Trace> trace;
  std::size_t categories = 0;
  bool has_runs_without_task = false;
  std::vector<std::optional<lod::Row>> rows;  // optional only during construction
};

LevelOfDetail::LevelOfDetail(std::shared_ptr<const Trace> trace, unsigned threads, const Colouring* colouring,
                             const TaskSet* shown)
    : rows_(std::make_unique<Rows>(std::move(trace), threads, colouring, lod::RunFilter{shown})) {}

LevelOfDetail::LevelOfDetail(std::shared_ptr<const Trace> trace, const Nesting& nesting, std::size_t depth,
                             unsigned threads, const Colouring* colouring, const TaskSet* shown)
    : rows_(std::make_unique<Rows>(std::move(trace), threads, colouring,
                                   lod::RunFilter{shown, &nesting, depth})) {}

LevelOfDetail::~LevelOfDetail() = default;
LevelOfDetail::LevelOfDetail(LevelOfDetail&&) noexcept = default;
LevelOfDetail& LevelOfDetail::operator=(LevelOfDetail&&) noexcept = default;

std::size_t LevelOfDetail::rows() const {
  return rows_->rows.size();
}

const Trace& LevelOfDetail::trace() const {
  return *rows_->trace;
}

std::size_t LevelOfDetail::categories() const {
  return rows_->categories;
}

bool LevelOfDetail::has_runs_without_task() const {
  return rows_->has_runs_without_task;
}

void LevelOfDetail::texels(std::size_t row, const ColumnGrid& grid, std::span<Texel> out) const {
  rows_->rows[row]->texels(grid, out, std::span<Stack>(), Stack::max_parts);
}

void LevelOfDetail::texels(std::size_t row, const ColumnGrid& grid, std::span<Texel> out,
                           std::span<Stack> stacks, std::size_t most_parts) const {
  rows_->rows[row]->texels(grid, out, stacks, most_parts);
}

void LevelOfDetail::texels_together(std::span<const std::size_t> rows, std::size_t workers,
                                    const ColumnGrid& grid, std::span<Texel> out, std::span<Stack> stacks,
                                    std::size_t most_parts) const {
  thread_local std::vector<Texel> texels;
  thread_local std::vector<unsigned> busy;
  thread_local std::vector<std::int64_t> sums;
  thread_local std::vector<lod::BusyPart> parts;
  texels.resize(out.size());
  busy.assign(out.size(), 0);
  sums.assign(out.size() * categories(), 0);
  std::fill(out.begin(), out.end(), Texel{});
  for (const std::size_t row : rows) {
    rows_->rows[row]->texels(grid, texels, sums, categories());
    for (std::size_t column = 0; column < out.size(); ++column) {
      if (texels[column].busy == 0) continue;
      busy[column] += texels[column].busy;
      out[column].category = texels[column].category;  // only for tasks of zero length; see below
    }
  }
  const auto count = static_cast<unsigned>(std::max<std::size_t>(1, workers));
  for (std::size_t column = 0; column < out.size(); ++column) {
    stacks[column] = {};
    if (busy[column] == 0) continue;
    Texel& texel = out[column];
    texel.busy = static_cast<std::uint8_t>(std::clamp((busy[column] + count / 2) / count, 1U, 255U));
    texel.height = texel.busy;
    parts.clear();
    const std::int64_t* const here = sums.data() + column * categories();
    std::int64_t busy_ns = 0;
    std::int64_t max_ns = 0;
    for (std::size_t category = 0; category < categories(); ++category) {
      if (here[category] == 0) continue;
      parts.push_back({static_cast<std::uint8_t>(category), here[category]});
      busy_ns += here[category];
      if (here[category] > max_ns) texel.category = static_cast<std::uint8_t>(category);
      max_ns = std::max(max_ns, here[category]);
    }
    if (parts.empty()) {
      stacks[column].parts[0] = {texel.category, texel.busy};
      stacks[column].count = 1;
    } else {
      // Scaled to the column's height, which is rounded from the rows' shares.
      const double full_ns = static_cast<double>(busy_ns) * 255.0 / texel.busy;
      lod::fill_stack(parts, full_ns, texel.busy, most_parts, stacks[column]);
    }
  }
}

std::optional<std::size_t> LevelOfDetail::span_at(std::size_t row, std::int64_t time_ns) const {
  return rows_->rows[row]->span_at(time_ns);
}

std::vector<std::int64_t> LevelOfDetail::busy_ns(std::size_t row, std::int64_t begin_ns,
                                                 std::int64_t end_ns) const {
  std::vector<std::int64_t> sums(categories(), 0);
  add_busy_ns(row, begin_ns, end_ns, sums);
  return sums;
}

void LevelOfDetail::add_busy_ns(std::size_t row, std::int64_t begin_ns, std::int64_t end_ns,
                                std::span<std::int64_t> sums) const {
  rows_->rows[row]->add_busy_ns(begin_ns, end_ns, sums);
}

std::vector<Piece> LevelOfDetail::pieces(std::size_t row, std::int64_t begin_ns, std::int64_t end_ns,
                                         std::int64_t piece_ns, std::int64_t span_ns) const {
  return rows_->rows[row]->pieces(begin_ns, end_ns, piece_ns, span_ns);
}

std::size_t LevelOfDetail::memory_bytes() const {
  std::size_t bytes = sizeof(Rows) + rows_->rows.capacity() * sizeof(rows_->rows[0]);
  for (const auto& row : rows_->rows) bytes += row->memory_bytes();
  return bytes;
}

std::vector<LevelOfDetail> sub_row_details(const std::shared_ptr<const Trace>& trace, const Nesting& nesting,
                                           unsigned threads, const Colouring* colouring,
                                           const TaskSet* shown) {
  std::vector<LevelOfDetail> details;
  if (nesting.depths() == 1) return details;
  for (std::size_t depth = 0; depth < nesting.depths(); ++depth)
    details.emplace_back(trace, nesting, depth, threads, colouring, shown);
  return details;
}

}  // namespace gusset::traces
