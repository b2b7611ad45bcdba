#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gus_columns.hpp"
#include "gus_format.hpp"
#include "gus_width.hpp"

namespace gusset::traces::gus {

/// Builds one chunk: rows of one section, column by column. Each column is stored as offsets from its
/// minimum, with the fewest bytes that hold its range.
class Chunk : public Columns<Chunk> {
 public:
  /// `rows`: 1 to max_chunk_rows. `group` is the lane, attribute or counter that the rows belong to; 0 in
  /// other sections. The rows come from tables in memory, starting there at row `first_in_memory`.
  Chunk(Section section, std::uint32_t group, std::uint64_t first_row, std::uint32_t rows,
        std::size_t first_in_memory = 0);

  /// The chunk's rows in a table or column.
  template <class Table>
  auto* rows_of(const Table& table) const {
    return table.data() + first_in_memory_;
  }
  template <class Table>
  auto* known_rows_of(const Table& table) const {
    return rows_of(table);
  }

  /// Writes a column of 64-bit numbers, `get(row)`. Rows with the number `none`, if given, are stored as
  /// "none".
  template <class Number, class Get>
  requires std::same_as<Number, std::int64_t> || std::same_as<Number, std::uint64_t>
  void numbers(Column id, Get get, std::optional<Number> none = {}) {
    const Range<Number> range = range_of<Number>(get, none);
    // Unsigned, so that differences of distant signed numbers are correct modulo 2^64.
    const std::uint64_t base = static_cast<std::uint64_t>(range.low);
    const std::uint64_t shift = range.nullable ? 1 : 0;
    const std::uint64_t largest = range.any ? static_cast<std::uint64_t>(range.high) - base + shift : 0;
    // The first column has at least one byte per row, so the size of a file bounds its number of rows.
    const std::uint8_t width =
        std::max(width_of(largest), static_cast<std::uint8_t>(payload_.empty() ? 1 : 0));
    const auto flags = static_cast<std::uint8_t>((range.nullable ? column_nullable : 0) |
                                                 (is_optional(id) ? column_optional : 0));
    std::byte* out =
        add_column({static_cast<std::uint16_t>(id), width, flags, 0, base}, std::uint64_t{width} * rows());
    std::array<std::uint64_t, 1024> offsets;
    for (std::uint32_t first = 0; first < rows(); first += static_cast<std::uint32_t>(offsets.size())) {
      const std::size_t count = std::min<std::size_t>(offsets.size(), rows() - first);
      for (std::uint32_t row = 0; row < count; ++row) {
        const Number number = get(first + row);
        offsets[row] = none == number ? 0 : static_cast<std::uint64_t>(number) - base + shift;
      }
      store_offsets(width, std::span(offsets).first(count), out + std::size_t{first} * width);
    }
  }

  template <class Number, class Get, class Set>
  void values(Column id, Number, Number, std::optional<Number> none, Get get, Set) {
    numbers<Number>(id, get, none);
  }

  /// Writes a column of strings: the chunk's rows of `all`. Replaces invalid UTF-8.
  void texts(Column id, std::span<const std::string> all) {
    add_texts(id, all.subspan(first_in_memory_, rows()));
  }
  template <class Cell>
  void text(Column id, Cell cell) {
    std::vector<std::string> gathered;
    for (Row row = 0; row < rows(); ++row) gathered.push_back(cell(row));
    add_texts(id, gathered);
  }

  /// Sets the whole payload; for the metadata section.
  void raw(std::string_view text);

  std::uint32_t rows() const { return info_.rows; }
  /// The header data, with sizes and checksum.
  ChunkInfo info() const;
  std::span<const std::byte> payload() const { return payload_; }

 private:
  template <class Number>
  struct Range {
    Number low = 0;
    Number high = 0;
    bool any = false;
    bool nullable = false;
  };

  template <class Number, class Get>
  Range<Number> range_of(Get& get, std::optional<Number> none) const {
    Range<Number> range{std::numeric_limits<Number>::max(), std::numeric_limits<Number>::min(), false, false};
    for (std::uint32_t row = 0; row < rows(); ++row) {
      const Number number = get(row);
      if (none == number) {
        range.nullable = true;
        continue;
      }
      range.low = std::min(range.low, number);
      range.high = std::max(range.high, number);
      range.any = true;
    }
    return range.any ? range : Range<Number>{0, 0, false, range.nullable};
  }

  static std::uint8_t width_of(std::uint64_t largest) {
    return static_cast<std::uint8_t>((static_cast<unsigned>(std::bit_width(largest)) + 7) / 8);
  }
  void add_texts(Column id, std::span<const std::string> values);
  /// Appends a column header and space for its values, padded with zeros. Returns a pointer to that space.
  std::byte* add_column(const ColumnHeader& header, std::uint64_t value_bytes);
  std::byte* add_bytes(std::uint64_t bytes);

  ChunkInfo info_;
  std::size_t first_in_memory_;
  std::vector<std::byte> payload_;
};

}  // namespace gusset::traces::gus
