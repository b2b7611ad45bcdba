// The policies with squads on threads: two sockets of two workers each, whatever machine runs the test.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/core/errors.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace gusset {
namespace {

Options on_two_sockets(const std::string& policy) {
  Options options;
  options.policy = policy;
  options.threads = 4;
  options.domains = {DomainId(0), DomainId(0), DomainId(1), DomainId(1)};
  return options;
}

/// Adds 1 to every element, in halves of halves.
struct Increment {
  Runtime* runtime;

  void operator()(Tile<std::int64_t> tile) const {
    for (std::size_t i = 0; i < tile.rows; ++i) ++tile(i, 0);
  }
  void split(TileParts<std::int64_t> parts) const {
    static const TaskType type("increment");
    for (std::size_t i = 0; i < parts.rows(); ++i) runtime->submit(type(1), *this, write(parts(i, 0)));
  }
};

TEST(SquadsRun, RecursiveProgramsComputeTheSameUnderEveryPolicy) {
  for (const std::string policy : {"locality", "cab", "squads", "critical"}) {
    Runtime runtime(on_two_sockets(policy));
    auto data = TiledMatrix<std::int64_t>::full(runtime, "data", 640, 1, Blocks{1, 2, 2, 2, 2, 2, 2},
                                                Blocks{1, 1, 1, 1, 1, 1, 1});
    data.init([](std::size_t, std::size_t, Tile<std::int64_t> tile, std::size_t row, std::size_t) {
      for (std::size_t i = 0; i < tile.rows; ++i) tile(i, 0) = static_cast<std::int64_t>(row + i);
    });
    const TaskType type("increment");
    constexpr std::int64_t steps = 40;
    for (std::int64_t step = 0; step < steps; ++step)
      runtime.submit(type(1), Increment{&runtime}, write(data(0, 0)));
    runtime.wait();
    for (std::size_t row = 0; row < 640; ++row)
      ASSERT_EQ(data.element(row, 0), static_cast<std::int64_t>(row) + steps) << policy << ", row " << row;
  }
}

/// Both sockets are busy with leaves whose subtasks wait for a task in a pool.
TEST(SquadsRun, BusySquadsTakeWhatTheirSubtasksWaitFor) {
  Options options = on_two_sockets("cab");
  options.boundary = 1;
  Runtime runtime(options);
  const Handle late = runtime.handle("late");
  std::vector<Handle> own;
  for (int i = 0; i < 2; ++i) own.push_back(runtime.handle("own"));
  std::atomic<int> ended{0};
  const TaskType type("leaf");
  std::atomic<bool> is_open{false};
  runtime.pause();
  auto reserved = runtime.reserve(write(late));
  const auto submit_leaf = [&](const Handle& handle) {
    runtime.submit(
        type(1),
        [&] {
          runtime.submit(
              type(1), [&] { ended.fetch_add(1); }, read(late));
        },
        write(handle));
  };
  submit_leaf(own[0]);  // the oldest, for the other socket
  runtime.submit(
      type(1), [&] { is_open = true; }, std::move(reserved));
  submit_leaf(own[1]);  // the newest, for this socket
  runtime.wait();
  EXPECT_TRUE(is_open);
  EXPECT_EQ(ended, 2);
}

TEST(SquadsRun, PlansRunUnderSquadsAgainAndAgain) {
  Runtime runtime(on_two_sockets("squads"));
  auto data = TiledMatrix<std::int64_t>::full(runtime, "data", 64, 1, 8, 1);
  data.init([](std::size_t, std::size_t, Tile<std::int64_t> tile, std::size_t, std::size_t) {
    for (std::size_t i = 0; i < tile.rows; ++i) tile(i, 0) = 0;
  });
  const TaskType type("increment");
  Plan plan = runtime.capture([&] {
    for (std::size_t i = 0; i < 8; ++i) runtime.submit(type(1), Increment{&runtime}, write(data(i, 0)));
  });
  for (int run = 0; run < 10; ++run) runtime.run(plan);
  runtime.wait();
  for (std::size_t row = 0; row < 64; ++row) ASSERT_EQ(data.element(row, 0), 10) << row;
}

TEST(SquadsRun, AFailedLeafFreesItsSquad) {
  Options options = on_two_sockets("cab");
  options.boundary = 1;
  Runtime runtime(options);
  const TaskType type("leaf");
  std::atomic<int> ran{0};
  for (int i = 0; i < 20; ++i) {
    runtime.submit(type(1), [&ran, i] {
      if (i == 3) throw 1;
      ran.fetch_add(1);
    });
  }
  EXPECT_THROW(runtime.wait(), TaskFailure);
  EXPECT_EQ(ran, 19);
  for (int i = 0; i < 20; ++i) runtime.submit(type(1), [&ran] { ran.fetch_add(1); });
  runtime.wait();
  EXPECT_EQ(ran, 39);
}

TEST(SquadsRun, EveryWorkerNeedsADomain) {
  Options options = on_two_sockets("cab");
  options.domains.pop_back();
  try {
    const Runtime runtime(options);
    FAIL() << "accepted";
  } catch (const ConfigurationError& error) {
    EXPECT_STREQ(error.what(), "Options::domains: expected one domain for each of 4 workers, found 3");
  }
}

}  // namespace
}  // namespace gusset
