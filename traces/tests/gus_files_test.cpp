#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "gus_file.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "sample_trace.hpp"

namespace gusset::traces {
namespace {

namespace fs = std::filesystem;
using testing::bytes_of;
using testing::load_file;
using testing::sample_trace;
using testing::store_file;

/// Each test has a new directory, which is removed afterwards.
class GusFiles : public ::testing::Test {
 protected:
  GusFiles() {
    std::string pattern = ::testing::TempDir() + "gusXXXXXX";
    directory_ = ::mkdtemp(pattern.data());
  }
  ~GusFiles() override { fs::remove_all(directory_); }
  fs::path path(const std::string& name) const { return directory_ / name; }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory_)) names.push_back(entry.path().filename());
    return names;
  }

 private:
  fs::path directory_;
};

TEST_F(GusFiles, WrittenFileCanBeRead) {
  ASSERT_TRUE(write_gus(sample_trace(), path("t.gus")).ok());
  const auto read = read_gus(path("t.gus"));
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(**read, sample_trace());
  EXPECT_EQ(load_file(path("t.gus")), bytes_of(sample_trace()));
}

TEST_F(GusFiles, WritingLeavesNoTemporaryFiles) {
  ASSERT_TRUE(write_gus(sample_trace(), path("t.gus")).ok());
  ASSERT_TRUE(write_gus(sample_trace(), path("t.gus")).ok());
  EXPECT_THAT(files(), ::testing::ElementsAre("t.gus"));
}

TEST_F(GusFiles, WritingThroughASymlinkReplacesItsTarget) {
  ASSERT_TRUE(write_gus(Trace{}, path("t.gus")).ok());
  fs::create_symlink(path("t.gus"), path("link.gus"));
  ASSERT_TRUE(write_gus(sample_trace(), path("link.gus")).ok());
  EXPECT_TRUE(fs::is_symlink(path("link.gus")));
  EXPECT_EQ(load_file(path("t.gus")), bytes_of(sample_trace()));
}

TEST_F(GusFiles, NewFileHasTheUsualPermissions) {
  const mode_t mask = ::umask(022);
  ASSERT_TRUE(write_gus(Trace{}, path("t.gus")).ok());
  ::umask(mask);
  EXPECT_EQ(fs::status(path("t.gus")).permissions(), static_cast<fs::perms>(0644));
}

TEST_F(GusFiles, RelativePathIsWritten) {
  const fs::path before = fs::current_path();
  fs::current_path(path("."));
  const bool ok = write_gus(Trace{}, "t.gus").ok();
  fs::current_path(before);
  EXPECT_TRUE(ok);
  EXPECT_THAT(files(), ::testing::ElementsAre("t.gus"));
}

TEST_F(GusFiles, MissingFileIsRefused) {
  const auto read = read_gus(path("none.gus"));
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(
      read.error().message(),
      path("none.gus").string() + ": expected a readable .gus file, found \"No such file or directory\"");
}

TEST_F(GusFiles, EmptyFileIsRefused) {
  store_file(path("t.gus"), {});
  EXPECT_EQ(read_gus(path("t.gus")).error().found, "an empty file");
}

TEST_F(GusFiles, DirectoryIsRefused) {
  EXPECT_EQ(read_gus(path(".")).error().message(),
            path(".").string() + ": expected a .gus file, found a directory");
}

TEST_F(GusFiles, PipeIsRefusedWithoutWaiting) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_gus(path("pipe")).error().found, "a pipe");
}

TEST_F(GusFiles, DeviceIsRefused) {
  EXPECT_EQ(read_gus("/dev/null").error().found, "a device");
}

TEST_F(GusFiles, UnwritablePathIsRefusedWithTheReason) {
  const auto error = [&](const fs::path& to) {
    const auto done = write_gus(sample_trace(), to);
    return done ? "" : done.error().message();
  };
  const std::string expected = ": expected a file that can be written, found ";
  EXPECT_EQ(error(path("none/t.gus")),
            path("none/t.gus").string() + expected + "\"No such file or directory\"");
  EXPECT_EQ(error(path(".")), path(".").string() + expected + "\"Is a directory\"");
  EXPECT_EQ(error(path("none") / ""), (path("none") / "").string() + expected + "\"Is a directory\"");
  EXPECT_EQ(error(""), expected + "\"No such file or directory\"");
  store_file(path("file"), {});
  EXPECT_EQ(error(path("file/t.gus")), path("file/t.gus").string() + expected + "\"Not a directory\"");
  EXPECT_THAT(files(), ::testing::ElementsAre("file"));
}

