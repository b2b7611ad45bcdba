#include "nodes/launcher.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "nodes/launchers.hpp"
#include "output/errors.hpp"
#include "run_program.hpp"

namespace gusset::cli {
namespace {

using gusset::testing::TestFolder;
using ::testing::ElementsAre;

// A file that answers --version as a launcher does.
std::string launcher_file(const TestFolder& folder, const std::string& name, const std::string& version) {
  const std::string path = folder.write(name, "#!/bin/sh\necho '" + version + "'\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

std::string refusal_of(const std::string& text) {
  try {
    find_launcher("run", text);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "none";
}

TEST(Launcher, IsRecognisedByItsVersion) {
  const TestFolder folder;
  const auto kind = [&folder](const std::string& version) {
    return find_launcher("run", launcher_file(folder, "start", version)).kind;
  };
  EXPECT_EQ(kind("mpirun (Open MPI) 5.0.1"), Launcher::Kind::openmpi);
  EXPECT_EQ(kind("mpirun.openmpi (OpenRTE) 4.1.4"), Launcher::Kind::openmpi);
  EXPECT_EQ(kind("HYDRA build details:"), Launcher::Kind::mpich);
  EXPECT_EQ(kind("slurm 22.05.8"), Launcher::Kind::slurm);
}

TEST(Launcher, InstalledLaunchersAreRecognised) {
  for (const auto& [program, kind] : testing::installed_launchers())
    EXPECT_EQ(find_launcher("run", program).kind, kind) << program;
}

TEST(Launcher, WordsAreSplitAsInAShell) {
  const TestFolder folder;
  const std::string program = launcher_file(folder, "mpirun", "Open MPI");
  EXPECT_THAT(find_launcher("run", "  " + program + " --hostfile 'my hosts'  -x \"A=b c\" ''").words,
              ElementsAre(program, "--hostfile", "my hosts", "-x", "A=b c", ""));
}

TEST(Launcher, RefusalsNameWhatWasFound) {
  const TestFolder folder;
  EXPECT_EQ(refusal_of("no-such-launcher"), "no-such-launcher: expected a program, found no such file");
  EXPECT_EQ(refusal_of("/bin/true"),
            "run: --launcher: expected mpirun of Open MPI or MPICH, or srun, found \"/bin/true\"");
  EXPECT_EQ(refusal_of("mpirun 'a"), "run: --launcher: expected closed quotes, found \"mpirun 'a\"");
}

TEST(Launcher, OpenMpiDoesNotBindUnlessAsked) {
  const Launcher launcher{Launcher::Kind::openmpi, {"mpirun"}};
  EXPECT_THAT(launch_command(launcher, 4, false, {"p", "-n"}),
              ElementsAre("mpirun", "--bind-to", "none", "-n", "4", "p", "-n"));
  EXPECT_THAT(launch_command(launcher, 4, true, {"p"}),
              ElementsAre("mpirun", "--bind-to", "none", "--oversubscribe", "-n", "4", "p"));
  EXPECT_THAT(launch_command({Launcher::Kind::openmpi, {"mpirun", "--bind-to", "numa"}}, 2, false, {"p"}),
              ElementsAre("mpirun", "--bind-to", "numa", "-n", "2", "p"));
}

TEST(Launcher, OthersGetTheirOwnOptions) {
  EXPECT_THAT(launch_command({Launcher::Kind::mpich, {"mpirun", "-f", "hosts"}}, 2, false, {"p"}),
              ElementsAre("mpirun", "-f", "hosts", "-n", "2", "p"));
  EXPECT_THAT(launch_command({Launcher::Kind::slurm, {"srun"}}, 2, false, {"p"}),
              ElementsAre("srun", "--kill-on-bad-exit=1", "-n", "2", "p"));
}

TEST(Launcher, NameSaysWhichMpi) {
  EXPECT_EQ((Launcher{Launcher::Kind::openmpi, {"/usr/bin/mpirun", "-v"}}.name()), "mpirun (Open MPI)");
  EXPECT_EQ((Launcher{Launcher::Kind::mpich, {"mpiexec"}}.name()), "mpiexec (MPICH)");
  EXPECT_EQ((Launcher{Launcher::Kind::slurm, {"srun"}}.name()), "srun");
}

}  // namespace
}  // namespace gusset::cli
