#include "gusset/base/utf8.hpp"

#include <gtest/gtest.h>

namespace gusset {
namespace {

const std::string replacement = "\xef\xbf\xbd";

TEST(Utf8, ValidTextIsUnchanged) {
  for (const std::string text :
       {"", "plain", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbf",
        "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "a\xc3\xa9z"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
    EXPECT_EQ(to_utf8(text), text);
  }
}

TEST(Utf8, InvalidBytesAreDetected) {
  for (const std::string text : {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80",
                                 "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xc3",
                                 "\xe2\x82", "\xf0\x9f\x98", "\xc3z", "\xe2z\x82"}) {
    EXPECT_FALSE(is_utf8(text));
    EXPECT_TRUE(is_utf8(to_utf8(text)));
    EXPECT_NE(to_utf8(text), text);
  }
}

TEST(Utf8, EachInvalidByteIsReplaced) {
  EXPECT_EQ(to_utf8("a\xff\xfe"
                    "b"),
            "a" + replacement + replacement + "b");
  EXPECT_EQ(to_utf8("\xc3"
                    "a"),
            replacement + "a");
  EXPECT_EQ(to_utf8("\xe2\x82"), replacement + replacement);
}

TEST(Utf8, CountsCharacters) {
  EXPECT_EQ(character_count(""), 0u);
  EXPECT_EQ(character_count("V1,V2,…"), 7u);
  EXPECT_EQ(character_count("é"), 1u);
}

TEST(Utf8, BeginningEndsBetweenCharacters) {
  EXPECT_EQ(beginning("ab", 2), "ab");
  EXPECT_EQ(beginning("abc", 2), "ab");
  EXPECT_EQ(beginning("aéb", 2), "a");
  EXPECT_EQ(beginning("aéb", 3), "aé");
  EXPECT_EQ(beginning("…", 2), "");
}

}  // namespace
}  // namespace gusset
