#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

namespace gusset::testing {

/// Makes ::testing::TempDir() a folder of this process alone, as tests run beside each other. It goes with
/// the object, unless a test failed: then it stays, and where is printed.
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
      std::fprintf(stderr, "the tests' files are left in %s\n", path_.c_str());
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
