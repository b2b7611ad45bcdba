#include "nodes/launcher_output.hpp"

#include <gtest/gtest.h>

namespace gusset::cli {
namespace {

const std::string dashes(74, '-');
const std::string equals(83, '=');

NodeEnd good_end(unsigned node) {
  NodeEnd end;
  end.node = node;
  end.runtimes = end.finished = 1;
  return end;
}

TEST(LauncherOutput, RecordsAreKeptAndNotPassedOn) {
  LauncherOutput output(Launcher::Kind::openmpi);
  EXPECT_EQ(output.take(record_line(NodeStart{1, "here", 2})), "");
  EXPECT_EQ(output.take(record_line(good_end(1))), "");
  EXPECT_EQ(output.starts().at(1).host, "here");
  EXPECT_EQ(output.ends().at(1), good_end(1));
  EXPECT_FALSE(output.has_failed());
}

TEST(LauncherOutput, PassesOnProgramsAlwaysAndTheLauncherUntilANodeFails) {
  for (const auto kind : {Launcher::Kind::openmpi, Launcher::Kind::mpich, Launcher::Kind::slurm}) {
    LauncherOutput output(kind);
    EXPECT_EQ(output.take("node 12: hello"), "node 12: hello\n");
    EXPECT_EQ(output.take("node x: a warning"), "node x: a warning\n");
    EXPECT_FALSE(output.has_failed());
    NodeEnd end = good_end(0);
    end.signal = 9;
    output.take(record_line(end));
    EXPECT_TRUE(output.has_failed());
    EXPECT_EQ(output.take("node 12: last words"), "node 12: last words\n");
    EXPECT_EQ(output.take("a process has failed"), "");
  }
}

TEST(LauncherOutput, PassesOnWholeMessagesOfOpenMpi) {
  LauncherOutput output(Launcher::Kind::openmpi);
  EXPECT_EQ(output.take(dashes), "");
  EXPECT_EQ(output.take("Take care."), "");
  EXPECT_EQ(output.take(dashes), dashes + "\nTake care.\n" + dashes + "\n");
  EXPECT_EQ(output.take(dashes), "");
  EXPECT_EQ(output.take("The end is missing."), "");
  EXPECT_EQ(output.end(), dashes + "\nThe end is missing.\n");
}

TEST(LauncherOutput, LackOfSlotsIsNotedInsteadOfPassedOn) {
  LauncherOutput output(Launcher::Kind::openmpi);
  output.take(dashes);
  output.take("There are not enough slots available in the system to satisfy the 4");
  EXPECT_FALSE(output.lacks_slots());
  EXPECT_EQ(output.take(dashes), "");
  EXPECT_TRUE(output.lacks_slots());
  EXPECT_FALSE(output.refuses_root());
}

TEST(LauncherOutput, RefusalOfRootIsNotedAndPassedOn) {
  LauncherOutput output(Launcher::Kind::openmpi);
  output.take(dashes);
  output.take("mpirun has detected an attempt to run as root.");
  EXPECT_NE(output.take(dashes), "");
  EXPECT_TRUE(output.refuses_root());
}

TEST(OutputWithoutAnnouncement, RemovesOnlyTheAnnouncement) {
  OutputWithoutAnnouncement output;
  std::string text;
  for (const std::string& line :
       {std::string("result"), equals, std::string("my own title"), equals,
        std::string("=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES"), std::string("=   PID 7"),
        equals, std::string("YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)"),
        std::string("Please see the FAQ page for debugging suggestions"), std::string("more"), equals})
    text += output.take(line);
  text += output.end();
  EXPECT_EQ(text, "result\n" + equals + "\nmy own title\nmore\n" + equals + "\n");
}

}  // namespace
}  // namespace gusset::cli
