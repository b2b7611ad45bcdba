#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"
#include "lod_pieces.hpp"

namespace gusset::traces::lod {

/// Determines the category of a lane's spans.
struct Categories {
  const Trace& trace;
  const Colouring* colouring;  ///< null: by type
  std::uint8_t no_task;        ///< category of run spans without a task

  std::uint8_t of(const SpanColumns& spans, std::size_t span) const {
    const TaskId task = spans.task[span];
    if (task.is_none()) return no_task;
    if (colouring != nullptr) return colouring->category(task);
    return static_cast<std::uint8_t>(trace.tasks.type[task.value()].value() % 256);
  }
};

/// The busy time of one category in a column.
struct BusyPart {
  std::uint8_t category = 0;
  std::int64_t ns = 0;  ///< > 0
};

/// Fills `stack`, which is empty, with the busy times of a column, in at most `most_parts` parts (2 to
/// Stack::max_parts). `parts` ascend by category. `full_ns` is the time that fills the column, and `busy` the
/// rounded sum of the parts, in 255ths of `full_ns`.
void fill_stack(std::span<const BusyPart> parts, double full_ns, std::uint8_t busy, std::size_t most_parts,
                Stack& stack);

/// An index of one lane. Computing the busy time per category of any interval takes about the same time,
/// no matter how many pieces the interval contains. Pieces are in blocks; each block has the cumulative busy
/// time per category before it. A row numbers only the categories that occur in it (in ascending order), so a
/// row of few types costs little.
class Row {
 public:
  /// Indexes the lane's runs that `filter` takes. The lane must outlive the row.
  Row(const Lane& lane, const Categories& categories, const RunFilter& filter);

  /// `stacks` is empty, or has the size of `out`.
  void texels(const ColumnGrid& grid, std::span<Texel> out, std::span<Stack> stacks,
              std::size_t most_parts) const;
  /// The same; instead of making stacks, adds each column's busy time per category to `sums`, which has
  /// `categories` entries per column.
  void texels(const ColumnGrid& grid, std::span<Texel> out, std::span<std::int64_t> sums,
              std::size_t categories) const;
  std::optional<std::size_t> span_at(std::int64_t time_ns) const;
  void add_busy_ns(std::int64_t begin_ns, std::int64_t end_ns, std::span<std::int64_t> sums) const;
  std::vector<Piece> pieces(std::int64_t begin_ns, std::int64_t end_ns, std::int64_t piece_ns,
                            std::int64_t span_ns) const;
  std::size_t memory_bytes() const;

 private:
  struct Cursor;
  template <class Visit>
  void walk(const ColumnGrid& grid, std::span<Texel> out, bool finds_parts, const Visit& visit) const;
  void index_categories(const Categories& categories);
  void index_blocks();
  void index_longest();

  std::uint8_t category(std::size_t piece) const { return categories_[local_category_[piece]]; }
  std::int64_t span_length_ns(std::size_t piece) const;
  std::size_t first_at_or_after(std::int64_t time_ns, std::size_t from) const;
  std::size_t first_touching(std::int64_t time_ns, std::size_t first_after) const;
  void add_clipped(std::size_t from, std::size_t to, std::int64_t begin_ns, std::int64_t end_ns,
                   std::int64_t* sums) const;
  Texel column(Cursor& cursor, std::int64_t begin_ns, std::int64_t end_ns) const;
  void prefetch(Cursor& cursor, std::int64_t time_ns) const;
  std::size_t last_block_before(std::int64_t time_ns, std::size_t from) const;
  std::size_t busiest_of_few(Cursor& cursor, std::size_t from, std::size_t to, std::int64_t begin_ns,
                             std::int64_t end_ns, std::int64_t& busy_ns) const;
  std::size_t busiest_of_many(Cursor& cursor, std::size_t after, std::size_t to, std::int64_t begin_ns,
                              std::int64_t end_ns, std::int64_t& busy_ns) const;
  const std::int64_t* add_in_block(std::int64_t time_ns, std::size_t after, std::int64_t* sums) const;
  void sum_before(std::int64_t time_ns, std::size_t after, std::int64_t* sums) const;
  std::uint8_t slope(std::size_t piece, double time_ns) const;
  void find_long(std::size_t level, std::size_t entry, std::size_t from, std::size_t to,
                 std::int64_t piece_ns, std::int64_t span_ns, std::vector<Piece>& found) const;

  const SpanColumns* spans_;
  Pieces pieces_;
  std::vector<std::uint8_t> local_category_;  // of each piece
  std::vector<std::uint8_t> categories_;      // of each local category, ascending
  std::size_t block_shift_ = 5;               // a block holds 2^block_shift_ pieces
  std::vector<std::int64_t> block_begin_ns_;
  // (blocks + 1) × local categories; the last entries are totals.
  std::vector<std::int64_t> busy_before_ns_;
  std::vector<std::vector<std::int64_t>> longest_ns_;  // [0]: per block; [n + 1]: per 8 entries of [n]
  std::vector<std::int64_t> instant_ns_;
  std::vector<std::uint8_t> instant_category_;
};

}  // namespace gusset::traces::lod
