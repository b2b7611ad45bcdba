#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace gusset::cli {

/// Rows above this many are left to --json: a screen holds no more.
inline constexpr std::size_t most_rows = 64;

/// "… and 3 more types: see --json", a line; empty where none is left out. `where` has them all.
std::string more_rows_text(std::size_t left_out, const std::string& noun,
                           const std::string& where = "--json");

/// Columns of text for a terminal: the first is aligned left, the others right.
class Table {
 public:
  explicit Table(std::vector<std::string> header);

  /// As many cells as the header has. What would spoil the columns, or steer the terminal, is escaped.
  /// `bar` follows the cells: it is no column.
  void add_row(std::vector<std::string> cells, std::string bar = {});

  /// One line per row, each ended by a newline, without trailing blanks.
  std::string text() const;
  /// The same of the first `most` rows; a line then says how many more there are of that noun ("type"), and
  /// where they are.
  std::string text(std::size_t most, const std::string& noun, const std::string& where = "--json") const;

 private:
  std::string text_of(std::size_t rows) const;

  std::vector<std::vector<std::string>> rows_;
  std::vector<std::string> bars_{""};  ///< per row
};

}  // namespace gusset::cli
