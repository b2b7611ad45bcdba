#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "lod_row.hpp"

namespace gusset::traces::lod {
namespace {

/// How many columns ahead to prefetch: about the time of one memory access.
constexpr std::size_t columns_ahead = 8;

/// Column edges are clamped to these limits. Valid traces end earlier, and differences of times fit 64 bits.
constexpr std::int64_t max_time_ns = std::int64_t{1} << 62;
constexpr std::int64_t min_time_ns = -max_time_ns + 1;

/// The time of a column edge. Both edges of a column use this function, so columns tile time.
std::int64_t edge_ns(const ColumnGrid& grid, std::size_t column) {
  const double time_ns = grid.time_from_column(static_cast<double>(column));
  if (!(time_ns < static_cast<double>(max_time_ns))) return max_time_ns;  // also for NaN
  if (time_ns < static_cast<double>(min_time_ns)) return min_time_ns;
  const auto truncated = static_cast<std::int64_t>(time_ns);  // std::floor is a call on plain x86-64
  return static_cast<double>(truncated) > time_ns ? truncated - 1 : truncated;
}

/// part ÷ whole · 255, rounded to nearest and at least 1. Above 2^54 ns (208 days per column) both lose low
/// bits that cannot matter.
std::uint8_t busy_share(std::int64_t part_ns, std::int64_t whole_ns) {
  auto part = static_cast<std::uint64_t>(part_ns);
  auto whole = static_cast<std::uint64_t>(whole_ns);
  if (part >= whole) return 255;
  const int surplus = std::max(0, static_cast<int>(std::bit_width(whole)) - 54);
  part >>= surplus;
  whole >>= surplus;
  return static_cast<std::uint8_t>(std::max<std::uint64_t>(1, (part * 510 + whole) / (2 * whole)));
}

}  // namespace

/// The state of a walk over columns. Columns ascend, so each search starts from the previous result.
struct Row::Cursor {
  std::size_t first_after = 0;  // the first piece that begins at or after the last column's end
  std::int64_t end_ns = min_time_ns;
  std::size_t block_ahead = 0;
  std::size_t alone = 0;                   // the only piece in a triangle's column
  std::array<std::int64_t, 256> sums{};    // all 0 between columns
  std::array<std::int64_t, 256> before{};  // busy time before edge_ns
  std::int64_t edge_ns = std::numeric_limits<std::int64_t>::min();
  bool finds_parts = false;
  std::array<BusyPart, 256> parts;  // of the column, ascending, if finds_parts
  std::size_t part_count = 0;
  void add_part(std::uint8_t category, std::int64_t ns) { parts[part_count++] = {category, ns}; }
};

namespace {

/// Keeps the `count` busiest of more parts, in their order, and removes the others; of equal parts, the first
/// is kept. Returns the kept ones. Times are unpredictable, so this does without branches on them.
std::span<const BusyPart> keep_busiest(std::span<const BusyPart> parts, std::size_t count,
                                       std::array<BusyPart, Stack::max_parts>& kept) {
  std::array<std::int64_t, 256> left_ns;  // -1: kept
  for (std::size_t i = 0; i < parts.size(); ++i) left_ns[i] = parts[i].ns;
  for (std::size_t n = 0; n < count; ++n) {
    std::size_t most = 0;
    std::int64_t most_ns = -1;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      most = left_ns[i] > most_ns ? i : most;
      most_ns = std::max(most_ns, left_ns[i]);
    }
    left_ns[most] = -1;
  }
  std::size_t place = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    kept[place] = parts[i];
    place += static_cast<std::size_t>(left_ns[i] < 0);
  }
  return std::span(kept).first(count);
}

}  // namespace

void fill_stack(std::span<const BusyPart> parts, double full_ns, std::uint8_t busy, std::size_t most_parts,
                Stack& stack) {
  std::array<BusyPart, Stack::max_parts> kept;
  if (parts.size() > most_parts) {
    parts = keep_busiest(parts, most_parts - 1, kept);
    stack.has_rest = true;
  }
  const double scale = 255.0 / full_ns;
  double sum_ns = 0.0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const BusyPart& part = parts[parts.size() - 1 - i];
    sum_ns += static_cast<double>(part.ns);
    stack.parts[i] = {part.category, static_cast<std::uint8_t>(std::min<double>(busy, sum_ns * scale + 0.5))};
  }
  const std::size_t shown = parts.size() + (stack.has_rest ? 1 : 0);
  stack.count = static_cast<std::uint8_t>(shown);
  if (shown > 0) stack.parts[shown - 1].top = busy;
}

