#pragma once
#include <array>
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
  std::uint8_t category = 0;  ///< category of its tasks; see `LevelOfDetail::categories`
  /// 0: idle, blank. 1…255: the triangle's height at this column, or the busy share.
  std::uint8_t height = 0;
  /// Part of a task at least `triangle_columns` columns long; `height` follows its slope.
  bool triangle = false;
  std::uint8_t busy = 0;  ///< exact busy share of the column, 0…255; at least 1 if anything ran
  friend bool operator==(const Texel&, const Texel&) = default;
};

/// The categories that were busy in one column, stacked from the foot by descending category, so that the
/// first category is on top.
struct Stack {
  static constexpr std::size_t max_parts = 5;
  struct Part {
    std::uint8_t category = 0;
    std::uint8_t top = 0;  ///< upper end, 0…255; the last part's is the column's busy share
    friend bool operator==(const Part&, const Part&) = default;
  };
  std::array<Part, max_parts> parts{};
  std::uint8_t count = 0;
  /// The last part, on top, is the sum of several categories, because more were busy than the stack may have
  /// parts. The other parts are the busiest categories.
  bool has_rest = false;
  friend bool operator==(const Stack&, const Stack&) = default;
};

/// A part of a run span that no nested span interrupts. Nested submissions do not interrupt it. An
/// uninterrupted span is one piece.
struct Piece {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;  ///< > begin_ns
  std::size_t span = 0;     ///< index in the lane
  std::uint8_t category = 0;
  friend bool operator==(const Piece&, const Piece&) = default;
};

/// Membership in a set, one entry per task.
using TaskSet = std::vector<bool>;

/// Tasks at least this many columns long are drawn as triangles.
inline constexpr double triangle_columns = 3.0;

/// Computes what a row shows at any zoom, in time independent of the number of tasks. The busy time of every
/// column is exact. Immutable after construction; safe to use from several threads.
///
/// **Busy** is every instant at which the lane's innermost span is of kind `run`. A span of another kind
/// nested in a run span (waiting for children) interrupts it; a submission does not. The exclusive parts of
/// run spans are called pieces.
///
/// **Columns.** Column c of a grid shows the whole nanoseconds [floor(c · w), floor((c + 1) · w)), w =
/// ns_per_column, so columns tile time without gap or overlap. Below 1 ns per column, several columns show
/// the same nanosecond floor(c · w).
///
/// **What a column shows** is the first case that applies:
/// - No piece and no task of zero length: blank, all fields 0.
/// - Only tasks of zero length: height = busy = 1 and the category of the first of them, so that no task
///   vanishes.
/// - A single piece of a span of at least three columns: a triangle. With t the time of the column's centre,
///   clamped to the span, height = 1 + floor(254 · (end − t) ÷ (end − begin)): 255 at the span's start, 1 at
///   its end.
/// - Otherwise height = busy, and the category is the one with the most busy time (the lowest on a tie).
/// `busy` = busy time ÷ column width · 255, rounded to nearest (halves up), and at least 1 in all cases but
/// the first.
///
/// The trace must be valid; times are exact up to 2^62 ns. Categories are those of a colouring, or task types
/// modulo 256. Run spans without a task have an additional category after those.
class LevelOfDetail {
 public:
  /// Indexes every lane of the trace as one row, on up to `threads` threads. Shares ownership of the trace.
  /// The colouring, which must belong to the trace, assigns tasks to categories; null: by type. `shown` has
  /// one entry per task: only runs of tasks in it count. Hidden runs then look idle, so a picture of these
  /// rows alone shows false idle time.
  explicit LevelOfDetail(std::shared_ptr<const Trace> trace, unsigned threads = 1,
                         const Colouring* colouring = nullptr, const TaskSet* shown = nullptr);
  /// Indexes the runs of one nesting depth, on lanes whose runs nest; the rows of other lanes are empty. Busy
  /// times of all depths sum to those of the whole. `nesting` must belong to the trace.
  LevelOfDetail(std::shared_ptr<const Trace> trace, const Nesting& nesting, std::size_t depth,
                unsigned threads = 1, const Colouring* colouring = nullptr, const TaskSet* shown = nullptr);
  ~LevelOfDetail();
  LevelOfDetail(LevelOfDetail&&) noexcept;
  LevelOfDetail& operator=(LevelOfDetail&&) noexcept;

  std::size_t rows() const;
  const Trace& trace() const;

  /// The number of categories: those of the colouring, or min(256, task types), and one more for run spans
  /// without a task if there are any, up to 256 in total.
  std::size_t categories() const;
  /// Whether run spans without a task exist.
  bool has_runs_without_task() const;

  /// Fills `out` with the texels of columns grid.first_column … + out.size(). row < rows().
  void texels(std::size_t row, const ColumnGrid& grid, std::span<Texel> out) const;

  /// Also fills `stacks`, which has the size of `out`, with at most `most_parts` parts each (2 to
  /// Stack::max_parts). A column of a triangle has a stack of one part.
  void texels(std::size_t row, const ColumnGrid& grid, std::span<Texel> out, std::span<Stack> stacks,
              std::size_t most_parts = Stack::max_parts) const;

  /// Fills `out` and `stacks` with what several rows show together: their busy share of the time of `workers`
  /// workers, without triangles, and the busiest category. `stacks` as above.
  void texels_together(std::span<const std::size_t> rows, std::size_t workers, const ColumnGrid& grid,
                       std::span<Texel> out, std::span<Stack> stacks,
                       std::size_t most_parts = Stack::max_parts) const;

  /// Returns the run span that a row shows at a time, as an index in the lane, or nothing. Spans are
  /// half-open: begin <= time < end.
  std::optional<std::size_t> span_at(std::size_t row, std::int64_t time_ns) const;

  /// Returns the exact busy time of each category in [begin, end) of one row, in ns. The result has
  /// `categories()` entries.
  std::vector<std::int64_t> busy_ns(std::size_t row, std::int64_t begin_ns, std::int64_t end_ns) const;

  /// Adds those busy times to `sums`, which must have at least `categories()` entries.
  void add_busy_ns(std::size_t row, std::int64_t begin_ns, std::int64_t end_ns,
                   std::span<std::int64_t> sums) const;

  /// Returns the pieces of a row that intersect [begin, end), are at least `piece_ns` long and belong to
  /// spans of at least `span_ns`, sorted by start and not clipped. Takes time proportional to their number
  /// and to the logarithm of the row's length.
  std::vector<Piece> pieces(std::size_t row, std::int64_t begin_ns, std::int64_t end_ns,
                            std::int64_t piece_ns, std::int64_t span_ns) const;

  /// Memory of the index, without the trace.
  std::size_t memory_bytes() const;

 private:
  struct Rows;
  std::unique_ptr<Rows> rows_;
};

/// Makes the level of detail of each depth, the outermost first; empty if nothing nests. Arguments are those
/// of LevelOfDetail.
std::vector<LevelOfDetail> sub_row_details(const std::shared_ptr<const Trace>& trace, const Nesting& nesting,
                                           unsigned threads = 1, const Colouring* colouring = nullptr,
                                           const TaskSet* shown = nullptr);

}  // namespace gusset::traces
