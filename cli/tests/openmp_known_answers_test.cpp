// OpenMP programs whose right answers are known: predictions, valid clauses, and MPI ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "openmp_recording.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class OpenMpKnownAnswers : public OpenMp {
 protected:
  TracePointer record_known(const std::string& name, const std::string& what) {
    const auto trace = record(folder_, "2", {program(name), what});
    expect_sound(*trace);
    return trace;
  }
  json speedup(const std::string& threads) {
    const auto result = gusset_in(folder_, {"speedup", "t.gus", "--threads", threads, "--json"});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    return json::parse(result.output, nullptr, false);
  }

  const TestFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(, OpenMpKnownAnswers, ::testing::Values("gnu", "clang"),
                         [](const auto& compiler) { return compiler.param; });

TEST_P(OpenMpKnownAnswers, PredictionIsNotReliableIfTasksTakeLongerToStartThanToRun) {
  const auto trace = record_known("known_answers", "fibonacci");
  EXPECT_EQ(trace->tasks.size(), 1U + 2 + 2 * 10'945);
  const json answer = speedup("2");
  const json& two = answer.at("points").back();
  EXPECT_EQ(two.at("threads"), 2);
  EXPECT_EQ(two.at("speedup_reliable"), false);
  EXPECT_EQ(two.at("recorded"), true) << "its makespan is no prediction";
  EXPECT_THAT(answer.at("points").front().at("reasons").dump(), HasSubstr("starting all tasks takes"));
  EXPECT_THAT(answer.at("assumptions").dump(), HasSubstr("starting a task takes"));
  EXPECT_THAT(gusset_in(folder_, {"speedup", "t.gus", "--threads", "2"}).output,
              StartsWith("Not reliable: "));
}

/// A tenth of each task is outside of the critical section, so the speedup is at most 1.11.
TEST_P(OpenMpKnownAnswers, CriticalSectionBoundsEveryNumberOfThreads) {
  record_known("known_speedups", "critical");
  const json answer = speedup("2,16");
  for (const json& point : answer.at("points")) {
    // A task that loses its processor for a while takes longer outside of the section, too.
    if (point.at("speedup_reliable") != true) continue;
    EXPECT_LT(point.at("speedup").get<double>(), 1.2);
    EXPECT_LT(point.at("most_speedup").get<double>(), 1.2);
  }
}

/// The blocks are on the two nodes alternately, so each task reads its neighbour's block from the other node.
TEST_P(OpenMpKnownAnswers, TasksOnSeveralNodesFollowWhatTheyWrite) {
  const auto trace = record_known("known_answers", "ring");
  const auto on_two_nodes = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"replay", "t.gus", "--nodes", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return gusset_in(folder_, words);
  };
  const auto without = on_two_nodes({});
  EXPECT_EQ(without.exit_status, 1);
  EXPECT_EQ(without.errors,
            "gusset: t.gus: expected the bytes of its data (--sizes FILE), because OpenMP does not report "
            "them, found none\n");
  std::ofstream(folder_.file("sizes.txt")) << "* 1000000\n";
  const auto result = on_two_nodes({"--sizes", "sizes.txt", "--json", "-o", "two.gus"});
  ASSERT_EQ(result.exit_status, 0) << result.errors;
  const json found = json::parse(result.output, nullptr, false);
  EXPECT_EQ(found.at("totals").at("payload_bytes"), 20 * 1'000'000);
  EXPECT_EQ(found.at("inputs").at("reliable"), false);
  EXPECT_THAT(found.at("inputs").at("reasons").dump(), HasSubstr("the program ran on one node"));
  EXPECT_THAT(found.at("inputs").at("assumptions").dump(), HasSubstr("4 groups, round-robin"));
  const double makespan_s = found.at("makespan_s");
  const auto bound = traces::critical_bound(*trace, traces::TaskGraph(*trace));
  EXPECT_GE(makespan_s, seconds(bound->length_ns));
  // 20 messages of 1 MB at 10 GB/s, one after the other
  EXPECT_GE(makespan_s, seconds(bound->length_ns) + 18 * 1e-4);
  for (const char* each : {"work_s", "critical_path_s", "network_s"})
    EXPECT_GE(makespan_s * (1.0 + 1e-9), found.at("bounds").at(each).get<double>()) << each;
  EXPECT_EQ(gusset_in(folder_, {"check", "two.gus"}).exit_status, 0);
  const auto again = gusset_in(folder_, {"replay", "two.gus", "--json"});
  EXPECT_EQ(json::parse(again.output, nullptr, false).at("totals").at("payload_bytes"), 20 * 1'000'000)
      << again.errors;
}