std::uint8_t Row::slope(std::size_t piece, double time_ns) const {
  const std::size_t span = pieces_.span(piece);
  const auto begin_ns = static_cast<double>(spans_->begin_ns[span]);
  const auto end_ns = static_cast<double>(spans_->end_ns[span]);
  const double left_ns = end_ns - std::clamp(time_ns, begin_ns, end_ns);
  return static_cast<std::uint8_t>(1.0 + 254.0 * left_ns / (end_ns - begin_ns));
}

/// Computes what [begin_ns, end_ns) shows. For a single piece, returns the busy share and sets `triangle`;
/// the caller decides whether it is one.
Texel Row::column(Cursor& cursor, std::int64_t begin_ns, std::int64_t end_ns) const {
  const std::size_t after = begin_ns >= cursor.end_ns ? first_at_or_after(begin_ns, cursor.first_after)
                                                      : first_at_or_after(begin_ns, 0);
  const std::size_t from = first_touching(begin_ns, after);
  const std::size_t to = first_at_or_after(end_ns, after);
  cursor.first_after = to;
  cursor.end_ns = end_ns;
  cursor.part_count = 0;
  if (from == to) {
    const auto instant = std::lower_bound(instant_ns_.begin(), instant_ns_.end(), begin_ns);
    if (instant == instant_ns_.end() || *instant >= end_ns) return {};
    return {instant_category_[static_cast<std::size_t>(instant - instant_ns_.begin())], 1, false, 1};
  }
  if (to - from == 1) {
    const std::int64_t busy_ns =
        std::min(pieces_.end_ns(from), end_ns) - std::max(pieces_.begin_ns(from), begin_ns);
    const std::uint8_t busy = busy_share(busy_ns, end_ns - begin_ns);
    cursor.alone = from;
    if (cursor.finds_parts) cursor.add_part(category(from), busy_ns);
    return {category(from), busy, true, busy};
  }
  std::int64_t busy_ns = 0;
  const std::size_t most = to - from < categories_.size()
                               ? busiest_of_few(cursor, from, to, begin_ns, end_ns, busy_ns)
                               : busiest_of_many(cursor, after, to, begin_ns, end_ns, busy_ns);
  const std::uint8_t busy = busy_share(busy_ns, end_ns - begin_ns);
  return {categories_[most], busy, false, busy};
}

/// Prefetches the memory for the edge `time_ns`, some columns ahead. If columns span several blocks, the walk
/// takes strides that the hardware prefetcher does not predict.
void Row::prefetch(Cursor& cursor, std::int64_t time_ns) const {
  const std::size_t previous =
      std::exchange(cursor.block_ahead, last_block_before(time_ns, cursor.block_ahead));
  const std::size_t block = cursor.block_ahead;
  if (block <= previous + 1) return;
  __builtin_prefetch(&busy_before_ns_[block * categories_.size()]);
  __builtin_prefetch(&busy_before_ns_[(block + 1) * categories_.size() - 1]);
  const std::size_t first = block << block_shift_;
  const std::size_t last = std::min(first + (std::size_t{1} << block_shift_), pieces_.size());
  __builtin_prefetch(&local_category_[first]);
  for (std::size_t i = first; i < last; i += 8) pieces_.prefetch(i);
}

/// Finds the busiest category from busy times per local category: the time before the column's end minus the
/// time before its start, which the previous column left in the cursor.
std::size_t Row::busiest_of_many(Cursor& cursor, std::size_t after, std::size_t to, std::int64_t begin_ns,
                                 std::int64_t end_ns, std::int64_t& busy_ns) const {
  if (cursor.edge_ns != begin_ns) sum_before(begin_ns, after, cursor.before.data());
  std::int64_t* const in_block = cursor.sums.data();
  const std::int64_t* const before_block = add_in_block(end_ns, to, in_block);
  std::size_t most = 0;
  std::int64_t max_ns = 0;
  for (std::size_t k = 0; k < categories_.size(); ++k) {
    const std::int64_t before_end_ns = before_block[k] + std::exchange(in_block[k], 0);
    const std::int64_t sum_ns = before_end_ns - cursor.before[k];
    cursor.before[k] = before_end_ns;
    busy_ns += sum_ns;
    if (cursor.finds_parts && sum_ns > 0) cursor.add_part(categories_[k], sum_ns);
    if (sum_ns > max_ns) {
      most = k;
      max_ns = sum_ns;
    }
  }
  cursor.edge_ns = end_ns;
  return most;
}

