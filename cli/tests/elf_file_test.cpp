#include "programs/elf_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "run_program.hpp"

namespace gusset::cli {
namespace {

TEST(ElfFile, ProgramHasInterpreterAndImports) {
  const auto own = read_elf("/proc/self/exe");
  ASSERT_TRUE(own.has_value());
  EXPECT_TRUE(own->is_dynamic);
  EXPECT_TRUE(own->interpreter.starts_with("/lib")) << own->interpreter;
  EXPECT_TRUE(own->imports.contains("elf_begin"));
  EXPECT_FALSE(own->exports.contains("elf_begin"));
}

TEST(ElfFile, LibraryHasExportsButNoInterpreter) {
  const auto library = read_elf("/lib/x86_64-linux-gnu/libelf.so.1");
  if (!library) GTEST_SKIP() << "needs Debian's libelf for x86-64";
  EXPECT_TRUE(library->interpreter.empty());
  EXPECT_TRUE(library->exports.contains("elf_begin"));
}

TEST(ElfFile, OtherFilesGiveNothing) {
  const testing::TestFolder folder;
  EXPECT_FALSE(read_elf(folder.file("missing")).has_value());
  EXPECT_FALSE(read_elf(folder.write("script", "#!/bin/sh\n")).has_value());
  EXPECT_FALSE(read_elf(folder.write("empty", "")).has_value());
  EXPECT_FALSE(read_elf(folder.path()).has_value());
}

TEST(ElfFile, SurvivesTruncatedFiles) {
  const testing::TestFolder folder;
  std::string begin(100000, '\0');  // of a program that may be very large
  ASSERT_TRUE(std::ifstream("/proc/self/exe", std::ios::binary).read(begin.data(), 100000));
  for (const std::size_t length : {4U, 20U, 63U, 64U, 200U, 5000U, 100000U}) {
    const auto cut = read_elf(folder.write("cut", begin.substr(0, length)));
    // The section headers are at the end of the file.
    EXPECT_TRUE(!cut || cut->imports.empty()) << length;
  }
}

}  // namespace
}  // namespace gusset::cli