TEST_P(OpenMpKnownAnswers, BaselineOfOneThreadShowsHowLongTasksTakeAlone) {
  record_known("known_speedups", "critical");
  const auto alone = gusset_in(
      folder_, {"run", "-o", "one.gus", "--threads", "1", "--", program("known_speedups"), "critical"},
      environment);
  ASSERT_EQ(alone.exit_status, 0) << alone.errors;
  EXPECT_THAT(read_trace(folder_.file("one.gus"))->metadata.notes,
              ::testing::Contains(traces::asked_for_one_thread));
  const auto compared =
      gusset_in(folder_, {"speedup", "t.gus", "--threads", "2", "--baseline", "one.gus", "--json"});
  ASSERT_EQ(compared.exit_status, 0) << compared.errors;
  EXPECT_THAT(compared.output, ::testing::Not(HasSubstr("--baseline")));
  const auto refused = gusset_in(folder_, {"speedup", "one.gus", "--baseline", "t.gus"});
  EXPECT_NE(refused.exit_status, 0);
  EXPECT_THAT(refused.errors, HasSubstr("t.gus: expected a recording of 1 thread, found 2 threads"));
}

TEST_P(OpenMpKnownAnswers, ValidClausesAreRecordedWithTheirResult) {
  if (GetParam() != "gnu") GTEST_SKIP() << "LLVM's runtime, which clang's programs use, aborts on them";
  const auto result = run_recorded(folder_, "2", {program("known_answers"), "clauses"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_THAT(result.output, StartsWith("1225\n"));  // 0 + 1 + … + 49
  expect_sound(*read_trace(folder_.file("t.gus")));
}

/// Starts two ranks with the installed MPI.
class OpenMpRanks : public ::testing::Test {
 protected:
  void SetUp() override {
    if (mpirun.empty()) GTEST_SKIP() << "mpicc or mpirun was not found when the tests were built";
  }
  /// Records two ranks: `gusset run` starts mpirun if `outside` is true; otherwise, mpirun starts it twice.
  void run_two(bool outside) {
    const std::vector<std::string> launcher = {mpirun, "--oversubscribe", "-n", "2"};
    const std::vector<std::string> run = {gusset_path, "run", "-o", "A.gus", "--"};
    std::vector<std::string> words = outside ? run : launcher;
    const std::vector<std::string>& inner = outside ? launcher : run;
    words.insert(words.end(), inner.begin(), inner.end());
    words.push_back(programs + "/ranks_mpi");
    auto variables = environment;
    variables["OMPI_ALLOW_RUN_AS_ROOT"] = variables["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1";
    const auto result = run_program({words, variables, folder_.path(), ""});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_THAT(result.output, HasSubstr("A.0.gus: 15 tasks on 2 workers"));
    EXPECT_THAT(result.output, HasSubstr("A.1.gus: 25 tasks on 2 workers"));
    EXPECT_THAT(folder_.names(), ElementsAre("A.0.gus", "A.1.gus"));
    for (const char* name : {"A.0.gus", "A.1.gus"}) expect_sound(*read_trace(folder_.file(name)));
  }

  static inline const std::string mpirun = OPENMP_MPIRUN;
  const TestFolder folder_;
};

TEST_F(OpenMpRanks, RankThatMpirunStartsHasItsOwnTrace) {
  run_two(true);
}

TEST_F(OpenMpRanks, RankThatIsRecordedByItselfHasItsOwnTrace) {
  run_two(false);
}

}  // namespace
}  // namespace gusset::testing
