#include "gusset/viewer/model/document/job_runner.hpp"

#include <gtest/gtest.h>

#include <future>
#include <stdexcept>

#include "ui_queue.hpp"

namespace gusset::viewer {
namespace {

using testing::UiQueue;

const auto unexpected = [](const std::string& what) { FAIL() << what; };

TEST(JobRunner, ResultsArriveOnTheUiThread) {
  UiQueue queue;
  JobRunner jobs(queue.post(), 2);
  int result = 0;
  std::thread::id where;
  jobs.start(
      "sum", [](const JobRunner::Cancelled&) { return 6 * 7; },
      [&](int value) {
        result = value;
        where = std::this_thread::get_id();
      },
      unexpected);
  EXPECT_TRUE(jobs.busy("sum"));
  queue.run_until([&] { return !jobs.busy(); });
  EXPECT_EQ(result, 42);
  EXPECT_EQ(where, std::this_thread::get_id());
}

TEST(JobRunner, NewJobMakesTheEarlierOneStale) {
  UiQueue queue;
  JobRunner jobs(queue.post(), 2);
  std::promise<void> started;
  std::promise<void> go;
  std::vector<int> results;
  const auto keep = [&](int value) { results.push_back(value); };
  jobs.start(
      "slot",
      [&](const JobRunner::Cancelled&) {
        started.set_value();
        go.get_future().wait();
        return 1;
      },
      keep, unexpected);
  started.get_future().wait();
  jobs.start(
      "slot", [](const JobRunner::Cancelled&) { return 2; }, keep, unexpected);
  queue.run_until([&] { return !results.empty(); });
  go.set_value();
  queue.run_until([&] { return queue.taken() == 2; });
  EXPECT_EQ(results, (std::vector<int>{2}));
}

TEST(JobRunner, CancelledJobSeesTheFlagAndDeliversNothing) {
  UiQueue queue;
  JobRunner jobs(queue.post(), 1);
  std::promise<void> started;
  std::promise<void> gave_up;
  jobs.start(
      "slot",
      [&](const JobRunner::Cancelled& cancelled) {
        started.set_value();
        while (!cancelled.load(std::memory_order_relaxed)) std::this_thread::yield();
        gave_up.set_value();
        return 0;
      },
      [](int) { FAIL(); }, unexpected);
  started.get_future().wait();
  jobs.cancel("slot");
  EXPECT_FALSE(jobs.busy("slot"));
  gave_up.get_future().wait();
  queue.run_until([&] { return queue.taken() == 1; });
}

TEST(JobRunner, CancelledQueuedJobNeverRuns) {
  UiQueue queue;
  std::promise<void> go;
  bool ran = false;
  {
    JobRunner jobs(queue.post(), 1);
    std::shared_future<void> gate = go.get_future().share();
    jobs.start(
        "first",
        [gate](const JobRunner::Cancelled&) {
          gate.wait();
          return 0;
        },
        [](int) {}, unexpected);
    jobs.start(
        "second", [&](const JobRunner::Cancelled&) { return ran = true; }, [](bool) {}, unexpected);
    jobs.cancel("second");
    go.set_value();
    queue.run_until([&] { return !jobs.busy(); });
  }
  EXPECT_FALSE(ran);
}

TEST(JobRunner, ExceptionReachesTheUiThread) {
  UiQueue queue;
  JobRunner jobs(queue.post(), 1);
  std::string what;
  jobs.start(
      "slot", [](const JobRunner::Cancelled&) -> int { throw std::runtime_error("no room"); },
      [](int) { FAIL(); }, [&](const std::string& text) { what = text; });
  queue.run_until([&] { return !what.empty(); });
  EXPECT_EQ(what, "no room");
}

TEST(JobRunner, LaterChangesAreReportedAfterAnExceptionInAResultHandler) {
  UiQueue queue;
  JobRunner jobs(queue.post(), 1);
  int changes = 0;
  const auto connection = jobs.busy_changed.connect([&] { ++changes; });
  jobs.start(
      "slot", [](const JobRunner::Cancelled&) { return 0; }, [](int) { throw std::runtime_error("handler"); },
      unexpected);
  EXPECT_EQ(changes, 1);
  EXPECT_THROW(queue.run_until([&] { return !jobs.busy(); }), std::runtime_error);
  EXPECT_EQ(changes, 2);
  EXPECT_FALSE(jobs.busy());
  jobs.start(
      "slot", [](const JobRunner::Cancelled&) { return 0; }, [](int) {}, unexpected);
  EXPECT_EQ(changes, 3);
  queue.run_until([&] { return !jobs.busy(); });
  EXPECT_EQ(changes, 4);
}

TEST(JobRunner, ResultsAfterDestructionAreDropped) {
  UiQueue queue;
  {
    JobRunner jobs(queue.post(), 1);
    std::promise<void> done;
    jobs.start(
        "slot",
        [&](const JobRunner::Cancelled&) {
          done.set_value();
          return 1;
        },
        [](int) { FAIL(); }, unexpected);
    done.get_future().wait();
  }
  queue.run_all();
}

}  // namespace
}  // namespace gusset::viewer
