#pragma once
#include <string>
#include <vector>

namespace gusset::cli {

/// Columns of text for a terminal: the first is aligned left, the others right.
class Table {
 public:
  explicit Table(std::vector<std::string> header);

  /// As many cells as the header has.
  void add_row(std::vector<std::string> cells);

  /// One line per row, each ended by a newline, without trailing blanks.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace gusset::cli
