#include "gusset/base/text_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace gusset {
namespace {

std::filesystem::path temporary(const std::string& name) {
  return std::filesystem::path(::testing::TempDir()) / (name + std::to_string(::getpid()));
}

TEST(TextFile, ReadsWhatWasWritten) {
  const auto path = temporary("text");
  ASSERT_TRUE(write_text(path, "first"));
  ASSERT_TRUE(write_text(path, std::string("second\0line\n", 12)));
  EXPECT_EQ(*read_text(path, 12), std::string("second\0line\n", 12));
  std::filesystem::remove(path);
}

TEST(TextFile, ADeviceIsWrittenInPlace) {
  EXPECT_TRUE(write_text("/dev/null", "text"));
  EXPECT_FALSE(std::filesystem::is_regular_file("/dev/null"));
  EXPECT_EQ(write_text("/dev/full", "text").error().message(),
            "/dev/full: expected a file that can be written, found No space left on device");
}

TEST(TextFile, APipeIsRefusedInsteadOfWaitedFor) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto read = read_text(path, 100);
  std::filesystem::remove(path);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message(), path.string() + ": expected a file that can be read, found a pipe");
}

TEST(TextFile, WhatCannotBeWrittenIsKnownBefore) {
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

TEST(TextFile, AFailedWriteLeavesTheOldFile) {
  const auto folder = temporary("folder");
  std::filesystem::create_directory(folder);
  const auto path = folder / "x";
  std::ofstream(path) << "old";
  // A folder stands where the new file would be put together.
  std::filesystem::create_directory(folder / ("x.part" + std::to_string(::getpid())));
  EXPECT_FALSE(write_text(path, "new"));
  EXPECT_EQ(*read_text(path), "old");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace gusset
