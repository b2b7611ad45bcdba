#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

std::string text_of(const std::string& name) {
  std::ifstream file(std::filesystem::path(GUSSET_SOURCE_DIR) / name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Returns a file's text without the comment at its top.
std::string without_heading(const std::string& text) {
  std::istringstream lines(text);
  std::string rest;
  bool heading = true;
  for (std::string line; std::getline(lines, line);) {
    heading = heading && line.starts_with("//");
    if (!heading) rest += line + '\n';
  }
  return rest;
}

TEST(Readme, FirstProgramIsTheExample) {
  const std::string readme = text_of("README.md");
  const std::string fence = "```cpp\n";
  const std::size_t begin = readme.find(fence);
  ASSERT_NE(begin, std::string::npos);
  const std::size_t end = readme.find("```", begin + fence.size());
  ASSERT_NE(end, std::string::npos);
  EXPECT_EQ(readme.substr(begin + fence.size(), end - begin - fence.size()),
            without_heading(text_of("examples/hello/hello_tiles.cpp")));
}

TEST(Readme, StartsWithAnExistingPicture) {
  const std::string readme = text_of("README.md");
  ASSERT_TRUE(readme.starts_with("!["));
  const std::size_t begin = readme.find("](") + 2;
  const std::string picture = readme.substr(begin, readme.find(')', begin) - begin);
  EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(GUSSET_SOURCE_DIR) / picture)) << picture;
}

}  // namespace
