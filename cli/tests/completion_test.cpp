// Tests that bash completes what the commands accept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "gusset_call.hpp"

namespace gusset::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The completions that bash offers for the last word, which is at the cursor.
std::vector<std::string> completions(const TestFolder& folder, const std::vector<std::string>& words) {
  std::string script =
      "set -u; source \"$0\" || exit 1; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); ";
  script += "_gusset; if ((${#COMPREPLY[@]})); then printf '%s\\n' \"${COMPREPLY[@]}\"; fi";
  std::vector<std::string> command{"/bin/bash", "--norc", "-c", script, COMPLETION_FILE};
  command.insert(command.end(), words.begin(), words.end());
  const auto result = run_program({command, {}, folder.path(), ""});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  return lines_of(result.output);
}

/// The long options in a command's help.
std::set<std::string> options_in_help(const TestFolder& folder, const std::string& command) {
  std::set<std::string> options;
  for (const std::string& line : lines_of(gusset_in(folder, {command, "--help"}).output)) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos || first > 2 || line[first] != '-') continue;
    std::istringstream words(line);
    std::string names;
    words >> names;
    const std::size_t at = names.find("--");
    if (at != std::string::npos) options.insert(names.substr(at));
  }
  return options;
}

/// The commands that `gusset --help` lists.
std::vector<std::string> commands(const TestFolder& folder) {
  std::vector<std::string> found;
  bool are_commands = false;
  for (const std::string& line : lines_of(gusset_in(folder, {"--help"}).output)) {
    if (line == "Commands:") {
      are_commands = true;
    } else if (line.empty()) {
      are_commands = false;
    } else if (are_commands && line.size() > 2 && line[2] != ' ') {
      found.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  EXPECT_GT(found.size(), 20U);
  return found;
}

TEST(Completion, OffersEveryCommand) {
  const TestFolder folder;
  const auto offered = completions(folder, {"gusset", ""});
  for (const std::string& command : commands(folder)) EXPECT_THAT(offered, Contains(command));
  EXPECT_THAT(completions(folder, {"gusset", "cri"}), ElementsAre("critical-path"));
  EXPECT_THAT(completions(folder, {"gusset", "re"}), UnorderedElementsAre("replay", "report", "render"));
}

TEST(Completion, OffersExactlyTheCommandsOptions) {
  const TestFolder folder;
  for (const std::string& command : commands(folder)) {
    SCOPED_TRACE(command);
    const auto offered = completions(folder, {"gusset", command, "--"});
    const std::set<std::string> in_help = options_in_help(folder, command);
    EXPECT_THAT(in_help, Contains("--help"));
    EXPECT_EQ(std::set<std::string>(offered.begin(), offered.end()), in_help);
  }
}

TEST(Completion, OffersOptionValues) {
  const TestFolder folder;
  EXPECT_THAT(completions(folder, {"gusset", "stats", "t.gus", "--by", ""}),
              ElementsAre("type", "worker", "node", "level"));
  EXPECT_THAT(completions(folder, {"gusset", "graph", "--by", "d"}), ElementsAre("data"));
  EXPECT_THAT(completions(folder, {"gusset", "graph", "t.gus", "--fold", ""}),
              ElementsAre("nothing", "type", "level"));
  EXPECT_THAT(completions(folder, {"gusset", "graph", "t.gus", "--colour", "s"}), ElementsAre("slack"));
  EXPECT_THAT(completions(folder, {"gusset", "run", "--depth", "a"}), ElementsAre("accesses"));
  EXPECT_THAT(completions(folder, {"gusset", "simulate", "--policy", "loc"}), ElementsAre("locality"));
  EXPECT_THAT(completions(folder, {"gusset", "tune", "--objective", "b"}), ElementsAre("bytes", "balance"));
  EXPECT_THAT(completions(folder, {"gusset", "tune", "--grid", ""}), ElementsAre("all"));
  EXPECT_THAT(completions(folder, {"gusset", "run", "--threads", ""}), IsEmpty());
  EXPECT_THAT(completions(folder, {"gusset", "simulate", "--platform", "t"}), ElementsAre("tintin", "this"));
  folder.write("rack.xml", "");
  EXPECT_THAT(completions(folder, {"gusset", "platform", "ra"}), ElementsAre("rack.xml", "rackham"));
}

TEST(Completion, OffersTracesAndFolders) {
  TestFolder folder;
  folder.write("a b.gus", "");
  folder.write("notes.txt", "");
  std::filesystem::create_directory(folder.path() / "runs");
  EXPECT_THAT(completions(folder, {"gusset", "info", ""}), UnorderedElementsAre("a b.gus", "runs/"));
  EXPECT_THAT(completions(folder, {"gusset", "report", "--baseline", "a"}), ElementsAre("a b.gus"));
}

TEST(Completion, OffersProgramsAndFilesAfterTwoDashes) {
  const TestFolder folder;
  folder.write("notes.txt", "");
  EXPECT_THAT(completions(folder, {"gusset", "run", "--", "./solver", "not"}), ElementsAre("notes.txt"));
  EXPECT_THAT(completions(folder, {"gusset", "run", "--", "not"}), Contains("notes.txt"));
}

}  // namespace
}  // namespace gusset::testing
