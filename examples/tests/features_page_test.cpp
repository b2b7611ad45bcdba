#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

namespace fs = std::filesystem;
const fs::path source(GUSSET_SOURCE_DIR);

std::string pages() {
  std::string text;
  for (const char* page : {"features.md", "loops.md", "skeleton.md", "task_graphs.md"})
    text += read_text(source / "docs" / page);
  return text;
}

std::string without_code(const std::string& page) {
  std::string text;
  std::istringstream lines(page);
  bool is_code = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) is_code = !is_code;
    if (!is_code) text += line + '\n';
  }
  return text;
}

TEST(FeaturesPage, NamesEveryExample) {
  const std::string page = read_text(source / "docs/features.md");
  int examples = 0;
  for (const auto& entry : fs::directory_iterator(source / "examples")) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_directory() || name == "tests" || name == "common") continue;
    ++examples;
    EXPECT_NE(page.find("examples/" + name + "/"), std::string::npos) << name;
  }
  EXPECT_GT(examples, 10);
}

TEST(FeaturesPage, HasNoBrokenLinks) {
  const std::string page = without_code(pages());
  int links = 0;
  for (std::size_t at = page.find("]("); at != std::string::npos; at = page.find("](", at + 1)) {
    const std::string target = page.substr(at + 2, page.find_first_of(")#", at) - at - 2);
    if (target.empty() || target.starts_with("http")) continue;
    ++links;
    EXPECT_TRUE(fs::exists(source / "docs" / target)) << target;
  }
  EXPECT_GT(links, 10);
}

TEST(FeaturesPage, ShowsCodeOfTheExamples) {
  std::string programs;
  for (const auto& entry : fs::recursive_directory_iterator(source / "examples")) {
    if (entry.path().extension() == ".cpp") programs += read_text(entry.path());
  }
  std::istringstream page(pages());
  int lines = 0;
  bool is_code = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      is_code = line == "```cpp";
    } else if (is_code) {
      ++lines;
      EXPECT_NE(programs.find('\n' + line + '\n'), std::string::npos) << line;
    }
  }
  EXPECT_GT(lines, 10);
}

}  // namespace
}  // namespace gusset::testing