TEST_F(GusFiles, DirectoryWithoutPermissionIsRefused) {
  fs::permissions(path("."), fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_exec);
  const uid_t user = ::geteuid();
  constexpr uid_t nobody = 65534;  // the superuser may write anywhere
  ASSERT_EQ(::seteuid(user == 0 ? nobody : user), 0);
  const auto done = write_gus(sample_trace(), path("t.gus"));
  ASSERT_EQ(::seteuid(user), 0);
  fs::permissions(path("."), fs::perms::owner_all);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().found, "\"Permission denied\"");
}

TEST_F(GusFiles, FullDiskIsReportedAndTheDeviceRemains) {
  const auto done = write_gus(sample_trace(), "/dev/full");
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().message(),
            "/dev/full: expected a file that can be written, found \"No space left on device\"");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(GusFiles, FailedWriteKeepsTheOldFile) {
  ASSERT_TRUE(write_gus(sample_trace(), path("t.gus")).ok());
  Trace invalid = sample_trace();
  invalid.tasks.type[0] = TypeId(99);
  EXPECT_EQ(write_gus(invalid, path("t.gus")).error().message(),
            path("t.gus").string() + ": task 0: expected a type below 3, found 99");
  EXPECT_EQ(load_file(path("t.gus")), bytes_of(sample_trace()));
  EXPECT_THAT(files(), ::testing::ElementsAre("t.gus"));
}

/// Large enough for its tables to be decoded in parallel.
Trace large_trace() {
  constexpr std::size_t tasks = 300'000;
  constexpr std::size_t lanes = 3;
  Trace trace;
  trace.types = {"a", "b"};
  trace.nodes.resize(1);
  trace.workers.push_back({NodeId(0), "w"});
  for (std::size_t lane = 0; lane < lanes; ++lane) trace.lanes.push_back({WorkerId(0), {}});
  for (std::size_t i = 0; i < tasks; ++i) {
    trace.tasks.type.emplace_back(i % 2);
    const auto begin_ns = static_cast<std::int64_t>(3 * i);
    trace.lanes[i % lanes].spans.push_back(begin_ns, begin_ns + 3, TaskId(i), SpanKind::run);
  }
  return trace;
}

TEST_F(GusFiles, LargeTraceSurvives) {
  const Trace trace = large_trace();
  ASSERT_TRUE(write_gus(trace, path("large.gus")).ok());
  const auto read = read_gus(path("large.gus"));
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(**read, trace);
}

TEST_F(GusFiles, FirstOfSeveralFlawsIsReportedDeterministically) {
  const auto bytes = bytes_of(large_trace());
  auto damaged = testing::GusFile::parse(bytes);
  std::vector<std::size_t> spans;
  for (std::size_t i = 0; i < damaged.chunks.size(); ++i) {
    if (gus::Section{damaged.chunks[i].info.section} == gus::Section::spans) spans.push_back(i);
  }
  ASSERT_GT(spans.size(), 4U);
  const auto damage = [&](std::size_t chunk) {
    auto& part = damaged.chunks[chunk];
    part.payload = testing::raw_column(gus::Column::begin, 8, 0, 0,
                                       std::vector<std::uint64_t>(part.info.rows, std::uint64_t{1} << 63));
    part.info.payload_bytes = part.payload.size();
  };
  damage(spans.back());
  const std::string last = testing::error_of(damaged.bytes());
  ASSERT_FALSE(last.empty());
  damage(spans[1]);
  const std::string first = testing::error_of(damaged.bytes());
  EXPECT_NE(first, last);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(testing::error_of(damaged.bytes()), first);
}

}  // namespace
}  // namespace gusset::traces
