#include "gusset/base/text.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace gusset {
namespace {

TEST(Text, NumbersMustFillTheWholeText) {
  EXPECT_EQ(parse_number<unsigned>("0"), 0U);
  EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551615"), ~std::uint64_t{0});
  EXPECT_EQ(parse_number<int>("-7"), -7);
  EXPECT_EQ(parse_number<double>("1e3"), 1000.0);
  for (const char* const text : {"", " 1", "1 ", "+1", "-1", "1x", "0x10", "4294967296"})
    EXPECT_EQ(parse_number<unsigned>(text), std::nullopt) << text;
}

TEST(Text, TrimmedKeepsBlanksBetweenWords) {
  EXPECT_EQ(trimmed(" \t one two\r"), "one two");
  EXPECT_EQ(trimmed(" \r"), "");
}

TEST(Text, DoubleQuotedAddsQuotes) {
  EXPECT_EQ(double_quoted("a b"), "\"a b\"");
}

TEST(Text, JoinedPutsASeparatorBetweenWords) {
  EXPECT_EQ(joined({}), "");
  EXPECT_EQ(joined(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(joined(std::vector<std::string>{"", "b", "c"}), ", b, c");
  EXPECT_EQ(joined(std::vector<std::string>{"a", "b"}, " or "), "a or b");
}

TEST(Text, LowerCaseChangesOnlyAscii) {
  EXPECT_EQ(lower_case("GEMM(1,Ü)"), "gemm(1,Ü)");
}

}  // namespace
}  // namespace gusset
