#include "gusset/viewer/model/document/source_location.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;

TEST(SourceLocation, ParsedFromOpenMpTypeNames) {
  EXPECT_EQ(source_location("lu.c:69"), (SourceLocation{"lu.c", 69}));
  EXPECT_EQ(source_location("lu.c:69 update"), (SourceLocation{"lu.c", 69}));
  EXPECT_EQ(source_location("C:/lu.cpp:7 tiles::add<double>"), (SourceLocation{"C:/lu.cpp", 7}));
  EXPECT_EQ(source_location("parallel lu.c:49"), (SourceLocation{"lu.c", 49}));
  EXPECT_EQ(source_location("taskwait /a b/lu.cpp:7"), (SourceLocation{"/a b/lu.cpp", 7}));
  EXPECT_EQ(source_location("lu.c:41+0x2f4"), (SourceLocation{"lu.c", 41}));
}

TEST(SourceLocation, OtherNamesHaveNone) {
  for (const char* name : {"gemm", "serial", "factorize+0x2f4", "std::sort:3", "phase:2", "lu.c:", "lu.c:x",
                           "lu.c:0", "lu.c:4x", ":4", "a.b/c:3"}) {
    EXPECT_FALSE(source_location(name)) << name;
  }
}

TEST(SourceLocation, FindsAFileBelowAFolder) {
  const std::filesystem::path folder = testing::temporary("source_location_test");
  std::filesystem::create_directories(folder / "one" / "two");
  std::filesystem::create_directories(folder / ".hidden");
  std::ofstream(folder / "one" / "two" / "lu.c") << "int x;\n";
  std::ofstream(folder / ".hidden" / "only.c") << "int x;\n";
  EXPECT_EQ(find_source({"lu.c", 1}, {folder}), folder / "one" / "two" / "lu.c");
  EXPECT_EQ(find_source({"two/lu.c", 1}, {folder / "one"}), folder / "one" / "two" / "lu.c");
  EXPECT_EQ(find_source({(folder / "one" / "two" / "lu.c").string(), 1}, {}),
            folder / "one" / "two" / "lu.c");
  EXPECT_FALSE(find_source({"only.c", 1}, {folder}));
  EXPECT_FALSE(find_source({"lu.c", 1}, {folder / "missing"}));
  EXPECT_FALSE(find_source({"lu.c", 1}, {folder}, 1)) << "the search is limited";
  std::filesystem::remove_all(folder);
}

TEST(SourceLocation, EachEditorGetsTheLineInItsOwnSyntax) {
  const std::filesystem::path file = "/a b/lu.c";
  EXPECT_THAT(editor_command({"gvim"}, "", file, 7), ElementsAre("gvim", "+7", "/a b/lu.c"));
  EXPECT_THAT(editor_command({"/usr/bin/code", "-n"}, "", file, 7),
              ElementsAre("/usr/bin/code", "-n", "--goto", "/a b/lu.c:7"));
  EXPECT_THAT(editor_command({"kate"}, "", file, 7), ElementsAre("kate", "--line", "7", "/a b/lu.c"));
  EXPECT_THAT(editor_command({"subl"}, "", file, 7), ElementsAre("subl", "/a b/lu.c:7"));
  EXPECT_THAT(editor_command({"vim"}, "xterm", file, 7),
              ElementsAre("xterm", "-e", "vim", "+7", "/a b/lu.c"));
  EXPECT_THAT(editor_command({"emacs", "-nw"}, "xterm", file, 7),
              ElementsAre("xterm", "-e", "emacs", "-nw", "+7", "/a b/lu.c"));
  EXPECT_THAT(editor_command({"vim"}, "", file, 7), ElementsAre("xdg-open", "/a b/lu.c"));
  EXPECT_THAT(editor_command({}, "xterm", file, 7), ElementsAre("xdg-open", "/a b/lu.c"));
}

TEST(EditorCommand, PlaceholdersReplaceTheUsualArguments) {
  EXPECT_EQ(editor_command({"code", "-r", "-g", "{file}:{line}"}, "", "/a b/lu.c", 69),
            (std::vector<std::string>{"code", "-r", "-g", "/a b/lu.c:69"}));
  EXPECT_EQ(editor_command({"vim", "+{line}", "{file}"}, "xterm", "lu.c", 7),
            (std::vector<std::string>{"xterm", "-e", "vim", "+7", "lu.c"}));
}

}  // namespace
}  // namespace gusset::viewer
