#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "gus_chunk.hpp"
#include "gus_sink.hpp"
#include "gusset/base/result.hpp"

namespace gusset::traces::gus {

/// Writes a .gus file chunk by chunk, in any order of sections, while the program that it tells about may
/// still run: what has been appended is readable even if `finish` is never reached (recover_gus). After the
/// first failure nothing more is written, and `finish` reports it. For one thread.
class ChunkAppender {
 public:
  /// Writes the file's header. The sink must outlive the appender.
  explicit ChunkAppender(Sink& sink);

  void append(const Chunk& chunk);
  void append_metadata(const Metadata& metadata, const Recorded& recorded);
  /// Appends rows of a table as chunks; `fill(chunk)` gives each its columns. `in_file` rows of the table
  /// have been appended before.
  template <class Fill>
  void append_rows(Section section, std::uint32_t group, std::size_t rows, std::uint64_t in_file, Fill fill) {
    for (std::size_t first = 0; first < rows; first += max_chunk_rows) {
      const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(rows - first, max_chunk_rows));
      Chunk chunk(section, group, in_file + first, count, first);
      fill(chunk);
      append(chunk);
    }
  }

  /// Why nothing is written any more; null while all is well.
  const Error* failure() const { return failure_ ? &*failure_ : nullptr; }

  /// Writes directory and footer. Nothing may be appended afterwards.
  Result<Done> finish();

 private:
  template <class T>
  void write(const T& value) {
    write_bytes(std::as_bytes(std::span(&value, 1)));
  }
  void write_bytes(std::span<const std::byte> bytes);
  void write_chunk(const ChunkInfo& info, std::span<const std::byte> payload);

  Sink& sink_;
  std::optional<Error> failure_;
  std::uint64_t offset_ = 0;
  std::vector<DirectoryEntry> directory_;
};

}  // namespace gusset::traces::gus
