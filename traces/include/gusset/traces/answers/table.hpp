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

/// The trace does not record the value. Shown as "not recorded", empty in CSV, null in JSON.
struct NotRecorded {
  friend bool operator==(NotRecorded, NotRecorded) = default;
};

/// One value of a table. Its column defines the meaning and the unit.
struct Cell {
  /// The first alternative means that no such value exists: "–" on a screen, empty in CSV, null in JSON.
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
    change,    ///< difference of two durations: "+1.20 ms"
    bytes,
    share,      ///< 0…1
    ratio,      ///< "1.05"
    deviation,  ///< a ratio, shown as its distance from 1: "+4.9 %"
    number      ///< in the program's unit: "1.12e+07"
  };
  struct Column {
    std::string heading;  ///< "busy share"; if empty, the column is exported but not shown
    Kind kind = Kind::text;
    std::string key = {};      ///< "busy_share", in JSON and CSV; a duration's key ends in _ns or _s. If
                               ///< empty, the column is shown but not exported
    std::string meaning = {};  ///< a sentence that explains the column; empty if the heading is enough

    /// Whether exports are in seconds. The cells are in ns.
    bool is_in_seconds() const { return kind == Kind::duration && key.ends_with("_s"); }
    friend bool operator==(const Column&, const Column&) = default;
  };
  struct Row {
    std::vector<Cell> cells;                   ///< one per column
    std::optional<FindingTarget> target = {};  ///< what the row is about
    bool is_total = false;                     ///< the total of all rows; not a row of the JSON document
    friend bool operator==(const Row&, const Row&) = default;
  };

  std::string noun;  ///< what one row is: "type"
  std::vector<Column> columns = {};
  std::vector<Row> rows = {};
  std::string remark = {};               ///< a sentence to show below the table
  std::optional<std::size_t> bars = {};  ///< the column to draw as bars as well: the table is a histogram
  bool is_ranked = false;                ///< the largest rows come first, so that a screen needs only a few
  friend bool operator==(const Table&, const Table&) = default;

  bool is_shown(std::size_t column) const { return !columns[column].heading.empty(); }
};

/// The value in readable form, the same everywhere.
std::string cell_text(Table::Kind kind, const Cell& cell);

/// All columns that have a key, with numbers in full.
CsvTable csv_of(const Table& table);
/// Adds the rows of one of several traces. The table's first column holds the trace's name.
void add_to_csv(CsvTable& csv, const std::string& trace, const Table& table);

}  // namespace gusset::traces
