#include "lod_row.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace gusset::traces::lod {
Row::Row(const Lane& lane, const Categories& categories, const RunFilter& filter)
    : spans_(&lane.spans), pieces_(lane.spans, filter) {
  index_categories(categories);
  index_blocks();
  index_longest();
}

void Row::index_categories(const Categories& all) {
  std::array<bool, 256> used{};
  local_category_.resize(pieces_.size());
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    local_category_[i] = all.of(*spans_, pieces_.span(i));
    used[local_category_[i]] = true;
  }
  std::array<std::uint8_t, 256> local{};
  for (std::size_t category = 0; category < used.size(); ++category) {
    if (!used[category]) continue;
    local[category] = static_cast<std::uint8_t>(categories_.size());
    categories_.push_back(static_cast<std::uint8_t>(category));
  }
  for (std::uint8_t& category : local_category_) category = local[category];
  for (const std::size_t span : pieces_.instants()) {
    instant_ns_.push_back(spans_->begin_ns[span]);
    instant_category_.push_back(all.of(*spans_, span));
  }
}

void Row::index_blocks() {
  // Sums cost 8 bytes per category and block. Blocks with at least twice as many pieces as categories keep
  // the cost to at most 4 bytes per piece.
  const std::size_t count = categories_.size();
  block_shift_ =
      static_cast<std::size_t>(std::countr_zero(std::bit_ceil(std::max<std::size_t>(32, 2 * count))));
  const std::size_t block = std::size_t{1} << block_shift_;
  const std::size_t blocks = (pieces_.size() + block - 1) / block;
  block_begin_ns_.reserve(blocks);
  busy_before_ns_.reserve((blocks + 1) * count);
  std::vector<std::int64_t> busy_ns(count, 0);
  for (std::size_t first = 0; first < pieces_.size(); first += block) {
    block_begin_ns_.push_back(pieces_.begin_ns(first));
    busy_before_ns_.insert(busy_before_ns_.end(), busy_ns.begin(), busy_ns.end());
    const std::size_t last = std::min(first + block, pieces_.size());
    for (std::size_t i = first; i < last; ++i) busy_ns[local_category_[i]] += pieces_.length_ns(i);
  }
  busy_before_ns_.insert(busy_before_ns_.end(), busy_ns.begin(), busy_ns.end());
}

void Row::index_longest() {
  std::vector<std::int64_t> level(block_begin_ns_.size(), 0);
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    level[i >> block_shift_] = std::max(level[i >> block_shift_], pieces_.length_ns(i));
  }
  while (level.size() > 1) {
    std::vector<std::int64_t> above((level.size() + 7) / 8, 0);
    for (std::size_t i = 0; i < level.size(); ++i) above[i / 8] = std::max(above[i / 8], level[i]);
    longest_ns_.push_back(std::move(level));
    level = std::move(above);
  }
  longest_ns_.push_back(std::move(level));
}

std::int64_t Row::span_length_ns(std::size_t piece) const {
  const std::size_t span = pieces_.span(piece);
  return spans_->end_ns[span] - spans_->begin_ns[span];
}

/// Returns the last block that begins before `time_ns`, or `from` if no later one does. At least one block
/// must exist.
std::size_t Row::last_block_before(std::int64_t time_ns, std::size_t from) const {
  std::size_t step = 1;
  while (from + step < block_begin_ns_.size() && block_begin_ns_[from + step] < time_ns) {
    from += step;
    step *= 2;
  }
  const auto begins = block_begin_ns_.begin();
  const std::size_t high = std::min(from + step, block_begin_ns_.size());
  const auto found = std::lower_bound(begins + static_cast<std::ptrdiff_t>(from) + 1,
                                      begins + static_cast<std::ptrdiff_t>(high), time_ns);
  return static_cast<std::size_t>(found - begins) - 1;
}

/// Returns the first piece that begins at or after `time_ns`. All pieces before `from` must begin earlier.
std::size_t Row::first_at_or_after(std::int64_t time_ns, std::size_t from) const {
  const std::size_t count = pieces_.size();
  const std::size_t near = std::min(from + 4, count);
  for (; from < near; ++from) {
    if (pieces_.begin_ns(from) >= time_ns) return from;
  }
  if (from == count) return count;
  const std::size_t block = last_block_before(time_ns, from >> block_shift_);
  std::size_t first = std::max(from, block << block_shift_);
  std::size_t length = std::min((block + 1) << block_shift_, count) - first;
  while (length > 32) {
    const std::size_t half = length / 2;
    if (pieces_.begin_ns(first + half) < time_ns) {
      first += half + 1;
      length -= half + 1;
    } else {
      length = half;
    }
  }
  // Counting without branches waits for memory once; more halving would wait at every step.
  std::size_t before = 0;
  for (std::size_t i = first; i < first + length; ++i)
    before += static_cast<std::size_t>(pieces_.begin_ns(i) < time_ns);
  return first + before;
}

