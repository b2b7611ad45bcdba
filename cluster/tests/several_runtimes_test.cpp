// Programs that make several runtimes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <set>
#include <string>

#include "engine/output_path.hpp"
#include "gusset/core.hpp"

namespace gusset::cluster {
namespace {

using ::testing::ElementsAre;

TEST(OutputPath, RuntimesAreNumbered) {
  EXPECT_EQ(next_output_path("a/S.json", {}), "a/S.json");
  EXPECT_EQ(next_output_path("a/S.json", {}), "a/S.2.json");
  EXPECT_EQ(next_output_path("b/S.json", {}), "b/S.json");
  EXPECT_EQ(next_output_path("a/S.json", {}), "a/S.3.json");
  EXPECT_EQ(next_output_path("", {}), "");
}

TEST(OutputPath, RuntimesInKernelsAreNumberedByNode) {
  EXPECT_EQ(next_output_path("c/T.gus", 3), "c/T.node3.2.gus");
  EXPECT_EQ(next_output_path("c/T.gus", 3), "c/T.node3.3.gus");
  EXPECT_EQ(next_output_path("c/T.gus", 1), "c/T.node1.2.gus");
  EXPECT_EQ(next_output_path("c/T.gus", {}), "c/T.gus");
}

std::set<std::string> files_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

TEST(SeveralRuntimes, EachLeavesATraceAndStatistics) {
  const std::filesystem::path folder = ::testing::TempDir() + "/several";
  std::filesystem::create_directories(folder);
  Options options{.engine = "distribute", .threads = 2, .grid = ProcessGrid{1, 1}};
  options.settings = {{"trace", (folder / "T.gus").string()}, {"stats", (folder / "S.json").string()}};
  const TaskType task("task");
  std::atomic<int> inner_tasks{0};
  for (int i = 0; i < 2; ++i) {
    Runtime runtime(options);
    runtime.submit(task(), [] {});
    runtime.wait();
  }
  {
    Runtime outer(options);
    outer.submit(task(), [&] {
      Runtime inner(options);
      for (int i = 0; i < 10; ++i) inner.submit(task(), [&] { ++inner_tasks; });
      inner.wait();
    });
    outer.wait();
  }
  EXPECT_EQ(inner_tasks, 10);
  EXPECT_THAT(files_in(folder), ElementsAre("S.2.json", "S.3.json", "S.4.json", "S.json", "T.2.node0.gus",
                                            "T.3.node0.gus", "T.4.node0.gus", "T.node0.gus"));
}

}  // namespace
}  // namespace gusset::cluster
