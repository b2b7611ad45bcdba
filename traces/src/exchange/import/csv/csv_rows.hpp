#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/import/csv_header.hpp"
#include "gus/file_text.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::import {

/// A field without its quotes. An empty field is absent unless it is quoted.
struct CsvField {
  std::string_view text;
  bool is_present = false;
};

/// The fields of one row, by kind of column.
class CsvRow {
 public:
  using Kind = CsvColumn::Kind;
  static constexpr std::uint64_t no_number = std::numeric_limits<std::uint64_t>::max();

  CsvRow() { clear_numbers(); }
  /// Starts another row. The reader sets all of its fields.
  void clear_numbers() {
    numbers_.fill(no_number);
    times_ns_.fill(unknown_time);
  }
  std::uint64_t& number(Kind kind) { return numbers_[at(kind) - at(Kind::task)]; }
  std::int64_t& time_ns(Kind kind) { return times_ns_[at(kind) - at(Kind::begin)]; }
  CsvField& field(Kind kind) { return fields_[at(kind) - at(Kind::type)]; }
  std::uint64_t number(Kind kind) const { return numbers_[at(kind) - at(Kind::task)]; }
  std::int64_t time_ns(Kind kind) const { return times_ns_[at(kind) - at(Kind::begin)]; }
  const CsvField& field(Kind kind) const { return fields_[at(kind) - at(Kind::type)]; }
  bool has_number(Kind kind) const { return number(kind) != no_number; }
  bool has_time(Kind kind) const { return time_ns(kind) != unknown_time; }

  std::span<const CsvField> attributes;  ///< indexed by column; fields of other columns are absent
  std::uint32_t line = 0;                ///< the line in which the row begins

 private:
  static constexpr std::size_t at(Kind kind) { return static_cast<std::size_t>(kind); }

  std::array<std::uint64_t, 3> numbers_;
  std::array<std::int64_t, 5> times_ns_;
  std::array<CsvField, 7> fields_;
};

/// The rows of a table, parsed column by column in place.
class CsvRows {
 public:
  explicit CsvRows(const FileText& source)
      : source_(source), p_(source.text().data()), end_(p_ + source.text().size()) {}

  Result<std::vector<CsvColumn>> read_header();
  /// Reads the next row. Returns false at the end of the file or if the row is malformed. The row's texts are
  /// valid until the next call.
  bool next(CsvRow& row);
  /// Why a row is malformed.
  const std::optional<Error>& failure() const { return failure_; }
  /// Whether the malformed row is the last one and has no line end: the file may be truncated.
  bool is_cut_off() const { return is_cut_off_; }

 private:
  bool read_row(CsvRow& row);
  bool read_column(std::size_t column, CsvRow& row);
  bool read_field(CsvField& field);
  bool read_quoted(CsvField& field);
  bool read_number(std::uint64_t& number, const char* expected);
  bool read_time(std::int64_t& time_ns, unsigned decimals);
  bool end_number(const char* begin, const char* stop, const char* expected);
  bool is_separator() const {
    return *p_ == ',' || *p_ == '\n' || p_ == end_ || (*p_ == '\r' && p_[1] == '\n');
  }
  /// Records why a row is rejected and returns false. Files have millions of fields, so the functions below
  /// return bool instead of a Result.
  bool fail(std::string_view expected, std::string_view found);
  bool fail_at(std::string_view text, std::string_view expected);
  std::string expected_fields() const {
    return std::to_string(columns_.size()) + " fields, as in the header";
  }

  const FileText& source_;
  const char* p_;
  const char* end_;
  std::optional<Error> failure_;
  bool is_cut_off_ = false;
  std::uint32_t line_ = 0;
  std::uint32_t row_line_ = 0;  ///< the line in which the row began; quoted fields may contain line ends
  std::vector<CsvColumn> columns_;
  std::vector<CsvField> attributes_;
  std::deque<std::string> unquoted_;  ///< the row's fields that contained escaped quotes
};

}  // namespace gusset::traces::import
