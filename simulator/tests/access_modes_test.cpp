// Custom access modes in simulated time.
#include <gtest/gtest.h>

#include "gusset/core/access_mode.hpp"
#include "gusset/traces/model/validate.hpp"
#include "simulate.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::in_child;
using testing::Interval;
using testing::interval_of;
using testing::simulate;
using testing::timed;
using testing::type;

TEST(AccessModes, CustomModesAreSimulatedAndAppearInTheTrace) {
  const AccessMode maximum = define_access_mode("test maximum", {true, true, true});
  const AccessMode look = define_access_mode("test look", {true, false, false});
  const SimulationResult result = simulate(timed(1, 4), [&](Runtime& runtime) {
    const Handle x = runtime.handle("x", 8);
    for (int i = 0; i < 3; ++i)
      runtime.submit(
          type(1), [] {}, access(maximum, x));
    for (int i = 0; i < 3; ++i)
      runtime.submit(
          type(1), [] {}, access(look, x));
    runtime.submit(
        type(1), [] {}, add(x));
  });
  for (std::size_t task = 3; task < 6; ++task) EXPECT_EQ(interval_of(*result.trace, task), (Interval{3, 4}));
  EXPECT_EQ(interval_of(*result.trace, 6), (Interval{4, 5}));
  const traces::Trace& trace = *result.trace;
  ASSERT_EQ(trace.access_modes.size(), access_modes().size());
  const traces::AccessMode& row = trace.access_modes[trace.accesses.items[0].mode.value()];
  EXPECT_EQ(row.name, "test maximum");
  EXPECT_EQ(trace.access_modes[trace.accesses.items[3].mode.value()].name, "test look");
  EXPECT_EQ(trace.access_modes[trace.accesses.items[6].mode.value()].name, "add");
  const auto valid = traces::validate(trace, "predicted");
  EXPECT_TRUE(valid) << valid.error().message();
}

TEST(AccessModes, ExclusiveReadsExcludeEachOtherAtEachReplica) {
  in_child([] {
    const AccessMode probe = define_access_mode("test probe", {true, true, false});
    const SimulationResult result = simulate(timed(2, 2), [&](Runtime& runtime) {
      const Handle x = runtime.handle("x", 100, NodeId(0));
      for (const unsigned node : {0u, 0u, 1u, 1u})
        runtime.submit(
            type(4).on(NodeId(node)), [] {}, access(probe, x));
    });
    EXPECT_EQ(interval_of(*result.trace, 0), (Interval{0, 4}));
    EXPECT_EQ(interval_of(*result.trace, 1), (Interval{4, 8}));
    EXPECT_EQ(interval_of(*result.trace, 2), (Interval{2, 6}));  // the message takes 2 s
    EXPECT_EQ(interval_of(*result.trace, 3), (Interval{6, 10}));
  });
}

}  // namespace
}  // namespace gusset::simulator
