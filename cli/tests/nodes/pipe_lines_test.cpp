#include "programs/pipe_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <csignal>

#include <string>
#include <vector>

#include "programs/start_program.hpp"

namespace gusset::cli {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::SizeIs;

std::vector<std::string> lines_of(const std::string& script) {
  PipeLines lines;
  ProgramStart start;
  start.command = {"/bin/sh", "-c", script};
  sigemptyset(&start.signal_mask);
  start.errors_descriptor = lines.write_end();
  const pid_t child = start_program(start);
  std::vector<std::string> result;
  lines.read_until_end_of(child, [&result](const std::string* line) {
    if (line != nullptr) result.push_back(*line);
  });
  reap(child);
  return result;
}

TEST(PipeLines, GivesEachLineWithoutItsEnd) {
  EXPECT_THAT(lines_of("printf 'one\\n\\ntwo\\nlast' >&2"), ElementsAre("one", "", "two", "last"));
}

TEST(PipeLines, JoinsALineThatComesInParts) {
  EXPECT_THAT(lines_of("printf 'be' >&2; sleep 0.15; printf 'gin\\n' >&2"), ElementsAre("begin"));
}

TEST(PipeLines, ManyLinesDoNotBlockTheChild) {
  const auto lines =
      lines_of("i=0; while [ $i -lt 5000 ]; do echo 0123456789012345678901234567890; i=$((i+1)); done >&2");
  EXPECT_THAT(lines, SizeIs(5000));
  EXPECT_THAT(lines, Each(std::string("0123456789012345678901234567890")));
}

TEST(PipeLines, DoesNotWaitForProcessesThatTheChildLeavesBehind) {
  // The process left behind keeps the pipe for longer than the test's timeout.
  const auto lines = lines_of("sleep 300 & echo $! >&2");
  ASSERT_THAT(lines, SizeIs(1));
  kill(std::stoi(lines.front()), SIGKILL);
}

}  // namespace
}  // namespace gusset::cli
