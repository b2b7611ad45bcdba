// Failures that one node's engine gets from other nodes, and failures that it reports to them.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>

#include "gusset/core.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "node_fixture.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using testing::task;

std::string text_of(const std::exception_ptr& failure) {
  if (!failure) return "none";
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  }
}

class NodeFailures : public testing::NodeTest {};

TEST_P(NodeFailures, ARemoteFailureSaysWhatTheKernelSaid) {
  try {
    std::rethrow_exception(make_remote_failure("potrf", "not positive definite"));
  } catch (const TaskFailure& failure) {
    EXPECT_STREQ(failure.what(), "task 'potrf' failed: not positive definite");
    EXPECT_EQ(failure.task(), "potrf");
    EXPECT_EQ(failure.why(), "not positive definite");
    try {
      failure.rethrow_nested();
      FAIL() << "expected a nested exception";
    } catch (const std::runtime_error& kernel) {
      EXPECT_STREQ(kernel.what(), "not positive definite");
    }
  }
}

TEST_P(NodeFailures, ReadersOfWhatFailedElsewhereAreSkipped) {
  std::atomic<int> ran{0};
  engine_.note(x_.state(), AccessMode::write);
  runtime_.submit(
      task(), [&] { ++ran; }, read(x_), write(y_));
  runtime_.submit(
      task(), [&] { ++ran; }, read(y_));
  engine_.fail(x_.state(), make_remote_failure("potrf", "no"));
  engine_.raise(x_.state(), 1);
  EXPECT_THROW(runtime_.wait(x_), TaskFailure);
  EXPECT_THROW(runtime_.wait(), TaskFailure);
  EXPECT_EQ(ran, 0);
  runtime_.submit(
      task(), [&] { ++ran; }, read(x_));
  EXPECT_NO_THROW(runtime_.wait());
  EXPECT_EQ(ran, 1);
}

TEST_P(NodeFailures, AReaderOfAFailedVersionWouldBeSkippedForTheFirstFailure) {
  EXPECT_EQ(text_of(engine_.failure_of(x_.state(), 0)), "none");
  runtime_.submit(
      task(), [] { throw std::runtime_error("broken"); }, write(x_));
  runtime_.submit(
      task(), [] {}, read(x_), write(y_));
  engine_.help([&] { return engine_.in_flight() == 0; });
  EXPECT_EQ(text_of(engine_.failure_of(x_.state(), 1)), "task 'task' failed: broken");
  EXPECT_EQ(text_of(engine_.failure_of(y_.state(), 1)), "task 'task' failed: broken");
  const Handle z = runtime_.handle("z");
  EXPECT_EQ(text_of(engine_.failure_of(z.state(), 0)), "none");
  EXPECT_EQ(text_of(engine_.failure()), "task 'task' failed: broken");
  EXPECT_EQ(text_of(engine_.failure()), "task 'task' failed: broken");
  EXPECT_EQ(text_of(engine_.take_failure()), "task 'task' failed: broken");
  EXPECT_EQ(text_of(engine_.failure()), "none");
  EXPECT_EQ(text_of(engine_.failure_of(x_.state(), 1)), "none");
  EXPECT_NO_THROW(runtime_.wait());
}

TEST_P(NodeFailures, ACancellationStopsReadersOfAllHandles) {
  runtime_.cancel();
  EXPECT_EQ(text_of(engine_.failure_of(x_.state(), 0)), "the program cancelled its tasks");
  EXPECT_THROW(runtime_.wait(), Cancelled);
  EXPECT_EQ(text_of(engine_.failure_of(x_.state(), 0)), "none");
}

INSTANTIATE_TEST_SUITE_P(Workers, NodeFailures, ::testing::Values(1u, 3u));

}  // namespace
}  // namespace gusset
