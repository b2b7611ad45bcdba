// Files with the bytes of a program's data.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gusset/simulator/predict/data_sizes.hpp"

namespace gusset::simulator {
namespace {

std::string error_of(const std::string& text) {
  const auto sizes = parse_data_sizes(text, "s.txt");
  return sizes.ok() ? "accepted" : sizes.error().message();
}

TEST(DataSizes, HaveHandlesBytesAndNodes) {
  const auto sizes = parse_data_sizes("# tiles\n* 8192\r\n\n 0-3\t100 # four\n12 0 1", "s.txt");
  ASSERT_TRUE(sizes.ok()) << sizes.error().message();
  const std::vector<DataSizes::Entry> expected{{.line = 2, .size_bytes = 8192, .is_all = true},
                                               {.line = 4, .first = 0, .last = 3, .size_bytes = 100},
                                               {.line = 5, .first = 12, .last = 12, .node = NodeId(1)}};
  EXPECT_EQ(sizes->entries, expected);
  EXPECT_EQ(sizes->place_of(sizes->entries.back()), "s.txt:5");
}

TEST(DataSizes, RefusalNamesTheLine) {
  const std::string form = "expected HANDLES BYTES [NODE], such as \"0-63 2097152\" or \"* 8192\", found ";
  EXPECT_EQ(error_of(""), "s.txt: " + form + "no entries");
  EXPECT_EQ(error_of("# nothing\n"), "s.txt: " + form + "no entries");
  EXPECT_EQ(error_of("* 8\n12\n"), "s.txt:2: " + form + "'12'");
  EXPECT_EQ(error_of("1 2 3 4"), "s.txt:1: " + form + "'1 2 3 4'");
  const std::string handles = "s.txt:1: expected handles by number, such as 12, 0-63, or * for all, found ";
  for (const std::string word : {"x", "3-1", "-1", "1-", "4294967295", "0-4294967295"})
    EXPECT_EQ(error_of(word + " 8"), handles + "'" + word + "'");
  EXPECT_EQ(error_of("* 8kB"), "s.txt:1: expected bytes, a whole number from 0 to 1e18, found '8kB'");
  EXPECT_EQ(error_of("* 1000000000000000001"),
            "s.txt:1: expected bytes, a whole number from 0 to 1e18, found '1000000000000000001'");
  EXPECT_EQ(error_of("* 8 -1"), "s.txt:1: expected a node, a whole number from 0, found '-1'");
}

}  // namespace
}  // namespace gusset::simulator
