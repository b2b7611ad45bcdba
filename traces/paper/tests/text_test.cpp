#include "canvas/text.hpp"

#include <gtest/gtest.h>

namespace gusset::paper {
namespace {

TEST(Text, ValidTextIsPrintable) {
  EXPECT_EQ(printable("gemm 5 \xC2\xB5s \xE2\x80\xA6 \xF0\x9F\x93\x90"),
            "gemm 5 \xC2\xB5s \xE2\x80\xA6 \xF0\x9F\x93\x90");
  EXPECT_EQ(printable(""), "");
}

TEST(Text, InvalidBytesAreReplacedOneByOne) {
  const std::string replaced =
      "a\xEF\xBF\xBD"
      "b";
  EXPECT_EQ(printable(std::string("a\0b", 3)), replaced);
  EXPECT_EQ(printable("a\nb"), replaced);
  EXPECT_EQ(printable("a\x7F"
                      "b"),
            replaced);
  EXPECT_EQ(printable("a\xFF"
                      "b"),
            replaced);
  EXPECT_EQ(printable("a\x80"
                      "b"),
            replaced);
  EXPECT_EQ(printable("a\xC3"
                      "b"),
            replaced);  // truncated
  EXPECT_EQ(printable("\xC3"), "\xEF\xBF\xBD");
  EXPECT_EQ(printable("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");  // overlong
  EXPECT_EQ(printable("\xE0\x80\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // a surrogate
  EXPECT_EQ(printable("\xEF\xBF\xBF"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // not an XML character
}

TEST(Text, NonzeroShareIsNotShownAsZero) {
  EXPECT_EQ(percent_digits(0.0), "0.0");
  EXPECT_EQ(percent_digits(0.0004), "<0.1");
  EXPECT_EQ(percent_digits(0.612), "61.2");
  EXPECT_EQ(percent_digits(0.9996), ">99.9");
  EXPECT_EQ(percent_digits(1.0), "100.0");
}

TEST(Text, ShortenedListDropsLastItemsFirst) {
  const std::string list = "measured: 2 workers, 47.2 ms, 94.6 % busy";
  EXPECT_EQ(shortened_list(list, 1000.0, 11.0), list);
  EXPECT_EQ(shortened_list(list, text_width(list, 11.0) - 1.0, 11.0), "measured: 2 workers, 47.2 ms");
  EXPECT_EQ(shortened_list(list, 60.0, 11.0).substr(0, 4), "meas");
}

TEST(Text, LongerTextIsWider) {
  EXPECT_EQ(text_width("", 12.0), 0.0);
  EXPECT_GT(text_width("mm", 12.0), text_width("m", 12.0));
  EXPECT_GT(text_width("m", 24.0), text_width("m", 12.0));
}

TEST(Text, ShortenedTextFitsAndEndsInAnEllipsis) {
  const std::string text = "worker \xC3\xA4\xC3\xB6\xC3\xBC on a machine of a long name";
  EXPECT_EQ(shortened(text, 1000.0, 12.0), text);
  for (double width = 0.0; width < 250.0; width += 3.0) {
    const std::string part = shortened(text, width, 12.0);
    EXPECT_LE(text_width(part, 12.0), width);
    EXPECT_EQ(printable(part), part) << "cut inside a character";
    EXPECT_TRUE(part.empty() || part == text || part.ends_with("\xE2\x80\xA6")) << part;
  }
}

TEST(Text, TitlesShrinkThenDropItemsThenCharacters) {
  const std::string text = "measured: cholesky, 2 workers, 502 ms, 96.4 % busy";
  const auto fitted = [&](double width) { return fitted_title(text, width, 15.0, 11.0); };
  EXPECT_EQ(fitted(1000.0).text, text);
  EXPECT_EQ(fitted(1000.0).size, 15.0);
  const double smaller = text_width(text, 12.0, true);
  EXPECT_EQ(fitted(smaller).text, text);
  EXPECT_EQ(fitted(smaller).size, 12.0);
  const double narrow = text_width(text, 11.0, true) - 1.0;
  EXPECT_EQ(fitted(narrow).text, "measured: cholesky, 2 workers, 502 ms");
  EXPECT_EQ(fitted(narrow).size, 11.0);
  EXPECT_EQ(fitted(text_width("measured: cholesky, ", 11.0, true)).text, "measured: cholesky");
  const std::string letters = fitted(60.0).text;
  EXPECT_LE(text_width(letters, 11.0, true), 60.0);
  EXPECT_TRUE(letters.ends_with("\xE2\x80\xA6")) << letters;
}

}  // namespace
}  // namespace gusset::paper
