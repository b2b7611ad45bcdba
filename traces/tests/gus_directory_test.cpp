// Files with correct checksums whose directory or chunks are wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "gus_file.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "sample_file.hpp"

namespace gusset::traces {
namespace {

using gus::Section;
using testing::at;
using testing::Bytes;
using testing::bytes_of;
using testing::chunk_header_bytes;
using testing::error_of;
using testing::GusFile;
using testing::sample;
using testing::sample_trace;

TEST(GusContent, RebuiltFileEqualsTheWritersFile) {
  EXPECT_EQ(sample().bytes(), bytes_of(sample_trace()));
}

TEST(GusContent, FooterMustHaveTheFileSize) {
  GusFile file = sample();
  file.damage_footer = [](gus::Footer& footer) { footer.file_bytes += 8; };
  const Bytes bytes = file.bytes();
  EXPECT_EQ(error_of(bytes), at(bytes.size() - 24) + "a file of " + std::to_string(bytes.size() + 8) +
                                 " bytes, found " + std::to_string(bytes.size()));
}

TEST(GusContent, FooterMustPointToADirectory) {
  for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{23}, std::uint64_t{1} << 40,
                                     std::numeric_limits<std::uint64_t>::max()}) {
    GusFile file = sample();
    file.damage_footer = [=](gus::Footer& footer) { footer.directory_offset = offset; };
    const Bytes bytes = file.bytes();
    EXPECT_EQ(error_of(bytes),
              at(bytes.size() - 32) + "a directory that ends at the footer of 32 bytes, found other bytes");
  }
  GusFile file = sample();
  file.damage_footer = [](gus::Footer& footer) { footer.directory_offset = 24; };
  EXPECT_EQ(error_of(file.bytes()),
            at(24) + "a directory that ends at the footer of 32 bytes, found other bytes");
}

/// The error after `damage` has changed the directory's entries. "D" replaces the offset of the first entry.
std::string error_of_directory(std::function<void(std::vector<gus::DirectoryEntry>&)> damage) {
  GusFile file = sample();
  std::uint64_t first = 24 + chunk_header_bytes;
  for (const auto& part : file.chunks) first += chunk_header_bytes + part.payload.size();
  file.damage_directory = std::move(damage);
  std::string error = error_of(file.bytes());
  const std::string offset = std::to_string(first);
  if (const auto found = error.find("offset " + offset + ":"); found != std::string::npos) {
    error.replace(found + 7, offset.size(), "D");
  }
  return error;
}

TEST(GusContent, ChunksMustFillTheFileInOrder) {
  using Entries = std::vector<gus::DirectoryEntry>;
  EXPECT_EQ(error_of_directory([](Entries& e) { e[0].offset = 32; }),
            "t.gus: offset D: expected a chunk at offset 24, found one at 32");
  EXPECT_THAT(error_of_directory([](Entries& e) { std::swap(e[0], e[1]); }),
              ::testing::StartsWith("t.gus: offset D: expected a chunk at offset 24, found one at "));
  EXPECT_THAT(error_of_directory([](Entries& e) { e.insert(e.begin() + 1, e[0]); }),
              ::testing::HasSubstr("found one at 24"));
  EXPECT_THAT(error_of_directory([](Entries& e) { e.erase(e.begin() + 3); }),
              ::testing::HasSubstr("expected a chunk at offset "));
  EXPECT_THAT(
      error_of_directory([](Entries& e) { e.pop_back(); }),
      ::testing::HasSubstr("expected a directory of all chunks before it, found chunks up to offset "));
  EXPECT_THAT(error_of_directory([](Entries& e) { e.push_back(e.back()); }),
              ::testing::HasSubstr("expected a chunk at offset "));
}

TEST(GusContent, ChunkMustEndBeforeTheDirectory) {
  using Entries = std::vector<gus::DirectoryEntry>;
  for (const std::uint64_t size : {std::uint64_t{1} << 62, std::numeric_limits<std::uint64_t>::max() - 7}) {
    EXPECT_THAT(
        error_of_directory([=](Entries& e) { e[0].info.payload_bytes = size; }),
        ::testing::ContainsRegex("offset D: expected a payload of at most [0-9]+ bytes, a multiple of 8, "
                                 "found " +
                                 std::to_string(size)));
  }
  EXPECT_THAT(error_of_directory([](Entries& e) { e[0].info.payload_bytes -= 1; }),
              ::testing::HasSubstr("a multiple of 8"));
}

TEST(GusContent, DirectoryMustMatchTheChunks) {
  using Entries = std::vector<gus::DirectoryEntry>;
  EXPECT_EQ(error_of_directory([](Entries& e) { e[0].info.flags = 1; }),
            "t.gus: offset 24: expected the chunk that the directory lists, found a different one");
}

