#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gus_columns.hpp"
#include "gus_directory.hpp"
#include "gus_errors.hpp"
#include "gus_format.hpp"
#include "gus_width.hpp"

namespace gusset::traces::gus {

/// Reads the columns of one chunk. After the first failure every call does nothing, and `finish` returns the
/// failure; values returned so far are then invalid.
class ChunkReader : public Columns<ChunkReader> {
 public:
  /// Checks the chunk's checksums and locates its columns.
  ChunkReader(const Source& source, const DirectoryEntry& entry);

  std::uint32_t rows() const { return entry_.info.rows; }
  std::uint64_t first_row() const { return entry_.info.first_row; }
  std::uint32_t group() const { return entry_.info.group; }

  /// Appends space for the chunk's rows to a table and returns the first of them.
  template <class T>
  T* rows_of(std::vector<T>& table) const {
    table.resize(table.size() + rows());
    return table.data() + (table.size() - rows());
  }
  /// The chunk's rows in a table that already has all of its rows.
  template <class T>
  T* known_rows_of(std::vector<T>& table) const {
    return table.data() + first_row();
  }

  /// Calls `set(row, number)` for each row of a column. Checks that numbers are in [low, high]. `none`, if
  /// given, represents rows without a number.
  template <class Number, class Get, class Set>
  requires std::same_as<Number, std::int64_t> || std::same_as<Number, std::uint64_t>
  void values(Column id, Number low, Number high, std::optional<Number> none, Get, Set set) {
    const Part* part = take(id, false, none.has_value());
    if (part == nullptr) return;
    const std::uint64_t base = part->header.base;
    const bool nullable = (part->header.flags & column_nullable) != 0;
    const Number missing = none.value_or(Number{0});
    // Decoded in blocks that stay in the cache, so that only loading is compiled for each width.
    std::array<std::uint64_t, 1024> offsets;
    std::uint64_t largest = 0;
    for (std::uint32_t first = 0; first < rows(); first += static_cast<std::uint32_t>(offsets.size())) {
      const std::size_t count = std::min<std::size_t>(offsets.size(), rows() - first);
      largest = std::max(largest, load_offsets(part->header.width, {part->values, rows()}, first,
                                               std::span(offsets).first(count)));
      const auto set_each = [&](auto number_of) {
        for (std::uint32_t row = 0; row < count; ++row) set(first + row, number_of(offsets[row]));
      };
      if (nullable) {
        set_each([&](std::uint64_t offset) {
          return offset == 0 ? missing : static_cast<Number>(base + offset - 1);
        });
      } else {
        set_each([&](std::uint64_t offset) { return static_cast<Number>(base + offset); });
      }
    }
    if (nullable && largest > 0) --largest;
    check_range(*part, low, high, largest);
  }

  /// Appends the strings of a column to `out`.
  void texts(Column id, std::vector<std::string>& out);
  template <class Cell>
  void text(Column id, Cell cell) {
    std::vector<std::string> read;
    texts(id, read);
    read.resize(rows());
    for (Row row = 0; row < rows(); ++row) cell(row) = std::move(read[row]);
  }

  /// The whole payload; for the metadata section.
  std::string_view raw() const;

  /// Whether the chunk has this column. False after a failure.
  bool has(Column id) const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [id](const Part& part) { return part.header.id == static_cast<std::uint16_t>(id); });
  }

  /// The first failure. A column that was never read is an error, unless it is optional.
  std::optional<Error> finish();

 private:
  struct Part {
    ColumnHeader header;
    std::uint64_t offset = 0;  ///< of the column, in the file
    const std::byte* values = nullptr;
    std::string_view text;
    bool taken = false;
  };
  void find_columns();
  const Part* take(Column id, bool text, bool may_be_null);
  /// Fails unless all numbers from the column's base to `largest` above it are in [low, high].
  template <class Number>
  void check_range(const Part& part, Number low, Number high, std::uint64_t largest) {
    const Number first = static_cast<Number>(part.header.base);
    if (first < low || first > high ||
        largest > static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(first)) {
      fail(errors::value_out_of_range(source_.name, part.offset, std::to_string(low), std::to_string(high),
                                      std::to_string(first), largest));
    }
  }
  void fail(Error error) {
    if (!failure_) failure_ = std::move(error);
  }

  const Source& source_;
  const DirectoryEntry& entry_;
  std::vector<Part> parts_;
  std::optional<Error> failure_;
};

}  // namespace gusset::traces::gus
