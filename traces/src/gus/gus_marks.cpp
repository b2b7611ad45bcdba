#include <cstddef>
#include <cstring>

#include "file_text.hpp"
#include "gus_chunk_appender.hpp"
#include "gus_directory.hpp"
#include "gus_sink.hpp"
#include "gus_tables.hpp"
#include "gusset/traces/gus/gus.hpp"

namespace gusset::traces {
namespace gus {
namespace {

template <class T>
T value_at(std::span<const std::byte> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// Copies all chunks but the marks. `read_directory` must have accepted the file, so that the directory's
/// entries lie within it.
void copy_chunks(std::span<const std::byte> bytes, ChunkAppender& out) {
  const std::size_t directory =
      value_at<Footer>(bytes, bytes.size() - sizeof(Footer)).directory_offset + sizeof(ChunkHeader);
  const std::size_t end = bytes.size() - sizeof(Footer);
  for (std::size_t offset = directory; offset < end; offset += sizeof(DirectoryEntry)) {
    const auto entry = value_at<DirectoryEntry>(bytes, offset);
    if (entry.info.section == number(Section::marks)) continue;
    out.append(entry.info, bytes.subspan(entry.offset + sizeof(ChunkHeader), entry.info.payload_bytes));
  }
}

}  // namespace
}  // namespace gus

Result<Done> write_marks(const std::filesystem::path& path, const std::vector<Mark>& marks) {
  const Result<FileText> file = FileText::open(path, ".gus file");
  if (!file) return file.error();
  const gus::Source source{path.string(), file->bytes()};
  if (const auto directory = gus::read_directory(source); !directory) return directory.error();
  Trace only_marks;
  only_marks.marks = marks;
  if (auto valid = validate(only_marks, path.string()); !valid) return valid;
  Result<gus::FileSink> sink = gus::FileSink::open(path);
  if (!sink) return sink.error();
  gus::ChunkAppender out(*sink);
  gus::copy_chunks(source.bytes, out);
  out.append_rows(gus::Section::marks, 0, marks.size(), 0,
                  [&](gus::Chunk& chunk) { gus::mark_columns(chunk, chunk.rows_of(only_marks.marks)); });
  if (auto done = out.finish(); !done) return done;
  return sink->commit();
}

}  // namespace gusset::traces
