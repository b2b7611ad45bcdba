#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gus/gus_format.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::testing {

using Bytes = std::vector<std::byte>;

/// The bytes that write_gus writes.
Bytes bytes_of(const Trace& trace);
/// The reader's error as one line; empty if reading succeeds. The file's name is "t.gus".
std::string error_of(const Bytes& bytes, Sections sections = Sections::all());

Bytes load_file(const std::string& path);
void store_file(const std::string& path, const Bytes& bytes);

/// A .gus file in parts, so that tests can damage any place while all checksums remain correct. Written from
/// FORMAT.md, independently of the writer.
struct GusFile {
  struct Part {
    gus::ChunkInfo info;
    Bytes payload;
  };
  std::vector<Part> chunks;
  /// Called with the directory's entries before their checksum is computed.
  std::function<void(std::vector<gus::DirectoryEntry>&)> damage_directory = [](auto&) {};
  /// Called with the footer before its checksum is computed.
  std::function<void(gus::Footer&)> damage_footer = [](auto&) {};

  /// Splits an intact file.
  static GusFile parse(const Bytes& bytes);
  Bytes bytes() const;

  /// The only or first chunk of a section.
  Part& chunk(gus::Section section);
  /// The offset of that chunk in bytes().
  std::uint64_t offset(gus::Section section) const;
  /// Replaces a section's first chunk with raw columns, or appends a chunk.
  void set_payload(gus::Section section, std::uint32_t rows, const Bytes& payload);
};

/// One column as FORMAT.md describes it. The offsets may be wrong.
Bytes raw_column(gus::Column id, std::uint8_t width, std::uint8_t flags, std::uint64_t base,
                 const std::vector<std::uint64_t>& offsets, const std::string& text = "");
Bytes operator+(Bytes a, const Bytes& b);

}  // namespace gusset::traces::testing
