#include "gusset/base/text_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace gusset {
namespace {

std::filesystem::path temporary(const std::string& name) {
  return std::filesystem::path(::testing::TempDir()) / (name + std::to_string(::getpid()));
}

TEST(TextFile, ReadsWrittenText) {
  const auto path = temporary("text");
  ASSERT_TRUE(write_text(path, "first"));
  ASSERT_TRUE(write_text(path, std::string("second\0line\n", 12)));
  EXPECT_EQ(*read_text(path, 12), std::string("second\0line\n", 12));
  std::filesystem::remove(path);
}

TEST(TextFile, DevicesAreWrittenInPlace) {
  EXPECT_TRUE(write_text("/dev/null", "text"));
  EXPECT_FALSE(std::filesystem::is_regular_file("/dev/null"));
  EXPECT_EQ(write_text("/dev/full", "text").error().message(),
            "/dev/full: expected a file that can be written, found No space left on device");
}

TEST(TextFile, PipesAreReadWholeOrRefused) {
  const auto path = temporary("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto read_what_is_written = [&](std::size_t max_bytes) {
    const std::jthread writer([&] { std::ofstream(path) << "from a pipe"; });
    return read_text(path, max_bytes);
  };
  EXPECT_EQ(*read_what_is_written(11), "from a pipe");
  EXPECT_EQ(read_what_is_written(10).error().message(),
            path.string() + ": expected at most 10 bytes, found more");
  EXPECT_EQ(read_text(path).error().message(),
            path.string() + ": expected a file that can be read, found a pipe without a writer");
  std::filesystem::remove(path);
}

TEST(TextFile, CopiesOfPipesCanBeReadAgain) {
  const auto path = temporary("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::string text(200'000, 'x');
  const auto copy = [&] {
    const std::jthread writer([&] { std::ofstream(path) << text; });
    return copy_pipe(path);
  }();
  ASSERT_TRUE(copy.ok());
  for (int i = 0; i < 2; ++i) EXPECT_EQ(*read_text("/dev/fd/" + std::to_string(*copy)), text);
  ::close(*copy);
  EXPECT_EQ(copy_pipe(path).error().found, "a pipe without a writer");
  std::filesystem::remove(path);
}

TEST(TextFile, LinksAreFollowed) {
  const auto folder = temporary("links");
  std::filesystem::create_directories(folder / "there");
  std::filesystem::create_symlink(folder / "there" / "file", folder / "link");
  EXPECT_TRUE(check_writable(folder / "link"));
  EXPECT_TRUE(write_text(folder / "link", "text"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(*read_text(folder / "there" / "file"), "text");
  std::filesystem::create_symlink(folder / "gone" / "file", folder / "lost");
  EXPECT_EQ(check_writable(folder / "lost").error(), write_text(folder / "lost", "text").error());
  EXPECT_EQ(check_writable(folder / "lost").error().found, "No such file or directory");
  std::filesystem::create_symlink("/dev/full", folder / "full");
  EXPECT_TRUE(check_writable(folder / "full"));
  EXPECT_EQ(write_text(folder / "full", "text").error().found, "No space left on device");
  std::filesystem::remove_all(folder);
}

TEST(TextFile, CheckWritableReportsUnwritablePaths) {
  EXPECT_TRUE(check_writable(temporary("new")));
  EXPECT_FALSE(std::filesystem::exists(temporary("new")));
  EXPECT_EQ(check_writable("/no/such/x").error().message(),
            "/no/such/x: expected a file that can be written, found No such file or directory");
  EXPECT_EQ(check_writable("/dev/null/x").error().message(),
            "/dev/null/x: expected a file that can be written, found Not a directory");
  EXPECT_EQ(check_writable("/tmp").error().message(),
            "/tmp: expected a file that can be written, found Is a directory");
  EXPECT_EQ(check_writable("").error().message(),
            ": expected a file that can be written, found Is a directory");
}

TEST(TextFile, FailedWriteKeepsTheOldFile) {
  const auto folder = temporary("folder");
  std::filesystem::create_directory(folder);
  const auto path = folder / "x";
  std::ofstream(path) << "old";
  // A directory occupies the path of the temporary file.
  std::filesystem::create_directory(folder / ("x.part" + std::to_string(::getpid())));
  EXPECT_FALSE(write_text(path, "new"));
  EXPECT_EQ(*read_text(path), "old");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace gusset
