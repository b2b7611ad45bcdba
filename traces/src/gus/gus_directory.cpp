#include "gus_directory.hpp"

#include <algorithm>
#include <cstring>

#include "gus_checksum.hpp"
#include "gus_errors.hpp"

namespace gusset::traces::gus {
namespace {

using Flaw = std::optional<Error>;

constexpr std::uint64_t first_chunk_offset = sizeof(FileHeader);

Flaw check_checksum(const Source& source, std::uint64_t offset, std::string_view of, std::uint64_t expected,
                    std::uint64_t found) {
  if (expected == found || source.checksums == Checksums::ignore) return {};
  return errors::wrong_checksum(source.name, offset, of, expected, found);
}

/// The maximum number of rows in one chunk of a section. The metadata's single row is its text.
std::uint64_t max_rows(const ChunkInfo& info) {
  if (info.section == number(Section::metadata)) return 1;
  return std::min<std::uint64_t>(max_chunk_rows, info.payload_bytes);
}

/// The chunk header at `offset`, if its checksum is correct and its payload fits into the file.
std::optional<ChunkInfo> chunk_at(const Source& source, std::uint64_t offset) {
  const std::uint64_t size = source.bytes.size();
  if (size - offset < sizeof(ChunkHeader)) return {};
  const auto header = source.read<ChunkHeader>(offset);
  if (header.magic != chunk_magic) return {};
  const std::uint64_t checksum = checksum_before(header, offsetof(ChunkHeader, checksum));
  if (checksum != header.checksum && source.checksums == Checksums::verify) return {};
  const std::uint64_t room = size - offset - sizeof(ChunkHeader);
  if (header.info.payload_bytes > room || header.info.payload_bytes % alignment != 0) return {};
  return header.info;
}

Result<Footer> read_footer(const Source& source) {
  const std::uint64_t size = source.bytes.size();
  constexpr std::uint64_t least = sizeof(FileHeader) + sizeof(ChunkHeader) + sizeof(Footer);
  if (size < least) return errors::too_short(source.name, least, size);
  const std::uint64_t offset = size - sizeof(Footer);
  const auto footer = source.read<Footer>(offset);
  if (footer.signature != footer_signature) return errors::no_footer(source.name, offset);
  if (Flaw flaw = check_checksum(source, offset + offsetof(Footer, checksum), "the footer",
                                 checksum_before(footer, offsetof(Footer, checksum)), footer.checksum)) {
    return *flaw;
  }
  if (footer.file_bytes != size) {
    return errors::wrong_file_size(source.name, offset + offsetof(Footer, file_bytes), footer.file_bytes,
                                   size);
  }
  return footer;
}

/// The directory's chunk. It must end where the footer begins.
Result<DirectoryEntry> find_directory(const Source& source, std::uint64_t offset) {
  const std::uint64_t end = source.bytes.size() - sizeof(Footer);
  if (offset < first_chunk_offset || offset > end - sizeof(ChunkHeader) || offset % alignment != 0) {
    return errors::no_directory(source.name, end, sizeof(Footer));
  }
  const DirectoryEntry entry{offset, source.read<ChunkHeader>(offset).info};
  const std::uint64_t payload = end - offset - sizeof(ChunkHeader);
  if (entry.info.section != number(Section::directory) || entry.info.payload_bytes != payload ||
      payload != entry.info.rows * sizeof(DirectoryEntry)) {
    return errors::no_directory(source.name, offset, sizeof(Footer));
  }
  if (Flaw flaw = check_chunk(source, entry)) return *flaw;
  return entry;
}

}  // namespace

template <class T>
T Source::read(std::uint64_t offset) const {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

Flaw Directory::add(const Source& source, const DirectoryEntry& entry, std::uint64_t where) {
  const ChunkInfo& info = entry.info;
  if (info.section == number(Section::directory) || info.section >= section_count) {
    if ((info.flags & chunk_optional) != 0 && info.section != number(Section::directory)) return {};
    return errors::unknown_section(source.name, where, info.section);
  }
  if ((info.flags & ~chunk_optional) != 0) return errors::unknown_chunk_flags(source.name, where, info.flags);
  if (info.rows < 1 || info.rows > max_rows(info)) {
    return errors::wrong_rows(source.name, where, max_rows(info), info.rows);
  }
  const Section section{info.section};
  if (!is_grouped(section) && info.group != 0) return errors::wrong_group(source.name, where, 1, info.group);
  std::uint64_t& rows = rows_[{section, info.group}];
  if (info.first_row != rows) return errors::wrong_first_row(source.name, where, rows, info.first_row);
  if (section == Section::metadata && rows != 0) return errors::wrong_rows(source.name, where, 1, rows + 1);
  rows += info.rows;
  section_rows_[section] += info.rows;
  chunks_.push_back(entry);
  return {};
}

std::uint64_t Directory::rows(Section section) const {
  const auto found = section_rows_.find(section);
  return found == section_rows_.end() ? 0 : found->second;
}

std::uint64_t Directory::rows(Section section, std::uint32_t group) const {
  const auto found = rows_.find({section, group});
  return found == rows_.end() ? 0 : found->second;
}

bool Directory::is_stray(const DirectoryEntry& entry) const {
  const Section owners = group_table(Section{entry.info.section});
  return owners != Section::metadata && entry.info.group >= rows(owners);
}

std::size_t Directory::first_stray() const {
  const auto found = std::find_if(chunks_.begin(), chunks_.end(),
                                  [this](const DirectoryEntry& entry) { return is_stray(entry); });
  return static_cast<std::size_t>(found - chunks_.begin());
}

std::size_t Directory::remove_strays() {
  return std::erase_if(chunks_, [this](const DirectoryEntry& entry) {
    if (!is_stray(entry)) return false;
    const Section section{entry.info.section};
    rows_.erase({section, entry.info.group});
    section_rows_[section] -= entry.info.rows;
    return true;
  });
}

Flaw check_file_header(const Source& source) {
  const std::size_t size = source.bytes.size();
  const std::size_t shared = std::min(size, sizeof(Signature));
  if (size == 0 || std::memcmp(source.bytes.data(), header_signature.data(), shared) != 0) {
    return errors::no_signature(source.name, source.bytes);
  }
  if (size < sizeof(FileHeader)) return errors::too_short(source.name, sizeof(FileHeader), size);
  const auto header = source.read<FileHeader>(0);
  if (header.version != format_version) return errors::wrong_version(source.name, header.version);
  return check_checksum(source, offsetof(FileHeader, checksum), "the file header",
                        checksum_before(header, offsetof(FileHeader, checksum)), header.checksum);
}

Flaw check_chunk(const Source& source, const DirectoryEntry& entry) {
  if (source.checksums == Checksums::ignore) return {};
  const auto header = source.read<ChunkHeader>(entry.offset);
  if (header.magic != chunk_magic) return errors::no_chunk(source.name, entry.offset);
  if (Flaw flaw = check_checksum(source, entry.offset + offsetof(ChunkHeader, checksum), "the chunk header",
                                 checksum_before(header, offsetof(ChunkHeader, checksum)), header.checksum)) {
    return flaw;
  }
  if (header.info != entry.info) return errors::chunk_differs_from_directory(source.name, entry.offset);
  const std::uint64_t payload = entry.offset + sizeof(ChunkHeader);
  return check_checksum(source, payload, "the chunk's payload",
                        checksum(source.bytes.subspan(payload, entry.info.payload_bytes)),
                        entry.info.payload_checksum);
}

Result<Directory> read_directory(const Source& source) {
  if (Flaw flaw = check_file_header(source)) return *flaw;
  Result<Footer> footer = read_footer(source);
  if (!footer) return footer.error();
  Result<DirectoryEntry> found = find_directory(source, footer->directory_offset);
  if (!found) return found.error();

  Directory directory;
  std::vector<std::uint64_t> entry_offsets;
  std::uint64_t next = first_chunk_offset;
  for (std::uint32_t i = 0; i < found->info.rows; ++i) {
    const std::uint64_t where = found->offset + sizeof(ChunkHeader) + i * sizeof(DirectoryEntry);
    const auto entry = source.read<DirectoryEntry>(where);
    if (entry.offset != next || found->offset - next < sizeof(ChunkHeader)) {
      return errors::gap_between_chunks(source.name, where, next, entry.offset);
    }
    const std::uint64_t room = found->offset - next - sizeof(ChunkHeader);
    if (entry.info.payload_bytes > room || entry.info.payload_bytes % alignment != 0) {
      return errors::chunk_too_long(source.name, where, room, entry.info.payload_bytes);
    }
    const std::size_t before = directory.chunks().size();
    if (Flaw flaw = directory.add(source, entry, where)) return *flaw;
    if (directory.chunks().size() > before) entry_offsets.push_back(where);
    next = entry.end();
  }
  if (next != found->offset) return errors::chunks_end_early(source.name, found->offset, next);
  if (directory.rows(Section::metadata) != 1) return errors::no_metadata(source.name, found->offset);
  if (const std::size_t stray = directory.first_stray(); stray < entry_offsets.size()) {
    const ChunkInfo& info = directory.chunks()[stray].info;
    return errors::wrong_group(source.name, entry_offsets[stray],
                               directory.rows(group_table(Section{info.section})), info.group);
  }
  return directory;
}

ScannedDirectory scan_directory(const Source& source) {
  ScannedDirectory scanned;
  const std::uint64_t size = source.bytes.size();
  for (std::uint64_t offset = first_chunk_offset; offset < size;) {
    const std::optional<ChunkInfo> info = chunk_at(source, offset);
    if (!info) {
      if (size - offset == sizeof(Footer) && source.read<Footer>(offset).signature == footer_signature) break;
      scanned.unreadable_bytes += std::min(alignment, size - offset);
      offset += alignment;
      continue;
    }
    const DirectoryEntry entry{offset, *info};
    offset = entry.end();
    const bool intact = !check_chunk(source, entry);
    if (info->section == number(Section::directory)) {
      if (intact && size - offset <= sizeof(Footer)) break;  // the rest is part of a footer
    } else if (!intact) {
      ++scanned.damaged_chunks;
    } else if (scanned.directory.add(source, entry, entry.offset)) {
      ++scanned.orphaned_chunks;
    }
  }
  scanned.orphaned_chunks += scanned.directory.remove_strays();
  return scanned;
}

}  // namespace gusset::traces::gus
