#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gusset/traces/model/ids.hpp"
#include "gusset/traces/model/nesting.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"

namespace gusset::traces {

/// Columns of a picture on a global grid: column c shows the time [c, c + 1) · ns_per_column. Panning by
/// whole columns therefore never changes what a column shows.
struct ColumnGrid {
  std::int64_t first_column = 0;
  double ns_per_column = 1.0;  ///< > 0

  double time_from_column(double column) const {
    return (static_cast<double>(first_column) + column) * ns_per_column;
  }
  double column_from_time(double time_ns) const {
    return time_ns / ns_per_column - static_cast<double>(first_column);
  }
  friend bool operator==(const ColumnGrid&, const ColumnGrid&) = default;
};

/// What one row shows in one column.
struct Texel {
  std::uint8_t category = 0;  ///< of its tasks; see `LevelOfDetail::categories`
  std::uint8_t height = 0;  ///< 0: idle, blank. Else 1…255: of a triangle at this column, or the busy share
  bool triangle = false;  ///< part of one task of at least `triangle_columns` columns: `height` is its slope
  std::uint8_t busy = 0;  ///< exact busy share of the column, 0…255, at least 1 where anything ran
  friend bool operator==(const Texel&, const Texel&) = default;
};

/// A part of a run span in which no span nested in it is active, but for submissions. A span that is not
/// interrupted is one piece.
struct Piece {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;  ///< > begin_ns
  std::size_t span = 0;     ///< index in the lane
  std::uint8_t category = 0;
  friend bool operator==(const Piece&, const Piece&) = default;
};

/// Whether each task belongs to a set.
using TaskSet = std::vector<bool>;

/// A task is drawn as a triangle when it is at least this many columns long.
inline constexpr double triangle_columns = 3.0;

/// Answers what a row shows at any zoom in time that does not depend on the number of tasks, and keeps the
/// busy time of every column exact. Immutable after construction; may be used from several threads.
///
/// **Busy** is every instant at which the innermost span of the lane is of kind `run`: a span of another kind
/// that is nested in a run span (waiting for children) interrupts it, but for submissions. Exclusive parts of
/// run spans are called pieces.
///
/// **Columns.** Column c of a grid shows the whole nanoseconds [floor(c · w), floor((c + 1) · w)), w =
/// ns_per_column, so columns tile time without gap or overlap. Below 1 ns per column, several columns show
/// the same nanosecond floor(c · w).
///
/// **What a column shows**, in this order:
/// 1. no piece and no task of zero length: blank, all fields 0;
/// 2. only tasks of zero length: height = busy = 1, the category of the first of them, so that nothing
/// vanishes;
/// 3. one piece alone, of a span of at least three columns: a triangle. With t the time of the column's
/// centre, clamped
///    to the span, height = 1 + floor(254 · (end − t) ÷ (end − begin)): 255 at the span's begin, 1 at its
///    end;
/// 4. else height = busy, and the category is the one with most busy time (the lowest on a tie).
/// `busy` = busy time ÷ column width · 255, rounded to the nearest (halves up), and at least 1 in cases 2
/// to 4.
///
/// The trace must be valid; times are exact up to 2^62 ns. Categories are those of a colouring, or task types
/// modulo 256; run spans without a task have a category of their own after those.
class LevelOfDetail {
 public:
  /// Indexes every lane of the trace, one row each, on up to `threads` threads. Keeps the trace. The
  /// colouring, which is the trace's, puts tasks into categories; null: their types do. With `shown`, one
  /// entry for each task, only the runs of tasks that it has count; what else ran is as if it were idle, so
  /// that a picture of these rows alone is not a true one.
  explicit LevelOfDetail(std::shared_ptr<const Trace> trace, unsigned threads = 1,
                         const Colouring* colouring = nullptr, const TaskSet* shown = nullptr);
  /// The same of the runs of one depth, on lanes whose runs nest; the rows of other lanes are empty. Busy
  /// times of all depths sum to those of the whole. `nesting` is the trace's.
  LevelOfDetail(std::shared_ptr<const Trace> trace, const Nesting& nesting, std::size_t depth,
                unsigned threads = 1, const Colouring* colouring = nullptr, const TaskSet* shown = nullptr);
  ~LevelOfDetail();
  LevelOfDetail(LevelOfDetail&&) noexcept;
  LevelOfDetail& operator=(LevelOfDetail&&) noexcept;

  std::size_t rows() const;
  const Trace& trace() const;

  /// Those of the colouring, or min(256, task types), and one more where run spans without a task exist and
  /// there is room for it.
  std::size_t categories() const;
  /// Whether run spans without a task exist.
  bool has_runs_without_task() const;

  /// Fills `out` with the texels of columns grid.first_column … + out.size(). row < rows().
  void texels(std::size_t row, const ColumnGrid& grid, std::span<Texel> out) const;

  /// The run span that a row shows at a time: its index in the lane, or nothing. Half-open: begin <= time <
  /// end.
  std::optional<std::size_t> span_at(std::size_t row, std::int64_t time_ns) const;

  /// Busy time of each category in [begin, end) of one row, in ns; exact. `categories()` entries.
  std::vector<std::int64_t> busy_ns(std::size_t row, std::int64_t begin_ns, std::int64_t end_ns) const;

  /// The same, added to `sums`, which has at least `categories()` entries.
  void add_busy_ns(std::size_t row, std::int64_t begin_ns, std::int64_t end_ns,
                   std::span<std::int64_t> sums) const;

  /// The pieces of a row that intersect [begin, end), are at least `piece_ns` long and belong to spans of at
  /// least `span_ns`, by begin; not clipped. Takes time proportional to their number and the logarithm of the
  /// row's length.
  std::vector<Piece> pieces(std::size_t row, std::int64_t begin_ns, std::int64_t end_ns,
                            std::int64_t piece_ns, std::int64_t span_ns) const;

  /// Memory of the index, without the trace.
  std::size_t memory_bytes() const;

 private:
  struct Rows;
  std::unique_ptr<Rows> rows_;
};

/// Level of detail of each depth, the outermost first; none where nothing nests. Arguments as of
/// LevelOfDetail.
std::vector<LevelOfDetail> sub_row_details(const std::shared_ptr<const Trace>& trace, const Nesting& nesting,
                                           unsigned threads = 1, const Colouring* colouring = nullptr,
                                           const TaskSet* shown = nullptr);

}  // namespace gusset::traces
