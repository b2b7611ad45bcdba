// Tests gusset efficiency on traces with known figures.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "fork_join_program.hpp"
#include "text_trace.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

TEST(Efficiency, RejectsBaselineWithoutRuns) {
  const TestFolder folder;
  write_trace(folder, "none.gus", "..\n");
  write_trace(folder, "two.gus", "aaa.\naaa.\n");
  const auto result = gusset_in(folder, {"efficiency", "two.gus", "--baseline", "none.gus"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gusset: none.gus: expected tasks that ran, found none\n");
  EXPECT_THAT(result.output, IsEmpty());
}

TEST(Efficiency, InflationIsNotRecordedWithoutACommonType) {
  const TestFolder folder;
  write_trace(folder, "one.gus", "bb|bb\n");
  write_trace(folder, "two.gus", "aaa.\naaa.\n");
  const std::string text = text_of(folder, {"efficiency", "two.gus", "--baseline", "one.gus"});
  EXPECT_THAT(text,
              HasSubstr("Speedup 1.33 over the baseline; no type ran in both, so the times of the same work "
                        "are unknown.\n"));
  EXPECT_THAT(text, ::testing::ContainsRegex("global efficiency +not recorded\n"));
  const json e = json_of(folder, {"efficiency", "two.gus", "--baseline", "one.gus"});
  EXPECT_TRUE(e.at("baseline").at("global_efficiency").is_null());
  EXPECT_TRUE(e.at("baseline").at("computation_scalability").is_null());
}

TEST(Efficiency, RejectsBaselineWithAsManyWorkers) {
  const TestFolder folder;
  const auto write_openmp = [&](const char* name, const char* text) {
    traces::Trace trace = *traces::testing::trace_from_text(text, 1'000'000);
    trace.metadata.runtime = traces::openmp_runtime;
    write_trace(folder, name, trace);
  };
  write_openmp("one.gus", "aaaa\naaaa\n");
  write_openmp("two.gus", "aaa.\naaa.\n");
  for (const char* command : {"efficiency", "report"}) {
    const auto result = gusset_in(folder, {command, "two.gus", "--baseline", "one.gus"});
    EXPECT_EQ(result.exit_status, 1);
    EXPECT_EQ(
        result.errors,
        "gusset: one.gus: expected a baseline on fewer workers than two.gus (which has 2; a num_threads "
        "clause overrides --threads), found 2 workers\n");
  }
  write_openmp("one.gus", "aaaaaaaa\n........\n");  // its second worker never worked
  EXPECT_THAT(text_of(folder, {"efficiency", "two.gus", "--baseline", "one.gus"}), HasSubstr("Speedup 2.67"));
}

TEST(Efficiency, SerialPartsAreNotBlamedOnTheTasksSize) {
  constexpr std::int64_t ms = 1'000'000;
  traces::testing::ForkJoinProgram program(2);
  const traces::TaskId serial = program.task("serial");
  program.run(0, serial, 0, 10 * ms);
  for (std::size_t lane = 0; lane < 2; ++lane)
    program.run(lane, program.joined("parallel a.c:1", serial, 8 * ms, 0), 8 * ms, 10 * ms);
  traces::Trace trace = program.trace();
  trace.metadata.runtime = traces::openmp_runtime;
  const TestFolder folder;
  write_trace(folder, "t.gus", trace);
  EXPECT_THAT(
      text_of(folder, {"efficiency", "t.gus"}),
      HasSubstr("Most is lost outside of parallel regions: threads were in none for 40.0 % of the time."));
}

TEST(Efficiency, SeparatesSerialisationFromTransferOnSeveralNodes) {
  const TestFolder folder;
  // The probe's "steps": two steps of 1 ms, one on each node; a message of 1192 bytes, which takes 1 ms of
  // latency and is sent at 1 MB/s; and two totals of 1 ms on node 0.
  ASSERT_EQ(gusset_in(folder, {"simulate", "-o", "p.gus", "--seeds", "1", "--platform", "2:1:1:1e-3:1e6",
                               "--", probe_path, "steps"})
                .exit_status,
            0);
  const json e = json_of(folder, {"efficiency", "p.gus"});
  const double communication = e.at("communication_efficiency");
  EXPECT_NEAR(e.at("serialisation_efficiency").get<double>() * e.at("transfer_efficiency").get<double>(),
              communication, 1e-9);
  EXPECT_LT(e.at("transfer_efficiency").get<double>(), 1.0);
  EXPECT_NEAR(e.at("serialisation_efficiency").get<double>(), 1.0, 1e-5)
      << "without message times, node 0 is never idle";
  EXPECT_THAT(text_of(folder, {"efficiency", "p.gus"}), HasSubstr("    transfer"));
}

TEST(Efficiency, NamesAWorkersNodeOnSeveralNodes) {
  const TestFolder folder;
  traces::Trace trace = *traces::testing::trace_from_text("a...\naaa.\n....\n", 1'000'000);
  trace.nodes = {{"node 0"}, {""}};
  trace.workers[1] = {traces::NodeId(1u), "worker 1"};
  trace.workers[2] = {traces::NodeId(1u), ""};
  write_trace(folder, "t.gus", trace);
  EXPECT_THAT(text_of(folder, {"efficiency", "t.gus"}), HasSubstr("node 1 worker 1 has most of it"));
  EXPECT_THAT(text_of(folder, {"info", "t.gus"}), HasSubstr("node 1 worker 2"));
}

TEST(Efficiency, PrintsFactorsAndBaselineComparison) {
  const TestFolder folder;
  write_trace(folder, "one.gus", "aa|aa\n");
  write_trace(folder, "two.gus", "aaa.\naaa.\n");
  EXPECT_THAT(
      text_of(folder, {"efficiency", "two.gus", "--baseline", "one.gus"}),
      StartsWith("Parallel efficiency 100.0 % = load balance 100.0 % × communication efficiency 100.0 %. "
                 "Workers were idle for only 0.0 % of the time. What they lost within tasks, for example to "
                 "creating "
                 "tasks or fetching chunks, counts as work here.\n"
                 "Speedup 1.33 over the baseline, computation scalability 66.7 %, global efficiency 66.7 %. "
                 "Most inflated: a, 1.50 times as long per task.\n"));
  const json e = json_of(folder, {"efficiency", "two.gus", "--baseline", "one.gus"});
  EXPECT_DOUBLE_EQ(e.at("baseline").at("types").at(0).at("ratio").get<double>(), 1.5);
  EXPECT_TRUE(json_of(folder, {"efficiency", "two.gus"}).at("baseline").is_null());
}

}  // namespace
}  // namespace gusset::testing
