#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

namespace gusset::testing {

/// Gives this process its own ::testing::TempDir(), because test programs run in parallel. The destructor
/// deletes the folder. After a failed test it keeps a folder that has files and prints its path.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = ::testing::TempDir() + "gusset-tests-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) {
      std::perror(pattern.c_str());
      return;
    }
    path_ = pattern;
    ::setenv("TEST_TMPDIR", path_.c_str(), 1);
  }
  ~ScratchFolder() {
    if (path_.empty()) return;
    std::error_code ignored;
    if (::testing::UnitTest::GetInstance()->Failed() && !std::filesystem::is_empty(path_, ignored)) {
      std::fprintf(stderr, "the tests left their files in %s\n", path_.c_str());
    } else {
      std::filesystem::remove_all(path_, ignored);
    }
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

 private:
  std::filesystem::path path_;
};

}  // namespace gusset::testing
