// Accesses registered before their tasks, versions, and waits that never end, in simulated time.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "simulate.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::in_child;
using testing::Interval;
using testing::interval_of;
using testing::message_of;
using testing::simulate;
using testing::timed;
using testing::type;

TEST(Reservations, LaterTasksWaitForTheReservedAccess) {
  const SimulationResult result = simulate(timed(1, 2), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8);
    auto first = runtime.reserve(write(x));
    runtime.submit(
        type(1), [] {}, write(x));  // 0: after the reserved access
    runtime.submit(
        type(3), [] {}, std::move(first));  // 1
    runtime.wait();
  });
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{0, 3}));
  EXPECT_EQ(interval_of(*result.trace, 0), (Interval{3, 4}));
}

TEST(Reservations, ReservationInTheMiddleKeepsItsOrder) {
  const SimulationResult result = simulate(timed(1, 4), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8);
    runtime.submit(
        type(2), [] {}, write(x));  // 0
    auto second = runtime.reserve(write(x));
    runtime.submit(
        type(1), [] {}, write(x));  // 1: third
    runtime.submit(
        type(1), [] {}, read(x));  // 2: fourth
    runtime.submit(
        type(1), [] {}, std::move(second));  // 3
    runtime.wait();
  });
  EXPECT_EQ(interval_of(*result.trace, 3), (Interval{2, 3}));
  EXPECT_EQ(interval_of(*result.trace, 1), (Interval{3, 4}));
  EXPECT_EQ(interval_of(*result.trace, 2), (Interval{4, 5}));
}

TEST(Reservations, ReservedRemoteReadGetsItsVersion) {
  in_child([] {
    const SimulationResult result = simulate(timed(2, 1), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      auto early = runtime.reserve(read(x));
      runtime.submit(
          type(1), [] {}, write(x));  // 0: after the reserved read
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, read(x));  // 1: the written version
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, std::move(early));  // 2: message [0, 2)
      runtime.submit(
          type(1).on(NodeId(1)), [] {}, read(x));  // 3: the same message as task 1
    });
    EXPECT_EQ(interval_of(*result.trace, 2), (Interval{2, 3}));
    EXPECT_EQ(interval_of(*result.trace, 0), (Interval{2, 3}));
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{5, 6}));  // message [3, 5)
    EXPECT_EQ(interval_of(*result.trace, 3), (Interval{6, 7}));
    EXPECT_EQ(result.trace->messages.size(), 2u);
  });
}

TEST(Reservations, UnusedReservationBlocksNothing) {
  const SimulationResult result = simulate(timed(1, 1), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8);
    std::optional reserved(runtime.reserve(write(x)));
    runtime.submit(
        type(1), [] {}, write(x));
    reserved.reset();
    runtime.wait();
  });
  EXPECT_EQ(result.statistics.makespan_s, 1.000000001);  // ending the reservation takes 1 ns
}

TEST(Reservations, NamesTaskThatWaitsForAnOpenReservation) {
  const std::string message = message_of([] {
    simulate(timed(1, 1), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 8);
      const auto reserved = runtime.reserve(write(x));
      runtime.submit(
          type(1), [] {}, write(x));
      runtime.wait();
    });
  });
  EXPECT_EQ(
      message,
      "simulate: expected every task to become ready, found 't' waiting for version 1 of x, which stays at "
      "0");
}

TEST(Versions, NamesVersionThatNeverComes) {
  const std::string message = message_of([] {
    simulate(timed(1, 1), [](Runtime& runtime) {
      const Handle x = runtime.handle("x", 8);
      runtime.submit(
          type(1), [] {}, write(x));
      runtime.wait(x, 5);
    });
  });
  EXPECT_EQ(message, "simulate: expected a handle to reach version 5, found x, which stays at 1");
}

TEST(Versions, WaitForAVersionReturnsBeforeLaterTasksEnd) {
  const SimulationResult result = simulate(timed(1, 2), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8);
    for (int i = 0; i < 3; ++i)
      runtime.submit(
          type(2).near(WorkerId(1)), [] {}, write(x));
    EXPECT_EQ(runtime.version(x), 0u);
    runtime.wait(x, 1);
    EXPECT_EQ(runtime.version(x), 1u);
    runtime.submit(type(1), [] {});  // 3
    runtime.wait();
    EXPECT_EQ(runtime.version(x), 3u);
  });
  EXPECT_EQ(result.trace->tasks.submit_ns[3], 2'000'000'000);
  EXPECT_EQ(result.statistics.makespan_s, 6.0);
}

TEST(Versions, CountedTasksRaiseVersionsAtOnce) {
  SimulationInputs inputs;
  simulate(inputs, [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8);
    runtime.submit(
        type(1), [] {}, write(x));
    EXPECT_EQ(runtime.version(x), 1u);
    runtime.wait(x, 1);
  });
}

}  // namespace
}  // namespace gusset::simulator