/// Does the same if there are fewer pieces than categories: touches only the categories of the pieces.
std::size_t Row::busiest_of_few(Cursor& cursor, std::size_t from, std::size_t to, std::int64_t begin_ns,
                                std::int64_t end_ns, std::int64_t& busy_ns) const {
  std::int64_t* sums = cursor.sums.data();
  add_clipped(from, to, begin_ns, end_ns, sums);
  std::size_t most = local_category_[from];
  for (std::size_t i = from; i < to; ++i) {
    const std::size_t k = local_category_[i];
    if (sums[k] > sums[most] || (sums[k] == sums[most] && k < most)) most = k;
  }
  for (std::size_t i = from; i < to; ++i) {
    const std::int64_t sum_ns = std::exchange(sums[local_category_[i]], 0);
    busy_ns += sum_ns;
    if (cursor.finds_parts && sum_ns > 0) cursor.add_part(category(i), sum_ns);
  }
  if (cursor.part_count > 1) {
    std::sort(cursor.parts.begin(), cursor.parts.begin() + static_cast<std::ptrdiff_t>(cursor.part_count),
              [](const BusyPart& a, const BusyPart& b) { return a.category < b.category; });
  }
  return most;
}

// Fills `out`. Calls visit(column, cursor, width) for each column in which tasks ran, with its width in ns.
template <class Visit>
void Row::walk(const ColumnGrid& grid, std::span<Texel> out, bool finds_parts, const Visit& visit) const {
  if (pieces_.size() == 0 && instant_ns_.empty()) {
    std::fill(out.begin(), out.end(), Texel{});
    return;
  }
  const double triangle_ns = triangle_columns * grid.ns_per_column;
  Cursor cursor;
  cursor.finds_parts = finds_parts;
  Texel texel;
  std::int64_t shown_from_ns = max_time_ns;
  std::int64_t shown_to_ns = max_time_ns;
  std::int64_t next_edge_ns = edge_ns(grid, 0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::int64_t begin_ns = next_edge_ns;
    if (i + columns_ahead < out.size() && pieces_.size() > 0)
      prefetch(cursor, edge_ns(grid, i + columns_ahead));
    next_edge_ns = edge_ns(grid, i + 1);
    // Below 1 ns per column, several columns share a nanosecond. Columns beyond the range of time show
    // nothing.
    const std::int64_t end_ns = std::max(next_edge_ns, std::min(begin_ns, max_time_ns - 1) + 1);
    if (begin_ns >= end_ns) {
      out[i] = {};
      continue;
    }
    if (begin_ns != shown_from_ns || end_ns != shown_to_ns) {
      texel = column(cursor, begin_ns, end_ns);
      shown_from_ns = begin_ns;
      shown_to_ns = end_ns;
    }
    out[i] = texel;
    if (cursor.part_count > 0) visit(i, cursor, end_ns - begin_ns);
    if (!texel.triangle) continue;
    if (static_cast<double>(span_length_ns(cursor.alone)) >= triangle_ns) {
      out[i].height = slope(cursor.alone, grid.time_from_column(static_cast<double>(i) + 0.5));
    } else {
      out[i].triangle = false;
    }
  }
}

void Row::texels(const ColumnGrid& grid, std::span<Texel> out, std::span<Stack> stacks,
                 std::size_t most_parts) const {
  std::fill(stacks.begin(), stacks.end(), Stack{});
  walk(grid, out, !stacks.empty(), [&](std::size_t column, Cursor& cursor, std::int64_t width_ns) {
    fill_stack({cursor.parts.data(), cursor.part_count}, static_cast<double>(width_ns), out[column].busy,
               most_parts, stacks[column]);
  });
}

void Row::texels(const ColumnGrid& grid, std::span<Texel> out, std::span<std::int64_t> sums,
                 std::size_t categories) const {
  walk(grid, out, true, [&](std::size_t column, Cursor& cursor, std::int64_t) {
    std::int64_t* const here = sums.data() + column * categories;
    for (std::size_t i = 0; i < cursor.part_count; ++i) here[cursor.parts[i].category] += cursor.parts[i].ns;
  });
}

}  // namespace gusset::traces::lod
