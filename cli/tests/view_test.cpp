#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gusset_call.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

TEST(View, ReportsAMissingViewer) {
  const TestFolder folder;
  write_trace(folder, "t.gus", "aa.\n");
  // A copy of the command without a viewer next to it, and a PATH without one.
  std::filesystem::copy_file(gusset_path, folder.path() / "gusset");
  const auto result = run_program(
      {{folder.file("gusset"), "view", "t.gus"}, {{"PATH", folder.path().string()}}, folder.path(), ""});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gusset: gusset-viewer: expected a program in " +
                               std::filesystem::canonical(folder.path()).string() +
                               " or in PATH, found none\n");
}

TEST(View, StartsTheNeighbouringViewerWithTheTraces) {
  const TestFolder folder;
  write_trace(folder, "a b.gus", "aa.\n");
  std::filesystem::copy_file(gusset_path, folder.path() / "gusset");
  const std::string viewer = folder.write("gusset-viewer", "#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 5\n");
  std::filesystem::permissions(viewer, std::filesystem::perms::owner_all);
  const auto result =
      run_program({{folder.file("gusset"), "view", "a b.gus", "a b.gus"}, {}, folder.path(), ""});
  EXPECT_EQ(result.exit_status, 5) << result.errors;
  EXPECT_EQ(result.output, "a b.gus\na b.gus\n");
  const auto welcome = run_program({{folder.file("gusset"), "view"}, {}, folder.path(), ""});
  EXPECT_EQ(welcome.exit_status, 5) << welcome.errors;
  EXPECT_EQ(welcome.output, "\n") << "without a trace, for its welcome page";
}

TEST(View, PassesOnPipes) {
  const TestFolder folder;
  write_trace(folder, "t.gus", "aa.\n");
  std::filesystem::copy_file(gusset_path, folder.path() / "gusset");
  const std::string viewer =
      folder.write("gusset-viewer", "#!/bin/sh\ncmp \"$1\" t.gus && cmp \"$1\" t.gus\n");
  std::filesystem::permissions(viewer, std::filesystem::perms::owner_all);
  for (const char* const line : {"cat t.gus | ./gusset view -", "./gusset view <(cat t.gus)",
                                 "mkfifo pipe; cat t.gus > pipe & ./gusset view pipe"}) {
    const auto result = run_program({{"/bin/bash", "-c", line}, {}, folder.path(), ""});
    EXPECT_EQ(result.exit_status, 0) << line << ": " << result.output << result.errors;
  }
}

}  // namespace
}  // namespace gusset::testing
