#include "gusset/viewer/model/document/scratch_folder.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

class ScratchFolderTest : public ::testing::Test {
 protected:
  ScratchFolderTest() { std::filesystem::create_directories(parent_); }
  ~ScratchFolderTest() override { std::filesystem::remove_all(parent_); }
  std::ptrdiff_t folders() const {
    return std::distance(std::filesystem::directory_iterator(parent_), std::filesystem::directory_iterator());
  }

  std::filesystem::path parent_ = testing::temporary("gusset_scratch_test");
};

TEST_F(ScratchFolderTest, DestructorRemovesTheFolderAndItsContents) {
  {
    auto folder = ScratchFolder::make(parent_);
    ASSERT_TRUE(folder) << folder.error().message();
    std::ofstream(folder->path() / "file") << "text";
    EXPECT_EQ(folders(), 1);
  }
  EXPECT_EQ(folders(), 0);
}

TEST_F(ScratchFolderTest, FoldersAreDistinctAndSurviveMoves) {
  auto one = ScratchFolder::make(parent_);
  auto two = ScratchFolder::make(parent_);
  ASSERT_TRUE(one);
  ASSERT_TRUE(two);
  EXPECT_NE(one->path(), two->path());
  ScratchFolder kept = std::move(one).value();
  EXPECT_TRUE(std::filesystem::is_directory(kept.path()));
  EXPECT_EQ(folders(), 2);
}

TEST_F(ScratchFolderTest, NextFolderRemovesThoseOfCrashedProcesses) {
  const pid_t child = fork();
  if (child == 0) {
    auto folder = ScratchFolder::make(parent_);
    std::ofstream(folder->path() / "file") << "text" << std::flush;
    _exit(0);  // no destructor runs
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(folders(), 1);
  const auto folder = ScratchFolder::make(parent_);
  ASSERT_TRUE(folder);
  EXPECT_EQ(folders(), 1);
  EXPECT_TRUE(std::filesystem::is_directory(folder->path()));
}

TEST_F(ScratchFolderTest, OtherFoldersStay) {
  std::filesystem::create_directory(parent_ / "gusset-viewer-being-made");
  std::filesystem::create_directory(parent_ / "something else");
  const auto folder = ScratchFolder::make(parent_);
  ASSERT_TRUE(folder);
  EXPECT_EQ(folders(), 3);
}

TEST_F(ScratchFolderTest, MissingParentFailsInOneLine) {
  const auto folder = ScratchFolder::make(parent_ / "missing");
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().message(), (parent_ / "missing").string() +
                                          ": expected a folder that can be written, found No such file or "
                                          "directory");
}

}  // namespace
}  // namespace gusset::viewer
