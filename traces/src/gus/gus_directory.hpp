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

/// `ignore` lets a fuzzer reach what lies behind the checksums; everything else is checked all the same.
enum class Checksums { verify, ignore };

/// The bytes of a file and the name that stands for it in errors.
struct Source {
  std::string name;
  std::span<const std::byte> bytes;
  Checksums checksums = Checksums::verify;

  /// The T at `offset`, which must lie within the file.
  template <class T>
  T read(std::uint64_t offset) const;
};

/// The chunks of a file that this reader knows, in the order of the file, and how many rows they make.
class Directory {
 public:
  /// Takes a chunk in; `where` is the offset that errors name. Its place in the file must have been checked.
  /// Chunks that may be skipped are.
  std::optional<Error> add(const Source& source, const DirectoryEntry& entry, std::uint64_t where);

  const std::vector<DirectoryEntry>& chunks() const { return chunks_; }
  std::uint64_t rows(Section section) const;
  std::uint64_t rows(Section section, std::uint32_t group) const;

  /// The first chunk whose lane or attribute does not exist; chunks().size() where there is none.
  std::size_t first_stray() const;
  /// Forgets all chunks whose lane or attribute does not exist; returns how many there were.
  std::size_t remove_strays();

 private:
  bool is_stray(const DirectoryEntry& entry) const;

  std::vector<DirectoryEntry> chunks_;
  std::map<std::pair<Section, std::uint32_t>, std::uint64_t> rows_;  ///< by section and group
  std::map<Section, std::uint64_t> section_rows_;
};

/// Signature, version and checksum of the file's header.
std::optional<Error> check_file_header(const Source& source);

/// The chunk at `entry` is the one that the directory names, and intact. Its place must have been checked.
std::optional<Error> check_chunk(const Source& source, const DirectoryEntry& entry);

/// Checks header, footer and directory, and that the chunks fill the file without gap or overlap.
Result<Directory> read_directory(const Source& source);

struct ScannedDirectory {
  Directory directory;
  std::uint64_t damaged_chunks = 0;   ///< whose header stands but whose contents don't
  std::uint64_t orphaned_chunks = 0;  ///< intact, but what they continue is missing
  std::uint64_t unreadable_bytes = 0;
};

/// Rebuilds the directory from the chunks' own headers. The file's header must be right.
ScannedDirectory scan_directory(const Source& source);

}  // namespace gusset::traces::gus
