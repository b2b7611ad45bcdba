// Loops, sections and singles of OpenMP programs: their iterations, chunks and balance.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/time/loops.hpp"
#include "openmp_recording.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using traces::LoopStatistics;
using traces::WorkConstruct;
using Schedule = traces::WorkConstruct::Schedule;
using Kind = traces::WorkConstruct::Kind;

class OpenMpLoops : public OpenMp {
 protected:
  TracePointer record_loops(const std::string& what) {
    // Makes threads that wait at a barrier sleep immediately, so that they need no processor on a busy
    // machine.
    const auto trace = record(folder_, "2", {"env", "KMP_BLOCKTIME=0", program("loops"), what});
    expect_sound(*trace);
    return trace;
  }
  /// The sentence of the finding `loop_imbalance`. Empty if there is no such finding.
  std::string imbalance() {
    const auto result = gusset_in(folder_, {"report", "t.gus", "--json"});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    const json report = json::parse(result.output);
    for (const json& finding : report.at("findings")) {
      if (finding.at("kind") == "loop_imbalance") return finding.at("sentence");
    }
    return "";
  }
  /// Records the program until a sentence that starts with `begin` names the imbalance, or, if `begin` is
  /// empty, until there is none. Makes up to `most_recordings` recordings, because on a busy machine a thread
  /// may start so late that an even loop seems uneven, or an uneven one even.
  TracePointer record_imbalance(const std::string& what, const std::string& begin) {
    TracePointer trace;
    std::string sentence;
    for (int attempt = 0; attempt < most_recordings; ++attempt) {
      trace = record_loops(what);
      sentence = imbalance();
      if (begin.empty() ? sentence.empty() : sentence.starts_with(begin)) return trace;
    }
    ADD_FAILURE() << "expected \"" << begin << "\" in one of " << most_recordings << " recordings, found \""
                  << sentence << '"';
    return trace;
  }
  static constexpr int most_recordings = 30;
  bool is_gnu() const { return GetParam() == "gnu"; }
  /// The beginning of a sentence about a construct: "The single at loops.c:"; "near" instead of "at" for g++.
  std::string beginning(const std::string& construct) const {
    return construct + (is_gnu() ? " near loops.c:" : " at loops.c:");
  }

  const TestFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(, OpenMpLoops, ::testing::Values("gnu", "clang"),
                         [](const auto& compiler) { return compiler.param; });

std::vector<LoopStatistics> loops_of_kind(const traces::Trace& trace, Kind kind) {
  std::vector<LoopStatistics> loops = traces::loops_of(trace).loops;
  std::erase_if(loops, [kind](const LoopStatistics& loop) { return loop.construct.kind != kind; });
  return loops;
}

TEST_P(OpenMpLoops, UnevenStaticLoopIsNamed) {
  const auto trace =
      record_imbalance("uneven", is_gnu() ? "The work in `parallel loops.c:" : beginning("The loop"));
  const auto loops = loops_of_kind(*trace, is_gnu() ? Kind::inferred : Kind::loop);
  ASSERT_EQ(loops.size(), 1U);
  EXPECT_THAT(loops[0].construct.place, StartsWith("loops.c:"));
  EXPECT_EQ(loops[0].executions, 10U);
  EXPECT_GE(loops[0].awaited, 1U);  // on a busy machine, few of the 10 barriers may count
  EXPECT_EQ(loops[0].iterations, is_gnu() ? traces::unknown_iterations : 640U);
}

TEST_P(OpenMpLoops, DynamicLoopIsBalanced) {
  const auto trace = record_imbalance("even", "");
  const auto loops = loops_of_kind(*trace, Kind::loop);
  ASSERT_EQ(loops.size(), 1U);
  EXPECT_EQ(loops[0].construct.schedule, Schedule::dynamic);
  EXPECT_EQ(loops[0].iterations, 640U);
  EXPECT_EQ(loops[0].chunks, 640U);
}

TEST_P(OpenMpLoops, UnevenSectionsAndSinglesAreNamed) {
  const auto sections = record_imbalance("sections", beginning("The sections"));
  const auto found = loops_of_kind(*sections, Kind::sections);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].executions, 10U);
  EXPECT_EQ(found[0].iterations, 20U);
  const auto single = record_imbalance("single", beginning("The single"));
  ASSERT_EQ(loops_of_kind(*single, Kind::single).size(), 1U);
  EXPECT_EQ(loops_of_kind(*single, Kind::single)[0].executions, 10U);
}

TEST_P(OpenMpLoops, SingleWithCopyprivateIsNamed) {
  const auto trace = record_imbalance("copy", beginning("The single"));
  const auto singles = loops_of_kind(*trace, Kind::single);
  ASSERT_EQ(singles.size(), 1U);
  EXPECT_EQ(singles[0].executions, 10U);
  EXPECT_THAT(run_recorded(folder_, "2", {program("loops"), "copy"}).output, HasSubstr("90\n"));
}

TEST_P(OpenMpLoops, ShortChunksAreSummedExactly) {
  const auto trace = record_loops("count");
  const auto loops = loops_of_kind(*trace, Kind::loop);
  ASSERT_EQ(loops.size(), 1U);
  EXPECT_EQ(loops[0].construct.chunk, 4U);
  EXPECT_EQ(loops[0].iterations, 1000U);
  EXPECT_EQ(loops[0].chunks, 250U);
  std::uint64_t iterations = 0;
  for (const traces::WorkShare& share : trace->worksharing.shares) {
    if (share.chunks > 0) iterations += share.iterations;
  }
  EXPECT_EQ(iterations, 1000U);
  EXPECT_LT(trace->worksharing.chunks.size(), 200U);  // 1000 µs on two threads, in pieces of at least 20 µs
  if (is_gnu()) {
    EXPECT_EQ(trace->worksharing.executions.at(0).first, 7);
    EXPECT_EQ(trace->worksharing.executions.at(0).step, 3);
  }
}

TEST_P(OpenMpLoops, EveryKindOfLoopIsCountedAndComputesTheSame) {
  const auto result = run_recorded(folder_, "2", {program("loops"), "kinds"});
  EXPECT_THAT(result.output, HasSubstr("800\n")) << result.errors;
  const auto trace = read_trace(folder_.file("t.gus"));
  const auto loops = loops_of_kind(*trace, Kind::loop);
  EXPECT_EQ(loops.size(), 8U);
  std::vector<Schedule> schedules;
  for (const LoopStatistics& loop : loops) {
    EXPECT_EQ(loop.iterations, 100U) << loop.construct.place;
    schedules.push_back(loop.construct.schedule);
  }
  EXPECT_THAT(schedules, ::testing::UnorderedElementsAre(
                             Schedule::dynamic, Schedule::guided, Schedule::runtime, Schedule::dynamic,
                             Schedule::guided, Schedule::guided, Schedule::runtime, Schedule::dynamic));
}

TEST_P(OpenMpLoops, OrderedLoopsStayOrdered) {
  const auto result = run_recorded(folder_, "2", {program("loops"), "ordered"});
  EXPECT_THAT(result.output, HasSubstr("300\n")) << result.errors;
  const auto trace = read_trace(folder_.file("t.gus"));
  const auto loops = loops_of_kind(*trace, Kind::loop);
  EXPECT_EQ(loops.size(), 3U);
  for (const LoopStatistics& loop : loops) EXPECT_TRUE(loop.construct.ordered) << loop.construct.place;
}

}  // namespace
}  // namespace gusset::testing
