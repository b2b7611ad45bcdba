#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gus_chunk.hpp"
#include "gus_chunk_reader.hpp"
#include "gusset/traces/gus/recording_file.hpp"
#include "gusset/traces/model/validate.hpp"

/// A chunk's columns, written and read by the same calls, so that each table is described once
/// (gus_tables.hpp). `cell(row)` is a reference to a row's value.
namespace gusset::traces::gus {

using Row = std::uint32_t;

/// The cells of a member of rows that lie one after the other.
template <class T, class Of, class Member>
auto member(T* rows, Member Of::*which) {
  return [=](Row row) -> auto& {
    return rows[row].*which;
  };
}

/// Writes rows of tables from a first one on.
class ColumnWriter {
 public:
  ColumnWriter(Chunk& chunk, std::size_t first) : chunk_(chunk), first_(first) {}

  /// The chunk's rows of a table or a column.
  template <class Table>
  auto* rows_of(const Table& table) const {
    return table.data() + first_;
  }
  Row rows() const { return chunk_.rows(); }
  /// The table's row that is the chunk's first.
  std::size_t first() const { return first_; }

  template <class Cell>
  void text(Column column, Cell cell) {
    std::vector<std::string> gathered;
    for (Row row = 0; row < rows(); ++row) gathered.push_back(cell(row));
    chunk_.texts(column, gathered);
  }
  void texts(Column column, std::span<const std::string> all) {
    chunk_.texts(column, all.subspan(first_, rows()));
  }
  template <class Cell>
  void id(Column column, Cell cell) {
    chunk_.ids(column, cell);
  }
  template <class Cell>
  void number(Column column, Cell cell) {
    chunk_.numbers<std::remove_cvref_t<decltype(cell(0))>>(column, cell);
  }
  /// Unsigned or enumerated, up to `most`.
  template <class Cell>
  void count(Column column, std::uint64_t, Cell cell) {
    chunk_.numbers<std::uint64_t>(column, [&](Row row) { return static_cast<std::uint64_t>(cell(row)); });
  }
  template <class Cell>
  void time(Column column, Cell cell) {
    chunk_.numbers<std::int64_t>(column, cell, unknown_time);
  }
  template <class Cell>
  void task_number(Column column, Cell cell) {
    chunk_.numbers<std::uint64_t>(column, cell, no_number);
  }
  template <class Cell>
  void real(Column column, Cell cell) {
    chunk_.reals(column, cell);
  }
  /// Begins within ± `most` and ends up to `longest` after them.
  template <class Begin, class End>
  void stretch(Begin begin, End end, std::int64_t, std::uint64_t) {
    chunk_.numbers<std::int64_t>(Column::begin, begin);
    chunk_.numbers<std::uint64_t>(Column::duration,
                                  [&](Row row) { return static_cast<std::uint64_t>(end(row) - begin(row)); });
  }
  /// Times up to `most` before a begin.
  template <class Begin, class Cell>
  void lead(Column column, Begin begin, std::uint64_t, Cell cell) {
    chunk_.numbers<std::uint64_t>(column, [&](Row row) {
      return static_cast<std::uint64_t>(std::max<std::int64_t>(0, begin(row) - cell(row)));
    });
  }

 private:
  Chunk& chunk_;
  std::size_t first_;
};

/// Reads a chunk's rows behind those that its table has.
class ColumnReader {
 public:
  explicit ColumnReader(ChunkReader& in) : in_(in) {}

  /// Makes room for the chunk's rows; returns the first of them.
  template <class T>
  T* rows_of(std::vector<T>& table) const {
    table.resize(table.size() + rows());
    return table.data() + (table.size() - rows());
  }
  Row rows() const { return in_.rows(); }

  template <class Cell>
  void text(Column column, Cell cell) {
    std::vector<std::string> texts;
    in_.texts(column, texts);
    texts.resize(rows());
    for (Row row = 0; row < rows(); ++row) cell(row) = std::move(texts[row]);
  }
  void texts(Column column, std::vector<std::string>& all) { in_.texts(column, all); }
  template <class Cell>
  void id(Column column, Cell cell) {
    using Id = std::remove_reference_t<decltype(cell(0))>;
    in_.ids<Id>(column, [=](Row row, Id id) { cell(row) = id; });
  }
  template <class Cell>
  void number(Column column, Cell cell) {
    using Number = std::remove_reference_t<decltype(cell(0))>;
    using Limits = std::numeric_limits<Number>;
    in_.numbers<Number>(column, Limits::min(), Limits::max(), {},
                        [=](Row row, Number number) { cell(row) = number; });
  }
  template <class Cell>
  void count(Column column, std::uint64_t most, Cell cell) {
    using Number = std::remove_reference_t<decltype(cell(0))>;
    in_.numbers<std::uint64_t>(
        column, 0, most, {}, [=](Row row, std::uint64_t number) { cell(row) = static_cast<Number>(number); });
  }
  template <class Cell>
  void time(Column column, Cell cell) {
    in_.numbers<std::int64_t>(column, -max_time_ns, max_time_ns, unknown_time,
                              [=](Row row, std::int64_t time_ns) { cell(row) = time_ns; });
  }
  template <class Cell>
  void task_number(Column column, Cell cell) {
    in_.numbers<std::uint64_t>(column, 0, no_number - 1, no_number,
                               [=](Row row, std::uint64_t number) { cell(row) = number; });
  }
  template <class Cell>
  void real(Column column, Cell cell) {
    in_.reals(column, [=](Row row, double value) { cell(row) = value; });
  }
  template <class Begin, class End>
  void stretch(Begin begin, End end, std::int64_t most, std::uint64_t longest) {
    in_.numbers<std::int64_t>(Column::begin, -most, most, {},
                              [=](Row row, std::int64_t time) { begin(row) = time; });
    // Unsigned until both columns have been found in range.
    in_.numbers<std::uint64_t>(Column::duration, 0, longest, {}, [=](Row row, std::uint64_t length) {
      end(row) = static_cast<std::int64_t>(static_cast<std::uint64_t>(begin(row)) + length);
    });
  }
  template <class Begin, class Cell>
  void lead(Column column, Begin begin, std::uint64_t most, Cell cell) {
    in_.numbers<std::uint64_t>(column, 0, most, {}, [=](Row row, std::uint64_t time) {
      cell(row) = static_cast<std::int64_t>(static_cast<std::uint64_t>(begin(row)) - time);
    });
  }

 private:
  ChunkReader& in_;
};

/// The cells of a whole column.
template <class Columns, class Table>
auto cells(Columns& columns, Table& column) {
  return [rows = columns.rows_of(column)](Row row) -> auto& {
    return rows[row];
  };
}

}  // namespace gusset::traces::gus
