#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gus_chunk.hpp"
#include "gus_sink.hpp"
#include "gusset/base/result.hpp"

namespace gusset::traces::gus {

/// Writes a .gus file chunk by chunk, with sections in any order, possibly while the traced program runs.
/// Appended chunks are readable even without a call to `finish` (recover_gus). After the first failure
/// nothing more is written, and `finish` reports the failure. Not thread-safe.
class ChunkAppender {
 public:
  /// Writes the file header. The sink must outlive the appender.
  explicit ChunkAppender(Sink& sink);

  void append(const Chunk& chunk);
  /// Appends a chunk of another file as it is.
  void append(const ChunkInfo& info, std::span<const std::byte> payload);
  void append_metadata(const Metadata& metadata, const Recorded& recorded);
  /// Appends rows of a table as chunks. `fill(chunk)` adds each chunk's columns. `in_file` is the number of
  /// rows of this table that are already in the file.
  template <class Fill>
  void append_rows(Section section, std::uint32_t group, std::size_t rows, std::uint64_t in_file, Fill fill) {
    for (std::size_t first = 0; first < rows; first += max_chunk_rows) {
      const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(rows - first, max_chunk_rows));
      Chunk chunk(section, group, in_file + first, count, first);
      fill(chunk);
      append(chunk);
    }
  }

  /// Why writing has stopped; null if no error has occurred.
  const Error* failure() const { return failure_ ? &*failure_ : nullptr; }

  /// Writes the directory and the footer. Append nothing afterwards.
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
