#include "output/output_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "output/errors.hpp"
#include "run_program.hpp"

namespace gusset::cli {
namespace {

using gusset::testing::read_text;
using gusset::testing::TestFolder;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(OutputFile, AppearsOnlyWhenCommitted) {
  const TestFolder folder;
  {
    OutputFile file(folder.file("t.txt"));
    EXPECT_FALSE(file.is_written());
    file.write("new");
    EXPECT_TRUE(file.is_written());
    EXPECT_FALSE(std::filesystem::exists(folder.file("t.txt")));
    EXPECT_THAT(file.commit(), ElementsAre(folder.file("t.txt")));
  }
  EXPECT_EQ(read_text(folder.file("t.txt")), "new");
  EXPECT_THAT(folder.names(), ElementsAre("t.txt"));
}

TEST(OutputFile, KeepsTheOldFileWithoutCommit) {
  const TestFolder folder;
  folder.write("t.txt", "old");
  {
    OutputFile file(folder.file("t.txt"));
    file.write("new");
  }
  EXPECT_EQ(read_text(folder.file("t.txt")), "old");
  EXPECT_THAT(folder.names(), ElementsAre("t.txt"));
}

TEST(OutputFile, PendingHasTheExtensionAndIsNextToTheTarget) {
  const TestFolder folder;
  const OutputFile file(folder.file("t.svg"));
  EXPECT_EQ(file.pending().extension(), ".svg");
  EXPECT_EQ(file.pending().parent_path().parent_path(), std::filesystem::canonical(folder.path()));
}

TEST(OutputFile, CommitMovesFurtherFilesToo) {
  const TestFolder folder;
  OutputFile file(folder.file("t.gus"));
  file.write("one");
  std::ofstream(file.pending().parent_path() / "t.2.gus") << "two";
  EXPECT_THAT(file.commit(), ElementsAre(folder.file("t.gus"), folder.file("t.2.gus")));
  EXPECT_EQ(read_text(folder.file("t.2.gus")), "two");
}

TEST(OutputFile, FollowsLinksInsteadOfReplacingThem) {
  const TestFolder folder;
  folder.write("target", "old");
  std::filesystem::create_symlink(folder.file("target"), folder.file("link"));
  OutputFile file(folder.file("link"));
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(read_text(folder.file("target")), "new");
}

TEST(OutputFile, RejectsDevicesAndFolders) {
  const TestFolder folder;
  EXPECT_THROW(OutputFile("/dev/null"), Failure);
  EXPECT_THROW(OutputFile(folder.path()), Failure);
  EXPECT_THROW(OutputFile(folder.file("")), Failure);
}

TEST(OutputFile, ReportsAMissingFolder) {
  const TestFolder folder;
  try {
    OutputFile file(folder.file("no/t.gus"));
    FAIL() << "accepted";
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.what(),
              folder.file("no/t.gus") + ": expected a writable file, found \"No such file or directory\"");
    EXPECT_EQ(failure.exit_status(), 1);
  }
}

TEST(TemporaryFolder, IsEmptyThenRemovedWithItsContents) {
  const TestFolder parent;
  {
    const TemporaryFolder folder(parent.path(), "x-");
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    std::ofstream(folder.path() / "file") << "contents";
  }
  EXPECT_THAT(parent.names(), IsEmpty());
}

}  // namespace
}  // namespace gusset::cli
