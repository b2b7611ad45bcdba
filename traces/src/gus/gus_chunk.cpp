#include "gus_chunk.hpp"

#include <cassert>

#include "gus_checksum.hpp"
#include "gusset/base/utf8.hpp"

namespace gusset::traces::gus {

Chunk::Chunk(Section section, std::uint32_t group, std::uint64_t first_row, std::uint32_t rows,
             std::size_t first_in_memory)
    : first_in_memory_(first_in_memory) {
  assert(rows >= 1 && rows <= max_chunk_rows);
  info_.section = gus::number(section);
  info_.flags = section >= Section::task_waits ? chunk_optional : 0;
  info_.group = group;
  info_.first_row = first_row;
  info_.rows = rows;
}

void Chunk::add_texts(Column id, std::span<const std::string> values) {
  std::vector<std::string> repaired;
  if (!std::all_of(values.begin(), values.end(), [](const std::string& value) { return is_utf8(value); })) {
    for (const std::string& value : values) repaired.push_back(to_utf8(value));
    values = repaired;
  }
  std::uint64_t total = 0;
  std::uint64_t longest = 0;
  for (const std::string& value : values) {
    total += value.size();
    longest = std::max<std::uint64_t>(longest, value.size());
  }
  const std::uint8_t width = std::max(width_of(longest), std::uint8_t{1});
  std::byte* out = add_column({static_cast<std::uint16_t>(id), width, column_text, 0, total},
                              std::uint64_t{width} * values.size());
  for (const std::string& value : values) {
    const std::uint64_t length = value.size();
    std::memcpy(out, &length, width);
    out += width;
  }
  out = add_bytes(total);
  for (const std::string& value : values) {
    std::memcpy(out, value.data(), value.size());
    out += value.size();
  }
}

void Chunk::raw(std::string_view text) {
  std::byte* out = add_bytes(text.size());
  std::memset(out, ' ', padded(text.size()));
  std::memcpy(out, text.data(), text.size());
}

ChunkInfo Chunk::info() const {
  ChunkInfo info = info_;
  info.payload_bytes = payload_.size();
  info.payload_checksum = checksum(payload_);
  return info;
}

std::byte* Chunk::add_column(const ColumnHeader& header, std::uint64_t value_bytes) {
  std::memcpy(add_bytes(sizeof header), &header, sizeof header);
  return add_bytes(value_bytes);
}

std::byte* Chunk::add_bytes(std::uint64_t bytes) {
  const std::size_t begin = payload_.size();
  payload_.resize(begin + padded(bytes));
  return payload_.data() + begin;
}

}  // namespace gusset::traces::gus
