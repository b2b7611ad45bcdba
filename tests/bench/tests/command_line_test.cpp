#include "bench/command_line.hpp"

#include <gtest/gtest.h>

namespace gusset::bench {
namespace {

std::string refusal(const std::vector<std::string>& words) {
  CommandLine line(words);
  try {
    line.number_of(line.next());
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "none";
}

TEST(CommandLine, GivesWordsInOrder) {
  CommandLine line({"--json", "--rounds", "3"});
  EXPECT_EQ(line.next(), "--json");
  EXPECT_EQ(line.next(), "--rounds");
  EXPECT_FALSE(line.is_at_end());
  EXPECT_EQ(line.number_of("--rounds"), 3U);
  EXPECT_TRUE(line.is_at_end());
}

TEST(CommandLine, BadNumbersAreRefused) {
  EXPECT_EQ(refusal({"--rounds"}), "--rounds: expected a value, found none");
  for (const char* word : {"0", "-1", "1x", "", "1000001", "99999999999"}) {
    EXPECT_EQ(refusal({"--rounds", word}),
              "--rounds: expected a whole number from 1 to 1000000, found \"" + std::string(word) + "\"");
  }
}

TEST(CommandLine, JoinedPutsCommasBetweenWords) {
  EXPECT_EQ(joined({}), "");
  EXPECT_EQ(joined({"a", "b", "c"}), "a, b, c");
}

}  // namespace
}  // namespace gusset::bench
