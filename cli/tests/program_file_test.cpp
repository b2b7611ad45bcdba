#include "programs/program_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gusset_call.hpp"
#include "output/errors.hpp"
#include "programs/start_program.hpp"

namespace gusset::cli {
namespace {

using Kind = ProgramFile::Kind;

TEST(ProgramFile, RecognisesGussetsRuntime) {
  EXPECT_EQ(inspect_program(testing::probe_path).kind, Kind::gusset);
}

TEST(ProgramFile, ShellIsUnknownButHasLibraries) {
  const ProgramFile shell = inspect_program("/bin/sh");
  EXPECT_EQ(shell.kind, Kind::unknown);
  EXPECT_FALSE(shell.libraries.empty());
  EXPECT_FALSE(shell.loads_libgomp);
  EXPECT_EQ(inspect_program("sh").libraries, shell.libraries);
}

TEST(ProgramFile, MissingFilesAndOtherFilesAreUnknown) {
  const testing::TestFolder folder;
  for (const std::string& program : {folder.file("missing"), folder.write("text", "no program"),
                                     folder.path().string(), std::string("no-such-program")})
    EXPECT_EQ(inspect_program(program).kind, Kind::unknown) << program;
}

TEST(CapturedOutput, IsEmptyUnlessTheProgramSucceeds) {
  EXPECT_EQ(captured_output({"/bin/sh", "-c", "echo one; echo two >&2"}), "one\n");
  EXPECT_EQ(captured_output({"/bin/sh", "-c", "echo one; exit 3"}), std::nullopt);
  EXPECT_EQ(captured_output({"/nowhere"}), std::nullopt);
}

TEST(OpenMpErrors, NameMissingPackages) {
  EXPECT_STREQ(errors::recorder_not_found("libgusset_ompt.so", "/usr/lib/gusset").what(),
               "libgusset_ompt.so: expected the recorder of OpenMP programs in /usr/lib/gusset, found none");
  EXPECT_STREQ(
      errors::libomp_not_found("libomp.so.5", "./lu").what(),
      "libomp.so.5: expected LLVM's OpenMP runtime (Debian's libomp5-14), to record ./lu, found none");
}

}  // namespace
}  // namespace gusset::cli