TEST(GusContent, UnknownSectionIsSkippedOnlyIfOptional) {
  GusFile file = sample();
  gus::ChunkInfo info;
  info.section = 99;
  info.flags = gus::chunk_optional;
  info.rows = std::numeric_limits<std::uint32_t>::max();
  info.group = 17;
  info.first_row = 4;
  file.chunks.insert(file.chunks.begin() + 2, {info, Bytes(16)});
  const auto read = read_gus(file.bytes(), "t.gus");
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(**read, sample_trace());
  file.chunks[2].info.flags = 0;
  EXPECT_THAT(
      error_of(file.bytes()),
      ::testing::HasSubstr("expected a section from 1 to 37, or one that may be skipped, found section 99"));
}

TEST(GusContent, DirectoryChunkCannotBeSkipped) {
  GusFile file = sample();
  file.chunks[0].info.section = 0;
  file.chunks[0].info.flags = 1;
  EXPECT_THAT(error_of(file.bytes()), ::testing::HasSubstr("found section 0"));
}

TEST(GusContent, UnknownChunkFlagsAreRefused) {
  GusFile file = sample();
  file.chunk(Section::tasks).info.flags = 2;
  EXPECT_THAT(error_of(file.bytes()), ::testing::HasSubstr("expected chunk flags 0 or 1, found 2"));
}

TEST(GusContent, CountsAreBoundedByTheBytesPresent) {
  GusFile file = sample();
  auto& info = file.chunk(Section::tasks).info;
  info.rows = 65537;
  EXPECT_THAT(error_of(file.bytes()),
              ::testing::ContainsRegex("expected a chunk of 1 to [0-9]+ rows, found 65537"));
  info.rows = std::numeric_limits<std::uint32_t>::max();
  EXPECT_THAT(error_of(file.bytes()),
              ::testing::ContainsRegex("expected a chunk of 1 to [0-9]+ rows, found 4294967295"));
  info.rows = 0;
  EXPECT_THAT(error_of(file.bytes()),
              ::testing::ContainsRegex("expected a chunk of 1 to [0-9]+ rows, found 0"));
  info.rows = static_cast<std::uint32_t>(file.chunk(Section::tasks).payload.size());
  EXPECT_THAT(error_of(file.bytes()), ::testing::HasSubstr("expected a column of at most "));
}

TEST(GusContent, ChunksOfATableMustBeContiguous) {
  GusFile file = sample();
  file.chunk(Section::tasks).info.first_row = 1;
  EXPECT_THAT(error_of(file.bytes()),
              ::testing::HasSubstr("expected a chunk that begins with row 0, found row 1"));
  file = sample();
  file.chunks.push_back(file.chunk(Section::tasks));
  EXPECT_THAT(error_of(file.bytes()),
              ::testing::HasSubstr("expected a chunk that begins with row 5, found row 0"));
}

TEST(GusContent, GroupsMustExist) {
  GusFile file = sample();
  file.chunk(Section::spans).info.group = 4;
  EXPECT_THAT(error_of(file.bytes()), ::testing::HasSubstr("expected a group below 4, found 4"));
  file = sample();
  file.chunk(Section::attribute_values).info.group = 9;
  EXPECT_THAT(error_of(file.bytes()), ::testing::HasSubstr("expected a group below 4, found 9"));
  file = sample();
  file.chunk(Section::tasks).info.group = 1;
  EXPECT_THAT(error_of(file.bytes()), ::testing::HasSubstr("expected a group below 1, found 1"));
}

TEST(GusContent, MetadataChunkMustExistOnce) {
  GusFile file = sample();
  const GusFile::Part metadata = file.chunks[0];
  file.chunks.erase(file.chunks.begin());
  EXPECT_THAT(error_of(file.bytes()), ::testing::HasSubstr("expected one metadata chunk, found none"));
  file.chunks.push_back(metadata);
  EXPECT_EQ(error_of(file.bytes()), "");
  file.chunks.push_back(metadata);
  file.chunks.back().info.first_row = 1;
  EXPECT_THAT(error_of(file.bytes()), ::testing::HasSubstr("expected a chunk of 1 to 1 row, found 2"));
}

TEST(GusContent, SectionsMayComeInAnyOrder) {
  GusFile file = sample();
  std::reverse(file.chunks.begin(), file.chunks.end());
  const auto read = read_gus(file.bytes(), "t.gus");
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(**read, sample_trace());
}

}  // namespace
}  // namespace gusset::traces
