// Programs that call MPI themselves, and run Gusset on a communicator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "installed_mpi.hpp"

namespace gusset::cluster {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;

class OwnMpi : public testing::WithMpi {
 protected:
  static Outcome launch_program(unsigned processes, const std::string& words,
                                const std::string& variables = "") {
    return launch(processes, GetParam().own_mpi + " " + words, "GUSSET_ENGINE=distribute " + variables);
  }

  static void expect_works(unsigned processes, const std::string& work, const std::string& threads = "") {
    const Outcome outcome = launch_program(processes, work + " " + threads, "GUSSET_THREADS=2");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.output, std::to_string(processes) + " processes, " + work + "\n");
  }

  static void expect_refused(const Outcome& outcome, const std::string& line) {
    EXPECT_NE(outcome.status, 0);
    EXPECT_THAT(outcome.output, HasSubstr(line + "\n"));
  }
};

TEST_P(OwnMpi, MessagesOfProgramAndEngineDoNotMix) {
  expect_works(2, "beside");
  expect_works(3, "beside");
}

TEST_P(OwnMpi, OneThreadAtATimeIsEnough) {
  expect_works(2, "beside", "serialized");
  expect_works(4, "half", "serialized");
}

TEST_P(OwnMpi, SomeProcessesRunGusset) {
  expect_works(4, "half");
  expect_works(5, "half");
}

TEST_P(OwnMpi, CommunicatorMayBeFreedOnceTheRuntimeIsMade) {
  expect_works(2, "freed");
}

TEST_P(OwnMpi, ProcessWithoutALauncherIsTheOnlyNode) {
  const Outcome outcome = start(GetParam().own_mpi + " beside", "GUSSET_ENGINE=distribute");
  EXPECT_EQ(outcome.output, "1 processes, beside\n");
  expect_refused(start(GetParam().own_mpi + " beside", "GUSSET_ENGINE=distribute GUSSET_GRID=2x1"),
                 "gusset: GUSSET_GRID: expected a grid of 1 node, found 2x1, which has 2");
}

TEST_P(OwnMpi, OtherEnginesIgnoreTheCommunicator) {
  const Outcome outcome = launch(1, GetParam().own_mpi + " beside", "GUSSET_ENGINE=run");
  EXPECT_EQ(outcome.output, "1 processes, beside\n");
}

TEST_P(OwnMpi, SeveralRuntimesWork) {
  expect_works(2, "several");
  expect_works(3, "several", "serialized");
}

TEST_P(OwnMpi, ContentsOfOtherNodesNeedAllThreads) {
  expect_works(2, "fetch");
  expect_refused(launch_program(2, "fetch serialized"),
                 "distribute: expected MPI_THREAD_MULTIPLE, because the program calls MPI itself and "
                 "reads value(1,0) of node 1 outside of tasks, found MPI_THREAD_SERIALIZED");
}

TEST_P(OwnMpi, FewThreadsAreRefused) {
  expect_refused(launch_program(2, "beside single"),
                 "gusset: " + GetParam().title +
                     ": expected MPI_THREAD_SERIALIZED or more, because the program calls MPI_Init_thread "
                     "itself, found MPI_THREAD_SINGLE");
}

TEST_P(OwnMpi, GridOfAnotherSizeIsRefused) {
  expect_refused(launch_program(2, "beside", "GUSSET_GRID=2x2"),
                 "gusset: GUSSET_GRID: expected a grid of 2 nodes, found 2x2, which has 4");
}

TEST_P(OwnMpi, RuntimesBeforeOrAfterMpiAreRefused) {
  expect_refused(launch_program(2, "uninitialized"),
                 "gusset: use_communicator: expected a program that has called MPI_Init_thread, found one "
                 "that has not");
  expect_refused(
      launch_program(2, "finalized"),
      "gusset: " + GetParam().title +
          ": expected a runtime that is made before MPI_Finalize is called, found one that is made "
          "after it");
  expect_refused(
      launch_program(2, "finalize"),
      GetParam().title +
          ": expected a program that destroys its runtimes before it calls MPI_Finalize, found one "
          "that has a runtime");
}

TEST_P(OwnMpi, InvalidCommunicatorsAreRefused) {
  expect_refused(
      launch_program(2, "null"),
      "gusset: use_communicator: expected a communicator that contains this process, found MPI_COMM_NULL");
  const std::string bytes = GetParam().name == "openmpi" ? "8" : "4";
  expect_refused(launch_program(2, "foreign"), "gusset: use_communicator: expected a communicator of " +
                                                   GetParam().title + ", of " + bytes +
                                                   " bytes, found one of 2");
}

INSTANTIATE_TEST_SUITE_P(Installed, OwnMpi, testing::installed_mpis, testing::name_of);

}  // namespace
}  // namespace gusset::cluster
