#pragma once
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <ostream>
#include <string>

namespace gusset::cluster::testing {

struct Outcome {
  int status;
  std::string output;  ///< both streams
};

/// An MPI whose launcher and plug-in were found when the tests were built.
struct Mpi {
  std::string name;
  std::string title;
  std::string launcher;  ///< its command; empty: not found
  std::string probe;     ///< a probe that is linked with this MPI and calls it
  std::string own_mpi;   ///< own_mpi.cpp with this MPI
};

inline void PrintTo(const Mpi& mpi, std::ostream* out) {
  *out << mpi.name;
}

inline Outcome run(const std::string& command) {
  std::FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  Outcome outcome{-1, ""};
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) outcome.output += static_cast<char>(c);
  const int status = ::pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

/// Tests with each installed MPI.
class WithMpi : public ::testing::TestWithParam<Mpi> {
 protected:
  void SetUp() override {
    if (GetParam().launcher.empty())
      GTEST_SKIP() << GetParam().name << " was not found when the tests were built";
  }

  /// Starts one process without a launcher. Leaks inside MPI are not errors of the program.
  static Outcome start(const std::string& words, const std::string& variables = "") {
    return run(
        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
        "ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\" " +
        variables + " " + words);
  }
  /// Starts processes with this MPI's launcher.
  static Outcome launch(unsigned processes, const std::string& words, const std::string& variables = "") {
    const std::string options = GetParam().name == "openmpi" ? " --oversubscribe --bind-to none -n " : " -n ";
    return start(GetParam().launcher + options + std::to_string(processes) + " " + words, variables);
  }
};

inline const auto installed_mpis = ::testing::Values(
    Mpi{"openmpi", "Open MPI", CLUSTER_OPENMPI_LAUNCHER, CLUSTER_OPENMPI_PROBE, CLUSTER_OPENMPI_OWN_MPI},
    Mpi{"mpich", "MPICH", CLUSTER_MPICH_LAUNCHER, CLUSTER_MPICH_PROBE, CLUSTER_MPICH_OWN_MPI});

inline std::string name_of(const ::testing::TestParamInfo<Mpi>& test) {
  return test.param.name;
}

}  // namespace gusset::cluster::testing
