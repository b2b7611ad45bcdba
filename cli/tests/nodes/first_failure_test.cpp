#include "nodes/first_failure.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <vector>

namespace gusset::cli {
namespace {

NodeEnd end_of(unsigned node, std::int64_t time_ns, int signal, int exit_status = 0) {
  NodeEnd end;
  end.node = node;
  end.time_ns = time_ns;
  end.signal = signal;
  end.exit_status = exit_status;
  end.runtimes = 1;
  return end;
}

// The number of the node that failed first; -1 if none has failed.
int first_of(const std::vector<NodeEnd>& list) {
  std::map<unsigned, NodeEnd> ends;
  for (const NodeEnd& end : list) ends[end.node] = end;
  const NodeEnd* const first = first_failure(ends);
  return first == nullptr ? -1 : static_cast<int>(first->node);
}

TEST(FirstFailure, IsTheFirstThatEnded) {
  EXPECT_EQ(first_of({end_of(0, 30, SIGTERM), end_of(1, 20, SIGABRT), end_of(2, 40, 0, 7)}), 1);
  EXPECT_EQ(first_of({end_of(0, 30, SIGKILL), end_of(1, 40, SIGSEGV)}), 0);
}

TEST(FirstFailure, NodesThatWereStoppedOrEndedWellHaveNotFailed) {
  NodeEnd stopped = end_of(0, 10, SIGTERM);
  stopped.was_stopped = true;
  NodeEnd good = end_of(1, 20, 0);
  good.finished = 1;
  EXPECT_EQ(first_of({stopped, good}), -1);
  EXPECT_EQ(first_of({stopped, good, end_of(2, 30, 0, 3)}), 2);
}

TEST(FirstFailure, AnAbortMayFollowACrashThatIsReportedLater) {
  EXPECT_EQ(first_of({end_of(0, 10, SIGABRT), end_of(1, 900'000'000, SIGSEGV)}), 1);
  EXPECT_EQ(first_of({end_of(0, 10, 0, 1), end_of(1, 20, 0, 0)}), 1);  // node 1 did not destroy its runtime
  EXPECT_EQ(first_of({end_of(0, 10, SIGABRT), end_of(1, 2'000'000'000, SIGSEGV)}), 0);
  EXPECT_EQ(first_of({end_of(0, 10, SIGABRT), end_of(1, 200'000'000, SIGKILL)}), 1);
  EXPECT_EQ(first_of({end_of(0, 10, SIGABRT), end_of(1, 400'000'000, SIGKILL)}),
            0);  // the launcher ended node 1
}

TEST(FirstFailure, IsTheLostPeerEvenIfItsEndIsReportedLater) {
  NodeEnd follower = end_of(1, 10, SIGABRT);
  follower.lost_peer = true;
  EXPECT_EQ(first_of({follower, end_of(2, 40, SIGABRT)}), 2);
  EXPECT_EQ(first_of({follower, end_of(2, 40, 0)}), 2);                 // it did not destroy its runtime
  EXPECT_EQ(first_of({follower, end_of(0, 320'000'000, SIGKILL)}), 1);  // the launcher ended node 0
}

}  // namespace
}  // namespace gusset::cli
