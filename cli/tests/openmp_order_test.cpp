// How waits, regions and locks limit an OpenMP program: bounds, predictions and findings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "openmp_recording.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class OpenMpOrder : public OpenMp {
 protected:
  TracePointer record_program(const std::string& what) {
    const auto trace = record(folder_, "2", {program("known_speedups"), what});
    expect_sound(*trace);
    return trace;
  }
  json answer_of(const std::vector<std::string>& words) {
    std::vector<std::string> all = words;
    all.emplace_back("t.gus");
    all.emplace_back("--json");
    const auto result = gusset_in(folder_, all);
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    return json::parse(result.output, nullptr, false);
  }
  /// Expects a predicted speedup below `limit` on 16 threads, unless the prediction is marked as not
  /// reliable: on a busy machine, starting a task may take long.
  void expect_speedup_below(double limit) {
    const json answer = answer_of({"speedup", "--threads", "16"});
    const json& point = answer.at("points").back();
    if (point.at("speedup_reliable") == true) {
      EXPECT_LT(point.at("speedup").get<double>(), limit);
    }
    EXPECT_LT(point.at("most_speedup").get<double>(), limit + 1);
  }
  std::vector<std::string> findings() {
    std::vector<std::string> kinds;
    const json answer = answer_of({"report"});
    for (const json& finding : answer.at("findings")) kinds.push_back(finding.at("kind"));
    return kinds;
  }
  static double bound_share(const traces::Trace& trace) {
    const auto bound = traces::critical_bound(trace, traces::TaskGraph(trace));
    return static_cast<double>(bound->length_ns) /
           static_cast<double>(traces::compute_statistics(trace).makespan_ns);
  }

  const TestFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(, OpenMpOrder, ::testing::Values("gnu", "clang"),
                         [](const auto& compiler) { return compiler.param; });

TEST_P(OpenMpOrder, AwaitedTasksAreSequential) {
  const auto trace = record_program("awaited");
  expect_speedup_below(1.1);
  EXPECT_GT(bound_share(*trace), 0.5);
}

TEST_P(OpenMpOrder, CriticalSectionsLimitTheSpeedup) {
  const auto trace = record_program("critical");
  EXPECT_EQ(trace->fork_join.holds.size(), 100U);
  expect_speedup_below(1.3);
}

TEST_P(OpenMpOrder, RegionsFollowEachOtherAndTheirThreadsAreNotSlow) {
  const auto trace = record_program("loops");
  EXPECT_GT(bound_share(*trace), 0.5);
  const std::vector<std::string> kinds = findings();
  ASSERT_FALSE(kinds.empty());
  EXPECT_THAT(kinds, ::testing::Not(::testing::Contains("slow_worker")));
  EXPECT_THAT(kinds, ::testing::Contains(::testing::AnyOf("loop_imbalance", "preempted")));
  const json answer = answer_of({"speedup", "--threads", "16"});
  EXPECT_EQ(answer.at("points").back().at("reliable"), false);
  EXPECT_THAT(answer.at("points").back().at("reasons").dump(), HasSubstr("was not recorded"));
}

TEST_P(OpenMpOrder, ContendedLockIsNamed) {
  const auto trace = record_program("locks");
  ASSERT_EQ(trace->fork_join.locks.size(), 1U);
  EXPECT_THAT(trace->fork_join.locks.front(), HasSubstr("lock known_speedups.c:"));
  EXPECT_EQ(trace->fork_join.holds.size(), 200U);
  const std::vector<std::string> kinds = findings();
  ASSERT_FALSE(kinds.empty());
  // On a busy machine, the threads may share a processor, and then need not wait for the lock.
  EXPECT_TRUE(kinds.front() == "lock_contention" || kinds.front() == "preempted") << kinds.front();
}

TEST_P(OpenMpOrder, NestedLockIsHeldFromTheFirstSetToTheLastUnset) {
  const auto trace = record_program("nested");
  ASSERT_EQ(trace->fork_join.holds.size(), 20U);
  for (const traces::LockHold& hold : trace->fork_join.holds) EXPECT_GE(hold.end_ns - hold.begin_ns, 220'000);
}

TEST_P(OpenMpOrder, TasksOfThreadsThatShareAProcessorAreNotCalledTooFine) {
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  unsigned processor = 0;
  while (!CPU_ISSET(processor, &allowed)) ++processor;
  const auto trace =
      record(folder_, "2", {"taskset", "-c", std::to_string(processor), program("known_speedups"), "plain"});
  ASSERT_FALSE(trace->processor_time.bindings.empty());
  EXPECT_EQ(trace->processor_time.bindings.front().processors, 1U);
  EXPECT_FALSE(trace->processor_time.uses.empty());
  const json answer = answer_of({"report"});
  const json& first = answer.at("findings").front();
  EXPECT_EQ(first.at("kind"), "preempted");
  EXPECT_THAT(first.at("sentence").get<std::string>(),
              HasSubstr("2 threads share 1 processor (affinity mask 0x"));
  const std::vector<std::string> kinds = findings();
  EXPECT_THAT(kinds, ::testing::Not(::testing::Contains("too_fine")));
  EXPECT_THAT(kinds, ::testing::Not(::testing::Contains("ready_not_taken")));
  EXPECT_THAT(kinds, ::testing::Not(::testing::Contains("slow_worker")));
}

}  // namespace
}  // namespace gusset::testing
