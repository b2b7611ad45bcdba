#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

#include "gus_format.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/gus/recording_file.hpp"
#include "gusset/traces/model/trace.hpp"

/// The columns of a chunk. The same calls write and read them, so each table is described once
/// (gus_tables.hpp). `cell(row)` is a reference to a row's value.
namespace gusset::traces::gus {

using Row = std::uint32_t;

inline constexpr std::uint64_t max_u64 = std::numeric_limits<std::uint64_t>::max();

/// The cells of one member of consecutive rows.
template <class T, class Of, class Member>
auto member(T* rows, Member Of::*which) {
  return [=](Row row) -> auto& {
    return rows[row].*which;
  };
}

/// The cells of a whole column.
template <class C, class Table>
auto cells(C& c, Table& column) {
  return [rows = c.rows_of(column)](Row row) -> auto& {
    return rows[row];
  };
}

/// The kinds of numeric columns: their range of values and their encoding. `Chunk` writes the result of
/// `get(row)`. `ChunkReader` checks that each number is in [low, high] or `none`, and passes it to `set(row,
/// number)`. The setters are generic in the row, too, so only a reader needs assignable cells.
template <class Self>
class Columns {
 public:
  template <class Cell>
  void id(Column column, Cell cell) {
    using Id = std::remove_cvref_t<decltype(cell(0))>;
    numbers<std::uint64_t>(
        column, 0, Id::none_value - 1, Id::none_value,
        [=](Row row) { return std::uint64_t{cell(row).value()}; },
        [=](auto row, auto number) { cell(row) = Id(number); });
  }
  template <class Cell>
  void number(Column column, Cell cell) {
    using Number = std::remove_cvref_t<decltype(cell(0))>;
    using Limits = std::numeric_limits<Number>;
    plain<Number>(column, Limits::min(), Limits::max(), {}, cell);
  }
  /// Unsigned or enumerated values up to `most`.
  template <class Cell>
  void count(Column column, std::uint64_t most, Cell cell) {
    plain<std::uint64_t>(column, 0, most, {}, cell);
  }
  /// Likewise, through a getter and a setter.
  template <class Get, class Set>
  void code(Column column, std::uint64_t most, Get get, Set set) {
    numbers<std::uint64_t>(column, 0, most, {}, get, set);
  }
  template <class Cell>
  void time(Column column, Cell cell) {
    plain<std::int64_t>(column, -max_time_ns, max_time_ns, unknown_time, cell);
  }
  /// Lengths of time in ns, or unknown_time.
  template <class Cell>
  void length(Column column, Cell cell) {
    plain<std::int64_t>(column, 0, max_time_ns, unknown_time, cell);
  }
  template <class Cell>
  void task_number(Column column, Cell cell) {
    plain<std::uint64_t>(column, 0, no_number - 1, no_number, cell);
  }
  template <class Cell>
  void iterations(Column column, Cell cell) {
    plain<std::uint64_t>(column, 0, unknown_iterations - 1, unknown_iterations, cell);
  }
  /// Doubles, stored as their bits.
  template <class Cell>
  void real(Column column, Cell cell) {
    numbers<std::uint64_t>(
        column, 0, max_u64, {}, [=](Row row) { return std::bit_cast<std::uint64_t>(double{cell(row)}); },
        [=](auto row, auto bits) { cell(row) = std::bit_cast<double>(bits); });
  }
  /// Start times within ± `most`, and ends at most `longest` after them.
  template <class Begin, class End>
  void stretch(Begin begin, End end, std::int64_t most, std::uint64_t longest) {
    plain<std::int64_t>(Column::begin, -most, most, {}, begin);
    // Computed unsigned, because the columns' ranges are not checked yet.
    numbers<std::uint64_t>(
        Column::duration, 0, longest, {},
        [=](Row row) { return static_cast<std::uint64_t>(end(row) - begin(row)); },
        [=](auto row, auto length) {
          end(row) = static_cast<std::int64_t>(static_cast<std::uint64_t>(begin(row)) + length);
        });
  }
  /// Times at most `most` before a start, or unknown_time.
  template <class Begin, class Cell>
  void lead(Column column, Begin begin, std::uint64_t most, Cell cell) {
    numbers<std::uint64_t>(
        column, 0, most, max_u64,
        [=](Row row) {
          return cell(row) == unknown_time
                     ? max_u64
                     : static_cast<std::uint64_t>(std::max<std::int64_t>(0, begin(row) - cell(row)));
        },
        [=](auto row, auto time) {
          cell(row) = time == max_u64
                          ? unknown_time
                          : static_cast<std::int64_t>(static_cast<std::uint64_t>(begin(row)) - time);
        });
  }

 private:
  template <class Number, class Get, class Set>
  void numbers(Column column, Number low, Number high, std::optional<Number> none, Get get, Set set) {
    static_cast<Self*>(this)->template values<Number>(column, low, high, none, get, set);
  }
  template <class Number, class Cell>
  void plain(Column column, Number low, Number high, std::optional<Number> none, Cell cell) {
    numbers<Number>(
        column, low, high, none, [=](Row row) { return static_cast<Number>(cell(row)); },
        [=](auto row, auto number) {
          cell(row) = static_cast<std::remove_reference_t<decltype(cell(row))>>(number);
        });
  }
};

}  // namespace gusset::traces::gus
