// Command lines of gusset run --nodes that are refused before anything starts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <ostream>

#include "gusset_call.hpp"

namespace gusset::testing {
namespace {

struct Misuse {
  std::string name;
  std::vector<std::string> words;  ///< PROGRAM and PROBE are placeholders
  std::string line;
  int exit_status = 2;
};

void PrintTo(const Misuse& tested, std::ostream* out) {
  *out << tested.name;
}

std::string filled(std::string text) {
  for (const auto& [name, path] :
       {std::pair(std::string("PROGRAM"), std::string(NODE_PROGRAM_BINARY)), {"PROBE", probe_path}}) {
    if (const auto at = text.find(name); at != std::string::npos) text.replace(at, name.size(), path);
  }
  return text;
}

class NodesMisuse : public ::testing::TestWithParam<Misuse> {};

TEST_P(NodesMisuse, IsOneLine) {
  const TestFolder folder;
  std::vector<std::string> words{"run"};
  for (const std::string& word : GetParam().words) words.push_back(filled(word));
  const auto result = gusset_in(folder, words);
  EXPECT_EQ(result.errors, "gusset: " + filled(GetParam().line) + "\n");
  EXPECT_EQ(result.exit_status, GetParam().exit_status);
  EXPECT_THAT(folder.names(), ::testing::IsEmpty());
}

// The launcher is not called, and no trace is made.
TEST(NodesOfAList, MustExist) {
  const TestFolder folder;
  std::ofstream(folder.file("moves.txt")) << "3 1\n5 2\n";
  const auto result =
      gusset_in(folder, {"run", "--nodes", "2", "--balance", "list:moves.txt", "--", NODE_PROGRAM_BINARY});
  EXPECT_EQ(result.errors, "gusset: run: --balance, task 5: expected a node from 0 to 1, found 2\n");
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_THAT(folder.names(), ::testing::ElementsAre("moves.txt"));
}

INSTANTIATE_TEST_SUITE_P(
    Run, NodesMisuse,
    ::testing::Values(
        Misuse{"NoNodes",
               {"--nodes", "0", "--", "PROGRAM"},
               "run: --nodes: expected a whole number from 1 to 65536, found \"0\""},
        Misuse{"OtherGrid",
               {"--nodes", "4", "--grid", "2x3", "--", "PROGRAM"},
               "run: --grid: expected as many nodes as --nodes has (4), found \"2x3\" with 6"},
        Misuse{"MalformedTimeout",
               {"--nodes", "2", "--timeout", "soon", "--", "PROGRAM"},
               "run: --timeout: expected a number of seconds above 0, or one with a unit (90, 2.5, 500ms), "
               "found \"soon\""},
        Misuse{"GridAlone",
               {"--grid", "2x2", "--", "PROGRAM"},
               "run: --grid: expected --nodes N with it, found none"},
        Misuse{"UnknownBalance",
               {"--nodes", "2", "--balance", "fair", "--", "PROGRAM"},
               "run: --balance: expected off, basic, equalize, smart, one of the last three with a number of "
               "ready tasks that stay (\"smart,4\"), or list:FILE, found \"fair\""},
        Misuse{"MissingListOfMoves",
               {"--nodes", "2", "--balance", "list:none.txt", "--", "PROGRAM"},
               "run: --balance: none.txt: expected a file that can be read, found No such file or directory"},
        Misuse{"BalanceAlone",
               {"--balance", "smart", "--", "PROGRAM"},
               "run: --balance: expected --nodes N with it, found none"},
        Misuse{"StatisticsAlone",
               {"--stats", "s.json", "--", "PROGRAM"},
               "run: --stats: expected --nodes N with it, found none"},
        Misuse{"LauncherAlone",
               {"--launcher", "mpirun", "--", "PROGRAM"},
               "run: --launcher: expected --nodes N with it, found none"},
        Misuse{"TimeoutAlone",
               {"--timeout", "3", "--", "PROGRAM"},
               "run: --timeout: expected --nodes N with it, found none"},
        Misuse{"UnknownLauncher",
               {"--nodes", "2", "--launcher", "/bin/true", "--", "PROGRAM"},
               "run: --launcher: expected mpirun of Open MPI or MPICH, or srun, found \"/bin/true\""},
        Misuse{"MissingProgram",
               {"--nodes", "2", "--", "./nowhere"},
               "./nowhere: expected a program, found no such file",
               1},
        Misuse{"Folder", {"--nodes", "2", "--", "/"}, "/: expected a program, found a directory", 1},
        Misuse{"SameFileTwice",
               {"--nodes", "2", "-o", "a.gus", "--stats", "a.gus", "--", "PROGRAM"},
               "a.gus: expected a file that this command does not already use, found the same file twice"}),
    [](const auto& tested) { return tested.param.name; });

TEST(NodesMisuse, MissingLauncherIsOneLine) {
  const TestFolder folder;
  const auto result =
      gusset_in(folder, {"run", "--nodes", "2", "--", NODE_PROGRAM_BINARY}, {{"PATH", "/nonexistent"}});
  EXPECT_EQ(result.errors,
            "gusset: mpirun: expected a launcher of MPI programs in PATH (Debian's openmpi-bin or mpich), or "
            "--launcher, found none\n");
  EXPECT_EQ(result.exit_status, 1);
}

TEST(NodesMisuse, ProgramWithoutTheClusterLibraryIsOneLine) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"run", "--nodes", "2", "--", probe_path});
  EXPECT_EQ(result.errors,
            "gusset: " + probe_path +
                ": expected a program that links gusset::cluster (for --nodes), found one that "
                "does not\n");
  EXPECT_EQ(result.exit_status, 1);
}

}  // namespace
}  // namespace gusset::testing
