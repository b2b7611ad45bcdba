#include "gusset/viewer/model/what_if/what_if.hpp"

#include <gmock/gmock.h>

#include "documents.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;

WhatIf base_of(unsigned threads, unsigned nodes = 1) {
  WhatIf base;
  base.threads = threads;
  base.nodes = nodes;
  return base;
}

std::vector<std::string> options(const WhatIf& changed, const WhatIf& base) {
  std::vector<std::string> arguments = replay_arguments(changed, base, "T.gus", "R.gus", "S.json");
  EXPECT_THAT(std::vector<std::string>(arguments.begin(), arguments.begin() + 6),
              ElementsAre("replay", "T.gus", "-o", "R.gus", "--stats", "S.json"));
  arguments.erase(arguments.begin(), arguments.begin() + 6);
  return arguments;
}

TEST(WhatIf, BaseIsTheTracesMachine) {
  const WhatIf base = unchanged(*testing::loaded_from_text("aa\nbb\ncc")->trace);
  EXPECT_EQ(base, base_of(3));
  traces::Trace trace = *testing::loaded_from_text("aa\nbb\ncc")->trace;
  trace.nodes.resize(2);
  trace.workers[2].node = traces::NodeId(1);
  EXPECT_EQ(unchanged(trace), base_of(2, 2)) << "threads of the largest node";
  WhatIf without_workers = base_of(1);
  without_workers.states_threads = true;
  EXPECT_EQ(unchanged(traces::Trace{}), without_workers);
}

TEST(WhatIf, BaseHasThePolicyOfAPrediction) {
  traces::Trace trace = *testing::loaded_from_text("aa\nbb\ncc")->trace;
  trace.metadata.origin = traces::Origin::predicted;
  trace.metadata.model = R"({"model": {"scheduler": "fifo"}})";
  const WhatIf base = unchanged(trace);
  EXPECT_EQ(base.policy, "fifo");
  EXPECT_THAT(options(base, base), ElementsAre("--policy", "fifo"));
  WhatIf changed = base;
  changed.policy = "locality";
  EXPECT_THAT(options(changed, base), ElementsAre());
  EXPECT_EQ(what_if_title(changed, base), "what if: policy locality");
  trace.metadata.model = R"({"model": {"scheduler": "my own"}})";
  EXPECT_EQ(unchanged(trace).policy, "locality") << "gusset replay does not have the program's own";
}

TEST(WhatIf, SpeedOneIsNoChange) {
  WhatIf changed = base_of(4);
  changed.set_speed("gemm", 2.0);
  EXPECT_EQ(changed.speed_of("gemm"), 2.0);
  EXPECT_EQ(changed.speed_of("trsm"), 1.0);
  EXPECT_NE(changed, base_of(4));
  changed.set_speed("gemm", 1.0);
  EXPECT_EQ(changed, base_of(4));
}

TEST(WhatIf, KernelsAreTypesThatRanBusiestFirst) {
  EXPECT_THAT(kernels_of(*testing::loaded_from_text("abbbcc")), ElementsAre("b", "c", "a"));
}

TEST(WhatIf, KernelsOfAGraphWithoutTimesAreItsTypes) {
  traces::Trace trace = *testing::loaded_from_text("abbbcc")->trace;
  trace.workers.clear();
  trace.lanes.clear();
  const auto graph = index_trace(std::make_shared<traces::Trace>(trace), {}, 1);
  EXPECT_THAT(kernels_of(*graph), ElementsAre("a", "b", "c"));
}

TEST(WhatIf, GraphWithoutTimesAlwaysStatesThreads) {
  const WhatIf base = unchanged(traces::Trace{});
  EXPECT_THAT(options(base, base), ElementsAre("--threads", "1"));
  WhatIf changed = base;
  changed.threads = 4;
  EXPECT_THAT(options(changed, base), ElementsAre("--threads", "4"));
}

TEST(WhatIf, ArgumentsStateOnlyDifferences) {
  const WhatIf base = base_of(2, 4);
  EXPECT_THAT(options(base, base), ElementsAre());
  WhatIf changed = base;
  changed.threads = 8;
  changed.policy = "fifo";
  changed.set_speed("gemm", 2.0);
  changed.set_speed("trsm", 0.5);
  EXPECT_THAT(options(changed, base),
              ElementsAre("--threads", "8", "--policy", "fifo", "--scale", "gemm=0.5", "--scale", "trsm=2"));
  changed = base;
  changed.nodes = 9;
  EXPECT_THAT(options(changed, base), ElementsAre("--nodes", "9"));
  changed.latency_s = 5e-6;
  EXPECT_THAT(options(changed, base), ElementsAre("--nodes", "9", "--platform", "9:2::5e-06:1e+10"));
}

TEST(WhatIf, TitleNamesTheChanges) {
  const WhatIf base = base_of(2, 4);
  EXPECT_EQ(what_if_title(base, base), "simulated unchanged");
  WhatIf changed = base;
  changed.threads = 8;
  changed.set_speed("gemm", 2.5);
  EXPECT_EQ(what_if_title(changed, base), "what if: 8 workers per node, gemm 2.5× as fast");
  changed = base;
  changed.nodes = 1;
  changed.bandwidth_bytes_per_s = 5e9;
  changed.latency_s = 1e-6;
  changed.policy = "static";
  EXPECT_EQ(what_if_title(changed, base),
            "what if: 1 node, latency 1.00 µs, bandwidth 5.00 GB/s, policy static");
  changed = base;
  for (const char* type : {"a", "b", "c", "d", "e"}) changed.set_speed(type, 3.0);
  EXPECT_EQ(what_if_title(changed, base),
            "what if: a 3× as fast, b 3× as fast, c 3× as fast, and 2 more kernels");
}

}  // namespace
}  // namespace gusset::viewer
