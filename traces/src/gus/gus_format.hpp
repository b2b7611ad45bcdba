#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

/// The byte layout of a .gus file, as FORMAT.md specifies it. Everything is little-endian and copied with
/// memcpy.
namespace gusset::traces::gus {

static_assert(std::endian::native == std::endian::little,
              "the reader and writer copy little-endian values as they are");

using Signature = std::array<std::uint8_t, 8>;
inline constexpr Signature header_signature{0x89, 'G', 'U', 'S', '\r', '\n', 0x1a, '\n'};
inline constexpr Signature footer_signature{'G', 'U', 'S', ' ', 'e', 'n', 'd', '\n'};
inline constexpr std::uint32_t format_version = 1;
inline constexpr std::uint32_t chunk_magic = 0x4b4e4843;  // "CHNK"
inline constexpr std::uint32_t max_chunk_rows = 65536;
inline constexpr std::uint32_t max_chunk_columns = 64;
inline constexpr std::uint64_t alignment = 8;

enum class Section : std::uint32_t {
  directory = 0,
  metadata = 1,
  types = 2,
  nodes = 3,
  workers = 4,
  lanes = 5,
  access_modes = 6,
  handles = 7,
  tasks = 8,
  accesses = 9,
  spans = 10,  // group: the lane
  dependencies = 11,
  span_links = 12,
  messages = 13,
  attributes = 14,
  attribute_values = 15,  // group: the attribute
  counters = 16,
  counter_samples = 17,  // group: the counter
  clock = 18,
  recorded_tasks = 19,     // group: the lane
  recorded_pauses = 20,    // group: the lane
  recorded_accesses = 21,  // group: the lane
  recorded_values = 22,    // group: the attribute
  notes = 23,
  task_waits = 24,  // these and later sections may be skipped by a reader that does not know them
  joined_tasks = 25,
  locks = 26,
  lock_holds = 27,
  processor_uses = 28,
  bindings = 29,
  work_constructs = 30,
  work_executions = 31,
  work_shares = 32,
  work_chunks = 33,
  processor_samples = 34,  // group: the lane; in recordings
  recorded_messages = 35,  // in recordings, like the next section
  clock_comparisons = 36,
  marks = 37,
};
inline constexpr std::uint32_t section_count = 38;
constexpr std::uint32_t number(Section section) {
  return static_cast<std::uint32_t>(section);
}
/// The table that a chunk's group refers to; `metadata` for sections without groups.
constexpr Section group_table(Section section) {
  switch (section) {
    case Section::spans:
    case Section::recorded_tasks:
    case Section::recorded_pauses:
    case Section::recorded_accesses:
    case Section::processor_samples:
      return Section::lanes;
    case Section::attribute_values:
    case Section::recorded_values:
      return Section::attributes;
    case Section::counter_samples:
      return Section::counters;
    default:
      return Section::metadata;
  }
}
constexpr bool is_grouped(Section section) {
  return group_table(section) != Section::metadata;
}

/// A reader that does not know the section may skip the chunk.
inline constexpr std::uint32_t chunk_optional = 1;

/// Offset 0 means "none"; offset k means base + k - 1.
inline constexpr std::uint8_t column_nullable = 1;
/// The numbers are string lengths, and `base` is their sum. The strings' bytes follow.
inline constexpr std::uint8_t column_text = 2;
/// A reader that does not know the column may skip it.
inline constexpr std::uint8_t column_optional = 4;

enum class Column : std::uint16_t {
  name = 1,
  clock_offset = 2,
  clock_drift = 3,
  clock_residual = 4,
  node = 5,
  worker = 6,
  flags = 7,
  size_bytes = 8,
  owner = 9,
  type = 10,
  parent = 11,
  work = 12,
  submit = 13,
  ready = 14,
  task = 15,
  handle = 16,
  mode = 17,
  version = 18,
  begin = 19,
  duration = 20,
  kind = 21,
  before = 22,
  after = 23,
  from_lane = 24,
  from_index = 25,
  to_lane = 26,
  to_index = 27,
  from_node = 28,
  to_node = 29,
  send = 30,
  receive = 31,
  payload_bytes = 32,
  wire_bytes = 33,
  integer = 34,
  real = 35,
  text = 36,
  number = 37,
  parent_number = 38,
  submit_lead = 39,
  ready_lead = 40,
  ticks = 41,
  time = 42,
  unit = 43,
  whole_work = 44,
  object = 45,
  since = 46,
  processor_time = 47,
  waits = 48,
  preemptions = 49,
  processors = 50,
  schedule = 51,
  chunk = 52,
  region = 53,
  iterations = 54,
  first = 55,
  step = 56,
  chunks = 57,
  end = 58,
  delay = 59,
  listeners = 60,
  identity = 61,
  scope = 62,
  sent = 63,
  answered = 64,
  received = 65,
  page_faults = 66,
};

/// Whether a reader that does not know the column may skip it.
constexpr bool is_optional(Column column) {
  return column == Column::delay || column == Column::listeners || column == Column::identity ||
         column == Column::scope || column == Column::page_faults;
}

struct FileHeader {
  Signature signature = header_signature;
  std::uint32_t version = format_version;
  std::uint32_t reserved = 0;
  std::uint64_t checksum = 0;  ///< of the 16 bytes before it
};
static_assert(sizeof(FileHeader) == 24 && std::is_trivially_copyable_v<FileHeader>);

/// The contents of a chunk; stored in its header and again in the directory.
struct ChunkInfo {
  std::uint32_t section = 0;
  std::uint32_t flags = 0;
  std::uint32_t group = 0;
  std::uint32_t rows = 0;
  std::uint64_t first_row = 0;
  std::uint64_t payload_bytes = 0;  ///< a multiple of 8
  std::uint64_t payload_checksum = 0;
  friend bool operator==(const ChunkInfo&, const ChunkInfo&) = default;
};
static_assert(sizeof(ChunkInfo) == 40 && std::is_trivially_copyable_v<ChunkInfo>);

struct ChunkHeader {
  std::uint32_t magic = chunk_magic;
  std::uint32_t reserved = 0;
  ChunkInfo info;
  std::uint64_t checksum = 0;  ///< of the 48 bytes before it
};
static_assert(sizeof(ChunkHeader) == 56 && std::is_trivially_copyable_v<ChunkHeader>);

struct DirectoryEntry {
  std::uint64_t offset = 0;  ///< of the chunk's header
  ChunkInfo info;
  /// The end of the chunk. Valid only after `offset` and `payload_bytes` were checked against the file size.
  std::uint64_t end() const { return offset + sizeof(ChunkHeader) + info.payload_bytes; }
};
static_assert(sizeof(DirectoryEntry) == 48 && std::is_trivially_copyable_v<DirectoryEntry>);

struct Footer {
  std::uint64_t directory_offset = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t checksum = 0;  ///< of the 16 bytes before it
  Signature signature = footer_signature;
};
static_assert(sizeof(Footer) == 32 && std::is_trivially_copyable_v<Footer>);

struct ColumnHeader {
  std::uint16_t id = 0;
  std::uint8_t width = 0;  ///< bytes of each offset, 0 to 8
  std::uint8_t flags = 0;
  std::uint32_t reserved = 0;
  std::uint64_t base = 0;
};
static_assert(sizeof(ColumnHeader) == 16 && std::is_trivially_copyable_v<ColumnHeader>);

constexpr std::uint64_t padded(std::uint64_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace gusset::traces::gus
