#include "gusset/base/quoting.hpp"

#include <gtest/gtest.h>

namespace gusset {
namespace {

TEST(Printable, ControlCharactersAreEscaped) {
  EXPECT_EQ(printable("\x1b[31mred\x1b[2J"), "\\x1b[31mred\\x1b[2J");
  EXPECT_EQ(printable(std::string_view("a\0b\x7f\r\n\t", 7)), "a\\x00b\\x7f\\r\\n\\t");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\x9b31m");  // one character that terminals take for ESC [
}

TEST(Printable, BidirectionalControlsAreEscaped) {
  EXPECT_EQ(printable("a\u202eb\u202ac\u2066d\u2069e\u200ef\u200f"),
            "a\\u202eb\\u202ac\\u2066d\\u2069e\\u200ef\\u200f");
}

TEST(Printable, LineSeparatorsAndOldFormatControlsAreEscaped) {
  EXPECT_EQ(printable("a\u0085b\u2028c\u2029d\u061ce\u206a"), "a\\x85b\\u2028c\\u2029d\\u061ce\\u206a");
}

TEST(Printable, InvalidUtf8IsEscaped) {
  EXPECT_EQ(printable("\xff µ \x9b \xe2\x80"), "\\xff µ \\x9b \\xe2\\x80");
}

TEST(Printable, OrdinaryTextIsUnchanged) {
  EXPECT_EQ(printable("3 µs × π, \"q\" \\ “…” \u200b"), "3 µs × π, \"q\" \\ “…” \u200b");
}

TEST(Printable, LinesKeepTheirLineFeeds) {
  EXPECT_EQ(printable_lines("a\nb\x1b\n"), "a\nb\\x1b\n");
}

TEST(Printable, EscapedJsonIsTheSameDocument) {
  EXPECT_EQ(printable_json("{\n  \"a\x7f\": \"\u009b \u202e µ\"\n}\n"),
            "{\n  \"a\\u007f\": \"\\u009b \\u202e µ\"\n}\n");
}

TEST(CsvCell, QuotesOnlyTextsThatNeedIt) {
  EXPECT_EQ(csv_cell("a b;c"), "a b;c");
  EXPECT_EQ(csv_cell("say \"x\",\n"), "\"say \"\"x\"\",\n\"");
}

TEST(XmlEscaped, EndsNeitherTextNorAttribute) {
  EXPECT_EQ(xml_escaped("<b a=\"1\">x & y</b>"), "&lt;b a=&quot;1&quot;&gt;x &amp; y&lt;/b&gt;");
  EXPECT_EQ(xml_escaped("plain ÿ"), "plain ÿ");
}

TEST(ShellText, QuotesOnlyWordsThatNeedIt) {
  EXPECT_EQ(shell_text("gusset", {"replay", "a b.gus", "--scale", "it's=2", ""}),
            "gusset replay 'a b.gus' --scale 'it'\\''s=2' ''");
  EXPECT_EQ(shell_text("/usr/bin/gusset", {"--platform", "4:2::5e-06:1e+10", "$HOME"}),
            "/usr/bin/gusset --platform 4:2::5e-06:1e+10 '$HOME'");
}

}  // namespace
}  // namespace gusset
