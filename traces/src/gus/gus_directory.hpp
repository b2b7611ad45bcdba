#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gus_format.hpp"
#include "gusset/base/result.hpp"

namespace gusset::traces::gus {

/// `ignore` lets a fuzzer get past the checksums. It also skips the comparison of chunk headers with the
/// directory. All other checks still apply.
enum class Checksums { verify, ignore };

/// The bytes of a file, and its name in errors.
struct Source {
  std::string name;
  std::span<const std::byte> bytes;
  Checksums checksums = Checksums::verify;

  /// The T at `offset`, which must be within the file.
  template <class T>
  T read(std::uint64_t offset) const;
};

/// The chunks of a file that this reader knows, in file order, and their row counts.
class Directory {
 public:
  /// Adds a chunk, or skips an unknown optional one. `where` is the offset that errors name. The caller must
  /// have checked that the chunk is within the file.
  std::optional<Error> add(const Source& source, const DirectoryEntry& entry, std::uint64_t where);

  const std::vector<DirectoryEntry>& chunks() const { return chunks_; }
  std::uint64_t rows(Section section) const;
  std::uint64_t rows(Section section, std::uint32_t group) const;

  /// The first chunk whose lane, attribute or counter does not exist; chunks().size() if there is none.
  std::size_t first_stray() const;
  /// Removes all chunks whose lane, attribute or counter does not exist. Returns their number.
  std::size_t remove_strays();

 private:
  bool is_stray(const DirectoryEntry& entry) const;

  std::vector<DirectoryEntry> chunks_;
  std::map<std::pair<Section, std::uint32_t>, std::uint64_t> rows_;  ///< by section and group
  std::map<Section, std::uint64_t> section_rows_;
};

/// Checks the signature, the version and the checksum of the file header.
std::optional<Error> check_file_header(const Source& source);

/// Checks that the chunk at `entry` is intact and matches the directory. The caller must have checked that it
/// is within the file.
std::optional<Error> check_chunk(const Source& source, const DirectoryEntry& entry);

/// Checks the header, the footer and the directory, and that the chunks fill the file without gaps or
/// overlaps.
Result<Directory> read_directory(const Source& source);

struct ScannedDirectory {
  Directory directory;
  std::uint64_t damaged_chunks = 0;  ///< the header is intact, but the contents are not
  /// Intact, but refused by Directory::add or without their lane, attribute or counter: usually because other
  /// chunks are missing.
  std::uint64_t orphaned_chunks = 0;
  std::uint64_t unreadable_bytes = 0;
};

/// Rebuilds the directory from the headers of the chunks. The file header must be correct.
ScannedDirectory scan_directory(const Source& source);

}  // namespace gusset::traces::gus
