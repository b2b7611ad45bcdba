#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "gus_format.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/result.hpp"
#include "gusset/traces/model/ids.hpp"

/// Wording of the errors in a .gus file. `name` is the file name as the user gave it.
namespace gusset::traces::gus::errors {

inline std::string plural(std::uint64_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

inline std::string at(const std::string& name, std::uint64_t offset) {
  return name + ": offset " + std::to_string(offset);
}

inline Error cannot_write(const std::string& name, int error_number) {
  return {name, "a file that can be written", "\"" + std::generic_category().message(error_number) + "\""};
}

inline Error no_signature(const std::string& name, std::span<const std::byte> found) {
  if (found.empty()) return {at(name, 0), "the signature of a .gus file", "an empty file"};
  std::string bytes = found.size() == 1 ? "byte" : "bytes";
  for (const std::byte byte : found.first(std::min(found.size(), sizeof(Signature)))) {
    bytes += " " + hex_text(std::to_integer<std::uint64_t>(byte), 2);
  }
  return {at(name, 0), "the signature of a .gus file", bytes};
}
inline Error wrong_version(const std::string& name, std::uint32_t found) {
  return {at(name, offsetof(FileHeader, version)), "format version " + std::to_string(format_version),
          "version " + std::to_string(found)};
}
inline Error too_short(const std::string& name, std::uint64_t expected_bytes, std::uint64_t found_bytes) {
  return {at(name, found_bytes), "a file of at least " + plural(expected_bytes, "byte"),
          "its end (truncated, or never finished)"};
}
inline Error no_footer(const std::string& name, std::uint64_t offset) {
  return {at(name, offset), "the footer of a complete file", "other bytes (truncated, or never finished)"};
}
inline Error wrong_file_size(const std::string& name, std::uint64_t offset, std::uint64_t expected,
                             std::uint64_t found) {
  return {at(name, offset), "a file of " + plural(expected, "byte"), std::to_string(found)};
}
inline Error wrong_checksum(const std::string& name, std::uint64_t offset, std::string_view of,
                            std::uint64_t expected, std::uint64_t found) {
  return {at(name, offset), "checksum " + hex_text(expected, 16) + " of " + std::string(of),
          hex_text(found, 16)};
}
inline Error no_directory(const std::string& name, std::uint64_t offset, std::uint64_t file_bytes) {
  return {at(name, offset), "a directory that ends at the footer of " + plural(file_bytes, "byte"),
          "other bytes"};
}
inline Error no_chunk(const std::string& name, std::uint64_t offset) {
  return {at(name, offset), "a chunk", "other bytes"};
}
inline Error chunk_differs_from_directory(const std::string& name, std::uint64_t offset) {
  return {at(name, offset), "the chunk that the directory lists", "a different one"};
}
inline Error gap_between_chunks(const std::string& name, std::uint64_t entry_offset, std::uint64_t expected,
                                std::uint64_t found) {
  return {at(name, entry_offset), "a chunk at offset " + std::to_string(expected),
          "one at " + std::to_string(found)};
}
inline Error chunks_end_early(const std::string& name, std::uint64_t directory_offset, std::uint64_t found) {
  return {at(name, directory_offset), "a directory of all chunks before it",
          "chunks up to offset " + std::to_string(found)};
}
inline Error chunk_too_long(const std::string& name, std::uint64_t offset, std::uint64_t expected,
                            std::uint64_t found) {
  return {at(name, offset), "a payload of at most " + plural(expected, "byte") + ", a multiple of 8",
          std::to_string(found)};
}
inline Error unknown_section(const std::string& name, std::uint64_t offset, std::uint32_t found) {
  return {at(name, offset),
          "a section from 1 to " + std::to_string(section_count - 1) + ", or one that may be skipped",
          "section " + std::to_string(found)};
}
inline Error unknown_chunk_flags(const std::string& name, std::uint64_t offset, std::uint32_t found) {
  return {at(name, offset), "chunk flags 0 or 1", std::to_string(found)};
}
inline Error wrong_rows(const std::string& name, std::uint64_t offset, std::uint64_t limit,
                        std::uint64_t found) {
  return {at(name, offset), "a chunk of 1 to " + plural(limit, "row"), std::to_string(found)};
}
inline Error wrong_first_row(const std::string& name, std::uint64_t offset, std::uint64_t expected,
                             std::uint64_t found) {
  return {at(name, offset), "a chunk that begins with row " + std::to_string(expected),
          "row " + std::to_string(found)};
}
inline Error wrong_group(const std::string& name, std::uint64_t offset, std::uint64_t limit,
                         std::uint64_t found) {
  return {at(name, offset), "a group below " + std::to_string(limit), std::to_string(found)};
}
inline Error no_metadata(const std::string& name, std::uint64_t offset) {
  return {at(name, offset), "one metadata chunk", "none"};
}

inline Error no_column_header(const std::string& name, std::uint64_t offset) {
  return {at(name, offset), "a column header", "other bytes"};
}
inline Error column_too_long(const std::string& name, std::uint64_t offset, std::uint64_t expected,
                             std::uint64_t found) {
  return {at(name, offset), "a column of at most " + plural(expected, "byte"), std::to_string(found)};
}
inline Error empty_first_column(const std::string& name, std::uint64_t offset) {
  return {at(name, offset), "a first column of at least 1 byte per row", "0"};
}
inline Error too_many_columns(const std::string& name, std::uint64_t offset) {
  return {at(name, offset), "at most " + std::to_string(max_chunk_columns) + " columns", "more"};
}
inline Error unknown_column(const std::string& name, std::uint64_t offset, std::uint16_t found) {
  return {at(name, offset), "a column of this section, or one that may be skipped",
          "column " + std::to_string(found)};
}
inline Error repeated_column(const std::string& name, std::uint64_t offset, std::uint16_t found) {
  return {at(name, offset), "each column once", "column " + std::to_string(found) + " again"};
}
inline Error missing_column(const std::string& name, std::uint64_t offset, Column expected) {
  return {at(name, offset), "column " + std::to_string(static_cast<std::uint16_t>(expected)), "none"};
}
inline Error wrong_column_kind(const std::string& name, std::uint64_t offset, std::string_view expected) {
  return {at(name, offset), "a column of " + std::string(expected), "another kind"};
}
inline Error value_out_of_range(const std::string& name, std::uint64_t offset, const std::string& low,
                                const std::string& high, const std::string& base,
                                std::uint64_t largest_offset) {
  return {at(name, offset), "values from " + low + " to " + high,
          base + " with offsets up to " + std::to_string(largest_offset)};
}
inline Error wrong_text_length(const std::string& name, std::uint64_t offset, std::uint64_t expected) {
  return {at(name, offset), "strings of " + plural(expected, "byte") + " in total", "another length"};
}
inline Error no_utf8(const std::string& name, std::uint64_t offset, std::uint64_t row) {
  return {at(name, offset), "strings in UTF-8", "other bytes in row " + std::to_string(row)};
}
inline Error unsorted_accesses(const std::string& name, std::uint64_t access, std::uint32_t previous,
                               std::uint64_t tasks, TaskId found) {
  return {name + ": access " + std::to_string(access),
          "a task of at least " + std::to_string(previous) + ", below " + std::to_string(tasks),
          found.is_none() ? "none" : "task " + std::to_string(found.value())};
}

}  // namespace gusset::traces::gus::errors
