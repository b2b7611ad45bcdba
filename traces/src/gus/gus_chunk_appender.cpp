#include "gus_chunk_appender.hpp"

#include <cstddef>

#include "gus_checksum.hpp"
#include "model/metadata_json.hpp"

namespace gusset::traces::gus {

ChunkAppender::ChunkAppender(Sink& sink) : sink_(sink) {
  FileHeader header;
  header.checksum = checksum_before(header, offsetof(FileHeader, checksum));
  write(header);
}

void ChunkAppender::append(const Chunk& chunk) {
  append(chunk.info(), chunk.payload());
}

void ChunkAppender::append(const ChunkInfo& info, std::span<const std::byte> payload) {
  directory_.push_back({offset_, info});
  write_chunk(info, payload);
}

void ChunkAppender::append_metadata(const Metadata& metadata, const Recorded& recorded) {
  Chunk chunk(Section::metadata, 0, 0, 1);
  chunk.raw(encode_metadata(metadata, recorded));
  append(chunk);
}

Result<Done> ChunkAppender::finish() {
  const std::span<const std::byte> payload = std::as_bytes(std::span(directory_));
  ChunkInfo info;
  info.section = number(Section::directory);
  info.rows = static_cast<std::uint32_t>(directory_.size());
  info.payload_bytes = payload.size();
  info.payload_checksum = checksum(payload);
  Footer footer;
  footer.directory_offset = offset_;
  write_chunk(info, payload);
  footer.file_bytes = offset_ + sizeof footer;
  footer.checksum = checksum_before(footer, offsetof(Footer, checksum));
  write(footer);
  if (failure_) return *failure_;
  return Done{};
}

void ChunkAppender::write_bytes(std::span<const std::byte> bytes) {
  offset_ += bytes.size();
  if (failure_) return;
  if (Result<Done> done = sink_.write(bytes); !done) failure_ = done.error();
}

void ChunkAppender::write_chunk(const ChunkInfo& info, std::span<const std::byte> payload) {
  ChunkHeader header;
  header.info = info;
  header.checksum = checksum_before(header, offsetof(ChunkHeader, checksum));
  write(header);
  write_bytes(payload);
}

}  // namespace gusset::traces::gus
