#include "programs/child_process.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "output/errors.hpp"

namespace gusset::cli {
namespace {

// The exit status of a shell script, which encodes what the child observed.
int status_of(const std::string& script, const std::map<std::string, std::string>& variables = {}) {
  const StopSignals signals;
  return run_child({"/bin/sh", "-c", script}, variables).exit_status;
}

TEST(ChildProcess, ReturnsExitStatus) {
  EXPECT_EQ(status_of("exit 7"), 7);
}

TEST(ChildProcess, ReturnsTheFatalSignal) {
  const StopSignals signals;
  const ChildEnd end = run_child({"/bin/sh", "-c", "kill -KILL $$"}, {});
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_EQ(end.interruption, 0);
}

TEST(ChildProcess, VariablesReplaceTheCallers) {
  setenv("GUSSET_SEED", "5", 1);
  EXPECT_EQ(status_of("test -z \"$GUSSET_SEED\" && test \"$GUSSET_THREADS\" = 3", {{"GUSSET_THREADS", "3"}}),
            0);
  unsetenv("GUSSET_SEED");
}

TEST(ChildProcess, PassesOnOtherVariables) {
  setenv("UNRELATED", "kept", 1);
  EXPECT_EQ(status_of("test \"$UNRELATED\" = kept"), 0);
  unsetenv("UNRELATED");
}

TEST(ChildProcess, FindsProgramsInPath) {
  const StopSignals signals;
  EXPECT_EQ(run_child({"true"}, {}).exit_status, 0);
}

TEST(ChildProcess, StartingAMissingProgramFails) {
  const StopSignals signals;
  EXPECT_THROW(run_child({"/nowhere/at/all"}, {}), Failure);
}

TEST(StopSignals, AreRecordedAndForwarded) {
  const StopSignals signals;
  EXPECT_EQ(StopSignals::received(), 0);
  // The child signals its parent, which is this test, and waits for the signal to come back.
  const ChildEnd end =
      run_child({"/bin/sh", "-c", "trap 'exit 9' TERM; kill -TERM $PPID; while :; do sleep 0.01; done"}, {});
  EXPECT_EQ(end.interruption, SIGTERM);
  EXPECT_EQ(end.exit_status, 9);
}

TEST(StopSignals, AreResetByTheNextInstance) {
  {
    const StopSignals signals;
    raise(SIGHUP);
    EXPECT_EQ(StopSignals::received(), SIGHUP);
  }
  const StopSignals signals;
  EXPECT_EQ(StopSignals::received(), 0);
}

}  // namespace
}  // namespace gusset::cli
