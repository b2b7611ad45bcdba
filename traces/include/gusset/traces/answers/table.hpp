#pragma once
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "gusset/traces/answers/csv.hpp"
#include "gusset/traces/answers/finding_target.hpp"

namespace gusset::traces {

/// The trace does not tell: "not recorded" on a screen, nothing in CSV, null in JSON.
struct NotRecorded {
  friend bool operator==(NotRecorded, NotRecorded) = default;
};

/// One value of a table. Its column says what it counts.
struct Cell {
  /// The first alternative: there is no such value ("–" on a screen, nothing in CSV, null in JSON).
  std::variant<std::monostate, NotRecorded, std::int64_t, double, std::string> value;

  Cell() = default;
  Cell(NotRecorded) : value(NotRecorded()) {}
  template <std::integral Integer>
  Cell(Integer number) : value(static_cast<std::int64_t>(number)) {}
  Cell(double number) : value(number) {}
  Cell(std::string text) : value(std::move(text)) {}
  Cell(std::string_view text) : value(std::string(text)) {}
  Cell(const char* text) : value(std::string(text)) {}
  template <class Number>
  Cell(const std::optional<Number>& number) : value(NotRecorded()) {
    if (number) *this = Cell(*number);
  }
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// A part of an answer: rows of typed values. Commands print it, panels show it, exports write it.
struct Table {
  enum class Kind {
    text,
    count,
    duration,  ///< ns
    change,    ///< of a duration: "+1.20 ms"
    bytes,
    share,      ///< 0…1
    ratio,      ///< "1.05"
    deviation,  ///< a ratio, shown as how far it is from 1: "+4.9 %"
    number      ///< in the program's own unit: "1.12e+07"
  };
  struct Column {
    std::string heading;  ///< "busy share"; empty: not shown, only exported
    Kind kind = Kind::text;
    std::string key = {};  ///< "busy_share", in JSON and CSV; empty: only shown. Ends in a unit: _ns, or _s
    std::string meaning = {};  ///< a sentence that explains it; empty where the heading does
    friend bool operator==(const Column&, const Column&) = default;
  };
  struct Row {
    std::vector<Cell> cells;                   ///< as many as columns
    std::optional<FindingTarget> target = {};  ///< what it speaks of
    bool is_total = false;                     ///< of all rows together; no row of the JSON document
    friend bool operator==(const Row&, const Row&) = default;
  };

  std::string noun;  ///< for one row: "type"
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::string remark = {};               ///< a sentence that belongs below it
  std::optional<std::size_t> bars = {};  ///< the column that is drawn as bars, too: the table is a histogram
  friend bool operator==(const Table&, const Table&) = default;

  bool is_shown(std::size_t column) const { return !columns[column].heading.empty(); }
};

/// The value as people read it, the same everywhere.
std::string cell_text(Table::Kind kind, const Cell& cell);

/// All columns that have a key, numbers in full.
CsvTable csv_of(const Table& table);
/// Adds the rows of one of several traces; the table's first column is the trace's name.
void add_to_csv(CsvTable& csv, const std::string& trace, const Table& table);

}  // namespace gusset::traces
