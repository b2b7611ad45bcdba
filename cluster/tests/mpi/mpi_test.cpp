#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "installed_mpi.hpp"

namespace gusset::cluster {
namespace {

using ::testing::HasSubstr;
using testing::installed_mpis;
using testing::name_of;
using testing::Outcome;
using testing::WithMpi;

class MpiTransport : public WithMpi {
 protected:
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

TEST_P(MpiTransport, MemoryOfAbandonedSumsAndReceivesMayBeFreed) {
  expect_works(3, CLUSTER_PROBE, "abandoned");
}

TEST_P(MpiTransport, ProgramMayStartMpiItself) {
  expect_works(2, GetParam().probe, "messages");
}

TEST_P(MpiTransport, ProgramMayBeLinkedWithSimGrid) {
  if (std::string(CLUSTER_SIMGRID_PROBE).empty()) GTEST_SKIP() << "built without SimGrid";
  expect_works(2, CLUSTER_SIMGRID_PROBE, "messages");
}

TEST_P(MpiTransport, ProgramThatStartsMpiForOneThreadIsRefused) {
  const Outcome outcome = launch(1, GetParam().probe + " single", "GUSSET_MPI=" + GetParam().name);
  EXPECT_THAT(outcome.output, HasSubstr(GetParam().title +
                                        ": expected MPI_THREAD_SERIALIZED or more, because the program calls "
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
  const Outcome outcome = start(CLUSTER_PROBE " messages", "GUSSET_MPI=" + GetParam().name);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.output, "1 nodes, messages\n");
}

INSTANTIATE_TEST_SUITE_P(Installed, MpiTransport, installed_mpis, name_of);

}  // namespace
}  // namespace gusset::cluster
