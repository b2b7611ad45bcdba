#include "exchange/import/csv/csv_rows.hpp"

#include <cstring>

#include "exchange/import/import_errors.hpp"
#include "exchange/import/scan.hpp"

// Files have millions of fields, so the functions that read them are inline and defined before their callers.
namespace gusset::traces::import {

using Kind = CsvColumn::Kind;

bool CsvRows::fail(std::string_view expected, std::string_view found) {
  failure_ = Error{errors::at_line(source_.name(), row_line_), std::string(expected), std::string(found)};
  return false;
}

bool CsvRows::fail_at(std::string_view text, std::string_view expected) {
  failure_ = errors::bad_line(source_.name(), row_line_, expected, text);
  return false;
}

/// Reads one field, including quotes. Leaves p_ at the separator after it.
inline bool CsvRows::read_field(CsvField& field) {
  if (*p_ == '"' && p_ != end_) return read_quoted(field);
  const char* const begin = p_;
  const char* p = begin;  // a local copy: every character read might alias the member
  const char* const end = end_;
  while (*p != ',' && *p != '\n' && p < end) ++p;
  p_ = p;
  std::size_t size = static_cast<std::size_t>(p - begin);
  if (size > 0 && *p_ != ',' && begin[size - 1] == '\r') --size;
  field = {{begin, size}, size > 0};
  return true;
}

bool CsvRows::read_quoted(CsvField& field) {
  const char* const begin = ++p_;
  bool has_quotes = false;
  for (; p_ < end_; ++p_) {
    if (*p_ == '\n') ++line_;
    if (*p_ != '"') continue;
    if (p_[1] != '"') break;
    has_quotes = true;
    ++p_;
  }
  if (p_ == end_) return fail("a closing quote", "the end of the file");
  field = {{begin, static_cast<std::size_t>(p_ - begin)}, true};
  ++p_;
  if (*p_ == '\r' && p_[1] == '\n') ++p_;
  if (*p_ != ',' && *p_ != '\n' && p_ != end_) return fail_at({p_, 1}, "a comma after a quoted field");
  if (!has_quotes) return true;
  std::string& text = unquoted_.emplace_back();
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    text += field.text[i];
    if (field.text[i] == '"') ++i;
  }
  field.text = text;
  return true;
}

/// Finishes a number that ends at `stop`; null means that there is no number.
inline bool CsvRows::end_number(const char* begin, const char* stop, const char* expected) {
  if (stop != nullptr) {
    p_ = stop;
    if (is_separator()) return true;
  }
  p_ = begin;
  CsvField field;
  return read_field(field) && fail_at(field.text, expected);
}

inline bool CsvRows::read_number(std::uint64_t& number, const char* expected) {
  return is_separator() || end_number(p_, scan_unsigned(p_, number), expected);
}

inline bool CsvRows::read_time(std::int64_t& time_ns, unsigned decimals) {
  return is_separator() ||
         end_number(p_, scan_scaled(p_, decimals, time_ns), "a time as a decimal number within 2^62 ns");
}

inline bool CsvRows::read_column(std::size_t column, CsvRow& row) {
  const Kind kind = columns_[column].kind;
  if (kind == Kind::lane) return read_number(row.number(kind), "a lane number");
  if (kind < Kind::begin) return read_number(row.number(kind), "a task number");
  if (kind < Kind::type) return read_time(row.time_ns(kind), columns_[column].decimals);
  return read_field(kind < Kind::integer ? row.field(kind) : attributes_[column]);
}

inline bool CsvRows::read_row(CsvRow& row) {
  unquoted_.clear();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i > 0) {
      if (*p_ != ',' || p_ == end_) return fail(expected_fields(), std::to_string(i));
      ++p_;
    }
    if (!read_column(i, row)) return false;
  }
  if (p_ == end_) return true;
  if (*p_ == '\r') ++p_;
  if (*p_ == ',') return fail(expected_fields(), "more");
  ++p_;
  return true;
}

bool CsvRows::next(CsvRow& row) {
  while (p_ < end_ && (*p_ == '\n' || (*p_ == '\r' && p_[1] == '\n'))) {  // skips empty lines
    p_ += *p_ == '\r' ? 2 : 1;
    ++line_;
  }
  if (p_ >= end_) return false;
  row_line_ = ++line_;
  const char* const begin = p_;
  row.clear_numbers();
  row.line = row_line_;
  row.attributes = attributes_;
  if (read_row(row)) return p_ != begin;
  const bool has_line_end = std::memchr(begin, '\n', static_cast<std::size_t>(end_ - begin)) != nullptr;
  is_cut_off_ = !has_line_end && p_ >= end_;
  return false;
}

Result<std::vector<CsvColumn>> CsvRows::read_header() {
  line_ = row_line_ = 1;
  std::vector<std::string> names;
  p_ = skip_blanks(p_);  // blanks replace a byte order mark
  while (true) {
    CsvField field;
    if (!read_field(field)) return *failure_;
    names.emplace_back(trimmed(field.text));
    if (p_ == end_ || *p_++ == '\n') break;
  }
  auto columns = parse_csv_header(names, errors::at_line(source_.name(), 1));
  if (!columns) return columns;
  columns_ = *columns;
  attributes_.resize(columns_.size());
  return columns;
}

}  // namespace gusset::traces::import
