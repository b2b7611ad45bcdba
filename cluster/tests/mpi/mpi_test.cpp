#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <ostream>
#include <string>

namespace gusset::cluster {
namespace {

using ::testing::HasSubstr;

struct Outcome {
  int status;
  std::string output;  ///< both streams
};

/// An MPI whose launcher and plug-in were found when the tests were built.
struct Mpi {
  std::string name;
  std::string launcher;     ///< its command; empty: not found
  std::string own_program;  ///< a probe that is linked with this MPI and calls it
};

void PrintTo(const Mpi& mpi, std::ostream* out) {
  *out << mpi.name;
}

Outcome run(const std::string& command) {
  std::FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  Outcome outcome{-1, ""};
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) outcome.output += static_cast<char>(c);
  const int status = ::pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

class MpiTransport : public ::testing::TestWithParam<Mpi> {
 protected:
  void SetUp() override {
    if (GetParam().launcher.empty())
      GTEST_SKIP() << GetParam().name << " was not found when the tests were built";
  }

  /// Starts processes with this MPI's launcher. Leaks of MPI's own are no errors of the probe.
  static Outcome launch(unsigned processes, const std::string& words, const std::string& variables = "") {
    const std::string options = GetParam().name == "openmpi" ? " --oversubscribe --bind-to none -n " : " -n ";
    return run(
        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
        "ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\" " +
        variables + " " + GetParam().launcher + options + std::to_string(processes) + " " + words);
  }

  static void expect_works(unsigned processes, const std::string& program, const std::string& work) {
    const Outcome outcome = launch(processes, program + " " + work);
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_EQ(outcome.output, std::to_string(processes) + " nodes, " + work + "\n");
  }
};

TEST_P(MpiTransport, MessagesOfAllSizesAndSumsArrive) {
  expect_works(2, CLUSTER_PROBE, "messages");
  expect_works(4, CLUSTER_PROBE, "messages");
}

TEST_P(MpiTransport, ManyUnexpectedMessagesArrive) {
  expect_works(2, CLUSTER_PROBE, "unexpected");
}

TEST_P(MpiTransport, MoreLongMessagesThanTheLimitArrive) {
  expect_works(3, CLUSTER_PROBE, "long");
}

TEST_P(MpiTransport, LongMessagesInPartsArrive) {
  expect_works(2, CLUSTER_PROBE, "parts");
}

TEST_P(MpiTransport, ProgramMayStartMpiItself) {
  expect_works(2, GetParam().own_program, "messages");
}

TEST_P(MpiTransport, ProgramMayBeLinkedWithSimGrid) {
  if (std::string(CLUSTER_SIMGRID_PROBE).empty()) GTEST_SKIP() << "built without SimGrid";
  expect_works(2, CLUSTER_SIMGRID_PROBE, "messages");
}

TEST_P(MpiTransport, ProgramThatStartsMpiForOneThreadIsRefused) {
  const Outcome outcome = launch(1, GetParam().own_program + " single", "GUSSET_MPI=" + GetParam().name);
  const std::string title = GetParam().name == "openmpi" ? "Open MPI" : "MPICH";
  EXPECT_THAT(outcome.output,
              HasSubstr(title + ": expected MPI_THREAD_SERIALIZED or more, because the program calls "
                                "MPI_Init_thread itself, found MPI_THREAD_SINGLE\n"));
  EXPECT_NE(outcome.status, 0);
}

TEST_P(MpiTransport, PluginOfAnotherMpiThanTheLaunchersIsRefused) {
  const bool is_openmpi = GetParam().name == "openmpi";
  const std::string other = is_openmpi ? "mpich" : "openmpi";
  const Outcome outcome = launch(2, CLUSTER_PROBE, "GUSSET_MPI=" + other);
  EXPECT_THAT(outcome.output, HasSubstr("GUSSET_MPI: expected an MPI that connects the 2 processes that " +
                                        std::string(is_openmpi ? "Open MPI" : "MPICH") +
                                        "'s launcher started, found " + other + ", which connects 1\n"));
  EXPECT_NE(outcome.status, 0);
}

TEST_P(MpiTransport, AbortEndsAllNodes) {
  const Outcome outcome = launch(3, CLUSTER_PROBE " abort");
  // MPICH's launcher may pass on the status of a process that it has killed instead.
  if (GetParam().name == "openmpi") {
    EXPECT_EQ(outcome.status, 7) << outcome.output;
  }
  EXPECT_NE(outcome.status, 0) << outcome.output;
}

TEST_P(MpiTransport, NamedMpiRunsWithoutALauncher) {
  const Outcome outcome =
      run("OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
          "ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\" GUSSET_MPI=" +
          GetParam().name + " " CLUSTER_PROBE " messages");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.output, "1 nodes, messages\n");
}

INSTANTIATE_TEST_SUITE_P(Installed, MpiTransport,
                         ::testing::Values(Mpi{"openmpi", CLUSTER_OPENMPI_LAUNCHER, CLUSTER_OPENMPI_PROBE},
                                           Mpi{"mpich", CLUSTER_MPICH_LAUNCHER, CLUSTER_MPICH_PROBE}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace gusset::cluster
