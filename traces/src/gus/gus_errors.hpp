#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gus_format.hpp"
#include "gusset/traces/model/ids.hpp"
#include "gusset/base/result.hpp"

/// What can be wrong with a .gus file, in words. `name` is the file's, as the user gave it.
namespace gusset::traces::gus::errors {

/// "NAME: offset OFFSET".
std::string at(const std::string& name, std::uint64_t offset);

Error cannot_read(const std::string& name, int error_number);
Error no_regular_file(const std::string& name, std::string_view found);
Error cannot_write(const std::string& name, int error_number);

Error no_signature(const std::string& name, std::span<const std::byte> found);
Error wrong_version(const std::string& name, std::uint32_t found);
Error too_short(const std::string& name, std::uint64_t expected_bytes, std::uint64_t found_bytes);
Error no_footer(const std::string& name, std::uint64_t offset);
Error wrong_file_size(const std::string& name, std::uint64_t offset, std::uint64_t expected,
                      std::uint64_t found);
Error wrong_checksum(const std::string& name, std::uint64_t offset, std::string_view of,
                     std::uint64_t expected, std::uint64_t found);
Error no_directory(const std::string& name, std::uint64_t offset, std::uint64_t file_bytes);
Error no_chunk(const std::string& name, std::uint64_t offset);
Error chunk_differs_from_directory(const std::string& name, std::uint64_t offset);
Error gap_between_chunks(const std::string& name, std::uint64_t entry_offset, std::uint64_t expected,
                         std::uint64_t found);
Error chunks_end_early(const std::string& name, std::uint64_t directory_offset, std::uint64_t found);
Error chunk_too_long(const std::string& name, std::uint64_t offset, std::uint64_t expected,
                     std::uint64_t found);
Error unknown_section(const std::string& name, std::uint64_t offset, std::uint32_t found);
Error unknown_chunk_flags(const std::string& name, std::uint64_t offset, std::uint32_t found);
Error wrong_rows(const std::string& name, std::uint64_t offset, std::uint64_t limit, std::uint64_t found);
Error wrong_first_row(const std::string& name, std::uint64_t offset, std::uint64_t expected,
                      std::uint64_t found);
Error wrong_group(const std::string& name, std::uint64_t offset, std::uint64_t limit, std::uint64_t found);
Error no_metadata(const std::string& name, std::uint64_t offset);

Error no_column_header(const std::string& name, std::uint64_t offset);
Error column_too_long(const std::string& name, std::uint64_t offset, std::uint64_t expected,
                      std::uint64_t found);
Error bare_first_column(const std::string& name, std::uint64_t offset);
Error too_many_columns(const std::string& name, std::uint64_t offset);
Error unknown_column(const std::string& name, std::uint64_t offset, std::uint16_t found);
Error repeated_column(const std::string& name, std::uint64_t offset, std::uint16_t found);
Error missing_column(const std::string& name, std::uint64_t offset, Column expected);
Error wrong_column_kind(const std::string& name, std::uint64_t offset, std::string_view expected);
Error value_out_of_range(const std::string& name, std::uint64_t offset, const std::string& low,
                         const std::string& high, const std::string& base, std::uint64_t largest_offset);
Error wrong_text_length(const std::string& name, std::uint64_t offset, std::uint64_t expected);
Error no_utf8(const std::string& name, std::uint64_t offset, std::uint64_t row);
Error unsorted_accesses(const std::string& name, std::uint64_t access, std::uint32_t previous,
                        std::uint64_t tasks, TaskId found);

}  // namespace gusset::traces::gus::errors
