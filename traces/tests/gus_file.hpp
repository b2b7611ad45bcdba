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

/// What write_gus would write.
Bytes bytes_of(const Trace& trace);
/// The reader's error, as one line; empty where it succeeded. The file is called "t.gus".
std::string error_of(const Bytes& bytes, Sections sections = Sections::all());

Bytes load_file(const std::string& path);
void store_file(const std::string& path, const Bytes& bytes);

/// A .gus file taken apart, so that tests can spoil it at any place and still have right checksums
/// everywhere. Written from FORMAT.md and independent of the writer.
struct GusFile {
  struct Part {
    gus::ChunkInfo info;
    Bytes payload;
  };
  std::vector<Part> chunks;
  /// Called with the directory's entries before they are sealed.
  std::function<void(std::vector<gus::DirectoryEntry>&)> spoil_directory = [](auto&) {};
  /// Called with the footer before it is sealed.
  std::function<void(gus::Footer&)> spoil_footer = [](auto&) {};

  /// Takes apart a file that is right.
  static GusFile parse(const Bytes& bytes);
  Bytes bytes() const;

  /// The only or first chunk of a section.
  Part& chunk(gus::Section section);
  /// Where that chunk begins in bytes().
  std::uint64_t offset(gus::Section section) const;
  /// Replaces a section's first chunk by columns given raw, or appends it.
  void set_payload(gus::Section section, std::uint32_t rows, const Bytes& payload);
};

/// One column as FORMAT.md describes it, from offsets that need not be right.
Bytes raw_column(gus::Column id, std::uint8_t width, std::uint8_t flags, std::uint64_t base,
                 const std::vector<std::uint64_t>& offsets, const std::string& text = "");
Bytes operator+(Bytes a, const Bytes& b);

}  // namespace gusset::traces::testing
