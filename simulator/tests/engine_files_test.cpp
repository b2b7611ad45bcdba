// The traces and statistics that the engine writes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cholesky.hpp"
#include "gusset/core/annotation.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::contents;
using testing::factorize;
using testing::in_child;
using testing::options;
using testing::temporary;

TEST(SimulationEngine, WritesAPredictedTraceAndStatistics) {
  const auto trace_path = temporary("w.gus");
  const auto stats_path = temporary("w.json");
  in_child([&] {
    Options wanted = options({{"platform", "4:2:1:1e-6:1e9"},
                              {"stats", stats_path.string()},
                              {"trace", trace_path.string()},
                              {"progress", "0"}});
    Runtime runtime(wanted);
    factorize(runtime, 400, 8);
  });
  const auto document = nlohmann::json::parse(contents(stats_path));
  EXPECT_EQ(document.at("inputs").at("grid"), "2x2");
  EXPECT_EQ(document.at("totals").at("level1_tasks"), 120);
  const auto trace = traces::read_gus(trace_path);
  ASSERT_TRUE(trace) << trace.error().message();
  EXPECT_EQ((*trace)->tasks.size(), 120u);
  EXPECT_EQ((*trace)->metadata.origin, traces::Origin::predicted);
  EXPECT_EQ((*trace)->metadata.program, "simulator_tests");
  const auto model = nlohmann::json::parse((*trace)->metadata.model);
  EXPECT_EQ(model.at("model"), document.at("model"));
  EXPECT_EQ(model.at("inputs"), document.at("inputs"));
  std::int64_t last_ns = 0;
  for (const auto& lane : (*trace)->lanes) {
    for (const std::int64_t end_ns : lane.spans.end_ns) last_ns = std::max(last_ns, end_ns);
  }
  EXPECT_EQ(document.at("makespan_s").get<double>(), static_cast<double>(last_ns) / 1e9);
  std::filesystem::remove(trace_path);
  std::filesystem::remove(stats_path);
}

TEST(SimulationEngine, AnnotationsBecomeAttributesOfTheTrace) {
  const auto trace_path = temporary("annotated.gus");
  in_child([&] {
    Options wanted =
        options({{"platform", "1:2:1:1e-6:1e9"}, {"trace", trace_path.string()}, {"progress", "0"}});
    Runtime runtime(wanted);
    const TaskType task("task");
    runtime.submit(task(1e6), [] {});
    for (int i = 0; i < 2; ++i) {
      const Annotation iteration("iteration", i);
      runtime.submit(task(1e6), [] {});
    }
  });
  const auto trace = traces::read_gus(trace_path);
  ASSERT_TRUE(trace) << trace.error().message();
  ASSERT_FALSE((*trace)->attributes.empty());
  EXPECT_EQ((*trace)->attributes[0],
            (traces::Attribute{
                "iteration", {traces::TaskId(1), traces::TaskId(2)}, std::vector<std::int64_t>{0, 1}}));
  std::filesystem::remove(trace_path);
}

TEST(SimulationEngine, SameSeedGivesSameBytesInTwoProcesses) {
  const auto run = [](const std::string& name) {
    const auto trace_path = temporary(name + ".gus");
    const auto stats_path = temporary(name + ".json");
    in_child([&] {
      Options wanted = options(
          {{"platform", "6:3:2:1e-6:1e9"}, {"stats", stats_path.string()}, {"trace", trace_path.string()}});
      wanted.seed = 7;
      Runtime runtime(wanted);
      factorize(runtime, 600, 12);
    });
    const std::string bytes = contents(trace_path) + contents(stats_path);
    std::filesystem::remove(trace_path);
    std::filesystem::remove(stats_path);
    return bytes;
  };
  const std::string first = run("first");
  EXPECT_GT(first.size(), 10'000u);
  EXPECT_TRUE(first == run("second"));
}

TEST(SimulationEngine, SecondSimulationInAProcessGetsItsOwnFiles) {
  const auto path = temporary("again.json");
  const auto second = temporary("again.2.json");
  in_child([&] {
    for (int i = 0; i < 2; ++i) {
      Runtime runtime(options({{"platform", "1:2:1:0:1e9"}, {"stats", path.string()}}));
      factorize(runtime, 40, 2 + static_cast<std::size_t>(i));
    }
  });
  EXPECT_EQ(nlohmann::json::parse(contents(path)).at("totals").at("level1_tasks"), 4);
  EXPECT_EQ(nlohmann::json::parse(contents(second)).at("totals").at("level1_tasks"), 10);
  std::filesystem::remove(path);
  std::filesystem::remove(second);
}

}  // namespace
}  // namespace gusset::simulator
