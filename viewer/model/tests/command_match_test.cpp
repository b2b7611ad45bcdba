#include "gusset/viewer/model/document/command_match.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

using Places = std::vector<std::size_t>;

TEST(CommandMatch, LettersMustBeInOrder) {
  EXPECT_TRUE(match_score("zmn", "Zoom in"));
  EXPECT_FALSE(match_score("niz", "Zoom in"));
  EXPECT_FALSE(match_score("zoomm", "Zoom in"));
}

TEST(CommandMatch, WordsMayBeInAnyOrder) {
  EXPECT_TRUE(match_score("in zoom", "Zoom in"));
  EXPECT_TRUE(match_score("  ", "Zoom in"));
}

TEST(CommandMatch, WordStartsScoreHigherThanInnerLetters) {
  EXPECT_GT(*match_score("zi", "Zoom in"), *match_score("zi", "Resizing"));
  EXPECT_GT(*match_score("zoom", "Zoom in"), *match_score("zoom", "Zap or open mail"));
}

TEST(CommandMatch, ScoresTheBestWayToMatch) {
  // The first "s" is a poor start for "sel"; the word "selection" is a good one.
  EXPECT_GT(*match_score("sel", "Also selection"), *match_score("sel", "Also see all"));
}

TEST(CommandMatch, EnabledCommandsComeFirst) {
  const std::vector<Command> commands{{"Zoom in", "View", false}, {"Azimuth", "View", true}};
  EXPECT_EQ(matching_commands(commands, "z"), (Places{1, 0}));
  EXPECT_EQ(matching_commands(commands, ""), (Places{1, 0}));
}

TEST(CommandMatch, MenuScoresLessThanName) {
  const std::vector<Command> commands{{"Colour by type", "View"}, {"View all", "Go"}, {"Quit", "File"}};
  EXPECT_EQ(matching_commands(commands, "view"), (Places{1, 0}));
  EXPECT_EQ(matching_commands(commands, "view colour"), (Places{0}));
}

TEST(CommandMatch, PrefixScoresHigherThanInnerWord) {
  const std::vector<Command> commands{
      {"Next critical task", ""}, {"Panels: Critical path", ""}, {"Critical path", ""}};
  EXPECT_EQ(matching_commands(commands, "crit"), (Places{2, 1, 0}));
  EXPECT_EQ(matching_commands(commands, " critical  p"), (Places{2, 1}));
}

TEST(CommandMatch, TiesKeepTheirOrder) {
  const std::vector<Command> commands{{"Undo", ""}, {"Undo", ""}};
  EXPECT_EQ(matching_commands(commands, "u"), (Places{0, 1}));
}

}  // namespace
}  // namespace gusset::viewer
