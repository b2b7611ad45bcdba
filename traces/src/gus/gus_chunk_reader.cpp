#include "gus_chunk_reader.hpp"

#include <cstring>

#include "gusset/base/utf8.hpp"

namespace gusset::traces::gus {

ChunkReader::ChunkReader(const Source& source, const DirectoryEntry& entry) : source_(source), entry_(entry) {
  failure_ = check_chunk(source, entry);
  if (!failure_ && entry.info.section != gus::number(Section::metadata)) find_columns();
}

void ChunkReader::find_columns() {
  const std::uint64_t end = entry_.end();
  std::uint64_t offset = entry_.offset + sizeof(ChunkHeader);
  while (offset < end) {
    if (parts_.size() == max_chunk_columns) return fail(errors::too_many_columns(source_.name, offset));
    Part part;
    part.offset = offset;
    if (end - offset < sizeof(ColumnHeader)) return fail(errors::no_column_header(source_.name, offset));
    std::memcpy(&part.header, source_.bytes.data() + offset, sizeof part.header);
    offset += sizeof(ColumnHeader);
    const auto& [id, width, flags, reserved, base] = part.header;
    constexpr std::uint8_t known_flags = column_nullable | column_text | column_optional;
    if (width > 8 || (flags & ~known_flags) != 0 || reserved != 0) {
      return fail(errors::no_column_header(source_.name, part.offset));
    }
    if (parts_.empty() && width == 0) return fail(errors::empty_first_column(source_.name, part.offset));

    const std::uint64_t value_bytes = padded(std::uint64_t{width} * rows());
    if (value_bytes > end - offset) {
      return fail(errors::column_too_long(source_.name, part.offset, end - offset, value_bytes));
    }
    part.values = source_.bytes.data() + offset;
    offset += value_bytes;
    if ((flags & column_text) != 0) {
      if (base > end - offset)
        return fail(errors::column_too_long(source_.name, part.offset, end - offset, base));
      part.text = {reinterpret_cast<const char*>(source_.bytes.data() + offset),
                   static_cast<std::size_t>(base)};
      offset += padded(base);
    }
    for (const Part& other : parts_) {
      if (other.header.id == id) return fail(errors::repeated_column(source_.name, part.offset, id));
    }
    parts_.push_back(part);
  }
}

const ChunkReader::Part* ChunkReader::take(Column id, bool text, bool may_be_null) {
  if (failure_) return nullptr;
  for (Part& part : parts_) {
    if (part.header.id != static_cast<std::uint16_t>(id)) continue;
    part.taken = true;
    const bool is_text = (part.header.flags & column_text) != 0;
    const bool is_nullable = (part.header.flags & column_nullable) != 0;
    if (text && (!is_text || is_nullable)) {
      fail(errors::wrong_column_kind(source_.name, part.offset, "strings"));
    } else if (!text && (is_text || (is_nullable && !may_be_null))) {
      fail(errors::wrong_column_kind(source_.name, part.offset,
                                     may_be_null ? "numbers" : "numbers, none missing"));
    }
    return failure_ ? nullptr : &part;
  }
  fail(errors::missing_column(source_.name, entry_.offset, id));
  return nullptr;
}

void ChunkReader::texts(Column id, std::vector<std::string>& out) {
  const Part* part = take(id, true, false);
  if (part == nullptr) return;
  std::string_view rest = part->text;
  // All-ASCII text needs no check of single strings.
  const bool ascii =
      std::all_of(rest.begin(), rest.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  std::vector<std::uint64_t> lengths(rows());
  load_offsets(part->header.width, {part->values, rows()}, 0, lengths);
  for (std::uint32_t row = 0; row < rows(); ++row) {
    if (lengths[row] > rest.size())
      return fail(errors::wrong_text_length(source_.name, part->offset, part->text.size()));
    const std::string_view string = rest.substr(0, lengths[row]);
    if (!ascii && !is_utf8(string))
      return fail(errors::no_utf8(source_.name, part->offset, first_row() + row));
    out.emplace_back(string);
    rest.remove_prefix(lengths[row]);
  }
  if (!rest.empty()) fail(errors::wrong_text_length(source_.name, part->offset, part->text.size()));
}

std::string_view ChunkReader::raw() const {
  const std::uint64_t offset = entry_.offset + sizeof(ChunkHeader);
  return {reinterpret_cast<const char*>(source_.bytes.data() + offset),
          static_cast<std::size_t>(entry_.info.payload_bytes)};
}

std::optional<Error> ChunkReader::finish() {
  if (failure_) return failure_;
  for (const Part& part : parts_) {
    if (!part.taken && (part.header.flags & column_optional) == 0) {
      return errors::unknown_column(source_.name, part.offset, part.header.id);
    }
  }
  return {};
}

}  // namespace gusset::traces::gus
