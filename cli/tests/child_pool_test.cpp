#include "programs/child_pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "output/errors.hpp"
#include "run_program.hpp"

namespace gusset::cli {
namespace {

using testing::read_text;
using testing::TestFolder;

PoolJob shell(const TestFolder& folder, std::size_t id, const std::string& script) {
  PoolJob job;
  job.id = id;
  job.command = {"/bin/sh", "-c", script};
  job.errors = folder.file("errors" + std::to_string(id));
  return job;
}

std::vector<PoolEnd> all_ends(ChildPool& pool) {
  std::vector<PoolEnd> all;
  while (pool.running() > 0 && pool.interruption() == 0) {
    for (const PoolEnd& end : pool.wait(std::chrono::seconds(1))) all.push_back(end);
  }
  std::sort(all.begin(), all.end(), [](const PoolEnd& a, const PoolEnd& b) { return a.id < b.id; });
  return all;
}

// Whether a process with that number runs. Zombies do not.
bool is_running(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
  std::string number, name, state;
  return bool(status >> number >> name >> state) && state != "Z" && state != "X";
}

TEST(ChildPool, ReportsHowEachChildEnded) {
  const TestFolder folder;
  ChildPool pool;
  pool.start(shell(folder, 0, "exit 0"));
  pool.start(shell(folder, 1, "exit 7"));
  pool.start(shell(folder, 2, "kill -SEGV $$"));
  const auto ends = all_ends(pool);
  ASSERT_EQ(ends.size(), 3u);
  EXPECT_EQ(ends[0].exit_status, 0);
  EXPECT_EQ(ends[1].exit_status, 7);
  EXPECT_EQ(ends[2].signal, SIGSEGV);
  for (const PoolEnd& end : ends) EXPECT_FALSE(end.timed_out);
}

TEST(ChildPool, RedirectsStandardErrorAndGivesNoStandardInput) {
  const TestFolder folder;
  ChildPool pool;
  pool.start(shell(folder, 0, "read line; echo \"read <$line>\" >&2; echo lost"));
  all_ends(pool);
  EXPECT_EQ(read_text(folder.file("errors0")), "read <>\n");
}

TEST(ChildPool, ChildrenRunInParallel) {
  const TestFolder folder;
  const std::string first = folder.file("first"), second = folder.file("second");
  ChildPool pool;
  // Each program waits for the other.
  pool.start(shell(folder, 0, "touch " + first + "; while ! test -e " + second + "; do sleep 0.01; done"));
  pool.start(shell(folder, 1, "touch " + second + "; while ! test -e " + first + "; do sleep 0.01; done"));
  EXPECT_EQ(all_ends(pool).size(), 2u);
}

TEST(ChildPool, KillsATimedOutChildWithItsDescendants) {
  const TestFolder folder;
  const std::string number = folder.file("number");
  ChildPool pool;
  PoolJob job = shell(folder, 0, "sleep 1000 & echo $! > " + number + "; trap '' TERM INT; wait; sleep 1000");
  job.limit = std::chrono::milliseconds(1500);
  pool.start(job);
  const auto ends = all_ends(pool);
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_TRUE(ends[0].timed_out);
  const pid_t grandchild = std::stoi(read_text(number));
  while (is_running(grandchild)) std::this_thread::yield();
}

TEST(ChildPool, KillsProcessesThatAChildLeavesBehind) {
  const TestFolder folder;
  const std::string number = folder.file("number");
  ChildPool pool;
  pool.start(shell(folder, 0, "sleep 1000 & echo $! > " + number));
  EXPECT_EQ(all_ends(pool).front().exit_status, 0);
  const pid_t grandchild = std::stoi(read_text(number));
  while (is_running(grandchild)) std::this_thread::yield();
}

TEST(ChildPool, RecordsAStopSignalAndKillsRunningChildrenAtTheEnd) {
  const TestFolder folder;
  const std::string number = folder.file("number");
  {
    ChildPool pool;
    pool.start(shell(folder, 0, "echo $$ > " + number + "; kill -TERM $PPID; sleep 1000"));
    EXPECT_TRUE(all_ends(pool).empty());
    EXPECT_EQ(pool.interruption(), SIGTERM);
    EXPECT_EQ(pool.running(), 1u);
  }
  EXPECT_FALSE(is_running(std::stoi(read_text(number))));
}

TEST(ChildPool, StartingAMissingProgramFails) {
  const TestFolder folder;
  ChildPool pool;
  PoolJob job = shell(folder, 0, "");
  job.command = {"/nowhere/at/all"};
  EXPECT_THROW(pool.start(job), Failure);
  EXPECT_EQ(pool.running(), 0u);
}

}  // namespace
}  // namespace gusset::cli
