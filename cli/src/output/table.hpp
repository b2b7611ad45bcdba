#pragma once
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace gusset::cli {

/// The number of rows to show of a table, because a screen holds no more; --json has the rest.
inline constexpr std::size_t max_rows = 64;
/// The number of rows to show of a table whose largest rows come first.
inline constexpr std::size_t max_ranked_rows = 20;

/// The line "… and 3 more types: see --json". Empty if no row is left out. `where` names the place that has
/// all rows.
std::string more_rows_text(std::size_t left_out, const std::string& noun,
                           const std::string& where = "--json");

/// A table for a terminal. The first column is aligned left, the others right.
class Table {
 public:
  explicit Table(std::vector<std::string> header) { rows_.push_back(std::move(header)); }

  /// Adds a row with one cell per header. Escapes characters that would break the columns or control the
  /// terminal. `bar` follows the cells and is not a column.
  void add_row(std::vector<std::string> cells, std::string bar = {});

  /// One line per row, each with a newline at the end and without trailing blanks.
  std::string text() const { return text_of(rows_.size()); }
  /// The same for the first `most` rows. A final line says how many more rows there are, as `noun` ("type"),
  /// and where to find them.
  std::string text(std::size_t most, const std::string& noun, const std::string& where = "--json") const;

 private:
  std::string text_of(std::size_t rows) const;

  std::vector<std::vector<std::string>> rows_;
  std::vector<std::string> bars_{""};  ///< one per line, the header's first
};

}  // namespace gusset::cli