/// Returns the first piece that ends after `time_ns`, given the first piece that begins at or after it.
std::size_t Row::first_touching(std::int64_t time_ns, std::size_t first_after) const {
  return first_after > 0 && pieces_.end_ns(first_after - 1) > time_ns ? first_after - 1 : first_after;
}

/// Given the first piece that begins at or after `time_ns`, adds the busy time per local category from the
/// start of that piece's block to `time_ns`. Returns the busy times before the block.
const std::int64_t* Row::add_in_block(std::int64_t time_ns, std::size_t after, std::int64_t* sums) const {
  const std::size_t block = after >> block_shift_;
  for (std::size_t i = block << block_shift_; i < after; ++i) {
    sums[local_category_[i]] += pieces_.length_ns(i);
  }
  if (after > 0) {
    sums[local_category_[after - 1]] -= std::max<std::int64_t>(0, pieces_.end_ns(after - 1) - time_ns);
  }
  return &busy_before_ns_[block * categories_.size()];
}

/// Computes the busy time per local category before `time_ns`.
void Row::sum_before(std::int64_t time_ns, std::size_t after, std::int64_t* sums) const {
  std::fill_n(sums, categories_.size(), 0);
  const std::int64_t* const before_block = add_in_block(time_ns, after, sums);
  for (std::size_t k = 0; k < categories_.size(); ++k) sums[k] += before_block[k];
}

/// Adds the parts of pieces [from, to) inside [begin_ns, end_ns) to their local categories. All of these
/// pieces must intersect the interval.
void Row::add_clipped(std::size_t from, std::size_t to, std::int64_t begin_ns, std::int64_t end_ns,
                      std::int64_t* sums) const {
  for (std::size_t i = from; i < to; ++i) sums[local_category_[i]] += pieces_.length_ns(i);
  sums[local_category_[from]] -= std::max<std::int64_t>(0, begin_ns - pieces_.begin_ns(from));
  sums[local_category_[to - 1]] -= std::max<std::int64_t>(0, pieces_.end_ns(to - 1) - end_ns);
}

void Row::add_busy_ns(std::int64_t begin_ns, std::int64_t end_ns, std::span<std::int64_t> sums) const {
  if (begin_ns >= end_ns || pieces_.size() == 0) return;
  const std::size_t first = first_at_or_after(begin_ns, 0);
  std::array<std::int64_t, 256> before_begin;
  std::array<std::int64_t, 256> before_end;
  sum_before(begin_ns, first, before_begin.data());
  sum_before(end_ns, first_at_or_after(end_ns, first), before_end.data());
  for (std::size_t k = 0; k < categories_.size(); ++k)
    sums[categories_[k]] += before_end[k] - before_begin[k];
}

std::optional<std::size_t> Row::span_at(std::int64_t time_ns) const {
  const std::size_t piece = first_touching(time_ns, first_at_or_after(time_ns, 0));
  if (piece == pieces_.size() || pieces_.begin_ns(piece) > time_ns) return std::nullopt;
  return pieces_.span(piece);
}

std::vector<Piece> Row::pieces(std::int64_t begin_ns, std::int64_t end_ns, std::int64_t piece_ns,
                               std::int64_t span_ns) const {
  std::vector<Piece> found;
  if (begin_ns >= end_ns) return found;
  const std::size_t after = first_at_or_after(begin_ns, 0);
  const std::size_t to = first_at_or_after(end_ns, after);
  const std::size_t from = first_touching(begin_ns, after);
  if (from < to) find_long(longest_ns_.size() - 1, 0, from, to, piece_ns, span_ns, found);
  return found;
}

/// Collects the long pieces of [from, to) below one entry of the pyramid.
void Row::find_long(std::size_t level, std::size_t entry, std::size_t from, std::size_t to,
                    std::int64_t piece_ns, std::int64_t span_ns, std::vector<Piece>& found) const {
  const std::size_t shift = block_shift_ + 3 * level;
  if (longest_ns_[level][entry] < piece_ns || (entry + 1) << shift <= from || entry << shift >= to) return;
  if (level > 0) {
    const std::size_t last = std::min(entry * 8 + 8, longest_ns_[level - 1].size());
    for (std::size_t child = entry * 8; child < last; ++child) {
      find_long(level - 1, child, from, to, piece_ns, span_ns, found);
    }
    return;
  }
  const std::size_t last = std::min((entry + 1) << shift, to);
  for (std::size_t i = std::max(entry << shift, from); i < last; ++i) {
    if (pieces_.length_ns(i) < piece_ns || span_length_ns(i) < span_ns) continue;
    found.push_back({pieces_.begin_ns(i), pieces_.end_ns(i), pieces_.span(i), category(i)});
  }
}

std::size_t Row::memory_bytes() const {
  std::size_t words = block_begin_ns_.capacity() + busy_before_ns_.capacity() + instant_ns_.capacity();
  for (const auto& level : longest_ns_) words += level.capacity();
  return pieces_.memory_bytes() + words * sizeof(std::int64_t) + local_category_.capacity() +
         categories_.capacity() + instant_category_.capacity();
}

}  // namespace gusset::traces::lod
