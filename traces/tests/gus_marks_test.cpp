#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gus_file.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "recording_rows.hpp"
#include "sample_trace.hpp"

namespace gusset::traces {
namespace {

using gus::Section;
using testing::Bytes;
using testing::bytes_of;
using testing::GusFile;
using testing::load_file;
using testing::sample_trace;
using testing::store_file;

std::string path_of(const std::string& name) {
  return ::testing::TempDir() + "gus_marks_" + name;
}

std::string error_of_marks(const std::string& path, const std::vector<Mark>& marks) {
  const auto done = write_marks(path, marks);
  return done.ok() ? "no error" : done.error().message();
}

TEST(GusMarks, FileEqualsAWrittenTraceWithTheseMarks) {
  const std::string path = path_of("t.gus");
  Trace trace = sample_trace();
  for (const std::vector<Mark>& marks :
       {std::vector<Mark>{{-5, "ü"}, {0, ""}, {0, "b"}}, std::vector<Mark>{}, std::vector<Mark>{{7, "c"}}}) {
    store_file(path, bytes_of(sample_trace()));
    ASSERT_TRUE(write_marks(path, marks).ok());
    trace.marks = marks;
    EXPECT_EQ(load_file(path), bytes_of(trace));
  }
}

TEST(GusMarks, OlderReadersMaySkipTheMarks) {
  GusFile file = GusFile::parse(bytes_of(sample_trace()));
  EXPECT_EQ(file.chunk(Section::marks).info.flags, gus::chunk_optional);
}

TEST(GusMarks, ChunksThatThisVersionDoesNotKnowAreKept) {
  GusFile file = GusFile::parse(bytes_of(sample_trace()));
  gus::ChunkInfo info;
  info.section = 999;
  info.flags = gus::chunk_optional;
  info.rows = 1;
  file.chunks.push_back({info, Bytes(16, std::byte{42})});
  const std::string path = path_of("unknown.gus");
  store_file(path, file.bytes());
  ASSERT_TRUE(write_marks(path, {{1, "a"}}).ok());
  const GusFile written = GusFile::parse(load_file(path));
  const auto unknown = std::ranges::find_if(
      written.chunks, [](const GusFile::Part& part) { return part.info.section == 999; });
  ASSERT_NE(unknown, written.chunks.end());
  EXPECT_EQ(unknown->payload, Bytes(16, std::byte{42}));
  const auto read = read_gus(path);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ((*read)->marks, (std::vector<Mark>{{1, "a"}}));
}

TEST(GusMarks, MarksAreReplacedWhereverTheyAre) {
  GusFile file = GusFile::parse(bytes_of(sample_trace()));
  const auto marks = std::ranges::find_if(file.chunks, [](const GusFile::Part& part) {
    return part.info.section == gus::number(Section::marks);
  });
  std::rotate(file.chunks.begin() + 1, marks, marks + 1);
  const std::string path = path_of("moved.gus");
  store_file(path, file.bytes());
  ASSERT_TRUE(write_marks(path, {{3, "only"}}).ok());
  Trace expected = sample_trace();
  expected.marks = {{3, "only"}};
  EXPECT_EQ(load_file(path), bytes_of(expected));
}

TEST(GusMarks, RecordingsKeepTheirContent) {
  const std::string path = path_of("recording.gus");
  {
    auto file = RecordingFile::create(path, testing::head_with({}));
    ASSERT_TRUE(file.ok()) << file.error().message();
    RecordedTasks tasks;
    testing::add_task(tasks, 0, 1000, 3000);
    file->add_types(std::vector<std::string>{"a"});
    file->add_tasks(LaneId(0), tasks);
    ASSERT_TRUE(file->finish().ok());
  }
  const Trace before = **read_gus(path);
  ASSERT_TRUE(write_marks(path, {{500, "in the middle"}}).ok());
  Trace expected = before;
  expected.marks = {{500, "in the middle"}};
  EXPECT_EQ(**read_gus(path), expected);
}

TEST(GusMarks, BadMarksAndFilesAreRefusedAndChangeNothing) {
  const std::string path = path_of("bad.gus");
  const Bytes bytes = bytes_of(sample_trace());
  store_file(path, bytes);
  EXPECT_EQ(error_of_marks(path, {{5, "b"}, {3, "a"}}),
            path + ": mark 1: expected ascending times, found 3 ns after 5 ns");
  EXPECT_EQ(load_file(path), bytes);
  Bytes cut(bytes.begin(), bytes.end() - 8);
  store_file(path, cut);
  EXPECT_THAT(error_of_marks(path, {}), ::testing::HasSubstr("expected"));
  EXPECT_EQ(load_file(path), cut);
  EXPECT_THAT(error_of_marks(path_of("none.gus"), {}), ::testing::StartsWith(path_of("none.gus")));
}

}  // namespace
}  // namespace gusset::traces
