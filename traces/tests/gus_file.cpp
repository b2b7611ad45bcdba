#include "gus_file.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "gus/gus_checksum.hpp"
#include "gus/gus_sink.hpp"
#include "gus/gus_writer.hpp"

namespace gusset::traces::testing {
namespace {

template <class T>
void append(Bytes& bytes, const T& value) {
  const auto raw = std::as_bytes(std::span(&value, 1));
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

void append_chunk(Bytes& bytes, const gus::ChunkInfo& info, const Bytes& payload) {
  gus::ChunkHeader header;
  header.info = info;
  header.checksum = gus::checksum_before(header, 48);
  append(bytes, header);
  bytes.insert(bytes.end(), payload.begin(), payload.end());
}

}  // namespace

Bytes bytes_of(const Trace& trace) {
  gus::MemorySink sink;
  if (Result<Done> done = gus::write_trace(trace, sink); !done)
    throw std::runtime_error(done.error().message());
  return sink.take();
}

std::string error_of(const Bytes& bytes, Sections sections) {
  const auto trace = read_gus(bytes, "t.gus", sections);
  return trace ? "" : trace.error().message();
}

Bytes load_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

void store_file(const std::string& path, const Bytes& bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

GusFile GusFile::parse(const Bytes& bytes) {
  GusFile file;
  for (std::size_t offset = 24;;) {
    gus::ChunkHeader header;
    std::memcpy(&header, bytes.data() + offset, sizeof header);
    if (header.info.section == 0) return file;
    const auto payload = bytes.begin() + static_cast<std::ptrdiff_t>(offset + sizeof header);
    file.chunks.push_back(
        {header.info, Bytes(payload, payload + static_cast<std::ptrdiff_t>(header.info.payload_bytes))});
    offset += sizeof header + header.info.payload_bytes;
  }
}

Bytes GusFile::bytes() const {
  Bytes out;
  gus::FileHeader header;
  header.checksum = gus::checksum_before(header, 16);
  append(out, header);
  std::vector<gus::DirectoryEntry> entries;
  for (const auto& [info, payload] : chunks) {
    gus::ChunkInfo sealed = info;
    sealed.payload_bytes = payload.size();
    sealed.payload_checksum = gus::checksum(payload);
    entries.push_back({out.size(), sealed});
    append_chunk(out, sealed, payload);
  }
  damage_directory(entries);
  Bytes directory;
  for (const gus::DirectoryEntry& entry : entries) append(directory, entry);
  gus::ChunkInfo info;
  info.rows = static_cast<std::uint32_t>(entries.size());
  info.payload_bytes = directory.size();
  info.payload_checksum = gus::checksum(directory);
  gus::Footer footer;
  footer.directory_offset = out.size();
  append_chunk(out, info, directory);
  footer.file_bytes = out.size() + sizeof footer;
  damage_footer(footer);
  footer.checksum = gus::checksum_before(footer, 16);
  append(out, footer);
  return out;
}

GusFile::Part& GusFile::chunk(gus::Section section) {
  for (Part& part : chunks) {
    if (part.info.section == gus::number(section)) return part;
  }
  throw std::logic_error("no such section");
}

std::uint64_t GusFile::offset(gus::Section section) const {
  std::uint64_t offset = 24;
  for (const Part& part : chunks) {
    if (part.info.section == gus::number(section)) return offset;
    offset += sizeof(gus::ChunkHeader) + part.payload.size();
  }
  throw std::logic_error("no such section");
}

void GusFile::set_payload(gus::Section section, std::uint32_t rows, const Bytes& payload) {
  for (Part& part : chunks) {
    if (part.info.section != gus::number(section)) continue;
    part.info.rows = rows;
    part.payload = payload;
    return;
  }
  gus::ChunkInfo info;
  info.section = gus::number(section);
  info.rows = rows;
  chunks.push_back({info, payload});
}

Bytes raw_column(gus::Column id, std::uint8_t width, std::uint8_t flags, std::uint64_t base,
                 const std::vector<std::uint64_t>& offsets, const std::string& text) {
  Bytes out;
  append(out, gus::ColumnHeader{static_cast<std::uint16_t>(id), width, flags, 0, base});
  for (std::uint64_t offset : offsets) {
    for (std::uint8_t i = 0; i < width; ++i, offset >>= 8)
      out.push_back(static_cast<std::byte>(offset & 0xff));
  }
  while (out.size() % 8 != 0) out.push_back(std::byte{0});
  for (const char c : text) out.push_back(static_cast<std::byte>(c));
  while (out.size() % 8 != 0) out.push_back(std::byte{0});
  return out;
}

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace gusset::traces::testing
