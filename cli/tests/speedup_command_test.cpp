#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "answers/recorded_program.hpp"
#include "fork_join_program.hpp"
#include "gusset_call.hpp"
#include "run_program.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;

// 7 ms of work, 5 ms along the critical path.
ProgramResult speedup(const TestFolder& folder, const std::vector<std::string>& options) {
  std::ofstream(folder.file("g.dot")) << "digraph g { a [weight=1]; b [weight=3]; c [weight=2]; d "
                                         "[weight=1]; a -> b; a -> c; b -> d; c -> d; }";
  std::vector<std::string> words{"speedup", "g.dot"};
  words.insert(words.end(), options.begin(), options.end());
  return gusset_in(folder, words);
}

TEST(SpeedupCommand, RecommendsANumberOfThreads) {
  const TestFolder folder;
  const auto result = speedup(folder, {"--threads", "4,2", "--policy", "fifo"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.output,
            "Speedup 1.40 on 2 threads; the critical path limits it to 1.40.\n"
            "\n"
            "threads  makespan  speedup  Brent  at most\n"
            "1         7.00 ms     1.00   1.00     1.00\n"
            "2         5.00 ms     1.40   1.17     1.40\n"
            "4         5.00 ms     1.40   1.27     1.40\n"
            "T1 = 7.00 ms of busy time, T∞ = 5.00 ms along the longest path. Any schedule of these tasks: "
            "Tp ≥ max(T1/p, T∞); if no thread is idle while a task is ready: Tp ≤ T∞ + (T1 - T∞)/p (Brent). "
            "Assumed: a unit of work takes 1 ms.\n");
}

TEST(SpeedupCommand, DrawsTheCurveWithItsBounds) {
  const TestFolder folder;
  const auto result = speedup(folder, {"-o", "s.svg"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("Picture: s.svg\n"));
  const std::string picture = read_text(folder.file("s.svg"));
  for (const char* words : {"Speedup of g", "predicted", "(Brent)", "upper bound", "speedup"})
    EXPECT_THAT(picture, HasSubstr(words));
}

TEST(SpeedupCommand, JsonHasTheCurve) {
  const TestFolder folder;
  speedup(folder, {});
  const auto json = json_of(folder, {"speedup", "g.dot", "--threads", "2", "--seeds", "3"});
  EXPECT_EQ(json.at("format"), "gusset speedup");
  EXPECT_EQ(json.at("seeds"), 3);
  EXPECT_DOUBLE_EQ(json.at("work_s").get<double>(), 7e-3);
  EXPECT_DOUBLE_EQ(json.at("critical_path_s").get<double>(), 5e-3);
  EXPECT_EQ(json.at("excludes"), false);
  ASSERT_EQ(json.at("points").size(), 2U);
  EXPECT_EQ(json.at("points")[1].at("threads"), 2);
  EXPECT_DOUBLE_EQ(json.at("points")[1].at("makespan_range_s").at("max").get<double>(), 5e-3);
  EXPECT_DOUBLE_EQ(json.at("points")[1].at("speedup").get<double>(), 1.4);
}

TEST(SpeedupCommand, OmitsBrentsBoundWithAdds) {
  const TestFolder folder;
  write_trace(folder, "adds.gus", "aabb\na1: add x@0\nb1: add x@0");
  const auto json = json_of(folder, {"speedup", "adds.gus", "--threads", "2"});
  EXPECT_EQ(json.at("excludes"), true);
  EXPECT_TRUE(json.at("points")[1].at("brent_speedup").is_null());
}

/// A recording on that many threads: a thread creates two tasks, which take `first_ns` and 100 ms.
traces::Trace two_tasks(std::size_t threads, std::int64_t first_ns) {
  traces::testing::ForkJoinProgram program(threads);
  const traces::TaskId serial = program.task("serial");
  const traces::TaskId first = program.task("work", serial);
  const traces::TaskId second = program.task("work", serial);
  program.run(0, serial, 0, 0);
  program.run(0, first, 0, first_ns);
  const std::int64_t begin_ns = threads == 1 ? first_ns : 0;
  program.run(threads - 1, second, begin_ns, begin_ns + 100'000'000);
  traces::Trace trace = traces::testing::recorded(program);
  trace.metadata.program = "program";
  return trace;
}

/// The makespans are 200 to 204 ms on one thread and 100 to 104 ms on two.
TEST(SpeedupCommand, RepeatedRecordingsShowTheSpeedupThatWasMeasured) {
  const TestFolder folder;
  std::vector<std::string> words{"speedup", "two0.gus", "--threads", "2"};
  for (int run = 0; run < 5; ++run) {
    const std::string number = std::to_string(run);
    write_trace(folder, "two" + number + ".gus", two_tasks(2, (100 + run) * 1'000'000));
    write_trace(folder, "one" + number + ".gus", two_tasks(1, (100 + run) * 1'000'000));
    if (run > 0) words.insert(words.end(), {"--again", "two" + number + ".gus"});
    words.insert(words.end(), {"--baseline", "one" + number + ".gus"});
  }
  const auto json = json_of(folder, words);
  EXPECT_EQ(json.at("file"), "two2.gus") << "the median one";
  EXPECT_EQ(json.at("measured").at("runs"), 5);
  EXPECT_EQ(json.at("measured").at("runs_on_one_thread"), 5);
  EXPECT_NEAR(json.at("measured").at("interval").at("low").get<double>(), 1.95, 0.03);
  EXPECT_NEAR(json.at("measured").at("interval").at("high").get<double>(), 2.0, 0.03);
  EXPECT_EQ(json.at("points")[1].at("speedup_reliable"), true);
  EXPECT_DOUBLE_EQ(json.at("points")[1].at("speedup").get<double>(), 202.0 / 102.0);
  EXPECT_DOUBLE_EQ(json.at("points")[1].at("makespan_range_s").at("max").get<double>(), 0.104);
  const auto refused = [&](const std::vector<std::string>& options, const std::string& line) {
    std::vector<std::string> all{"speedup", "two0.gus"};
    all.insert(all.end(), options.begin(), options.end());
    EXPECT_EQ(gusset_in(folder, all).errors, "gusset: " + line + "\n");
  };
  refused({"--again", "two1.gus"},
          "speedup: expected several recordings on 1 thread with --again (--baseline), found none");
  refused({"--baseline", "one0.gus", "--baseline", "one1.gus"},
          "speedup: expected several recordings like T with several --baseline (--again), found none");
  refused({"--again", "one1.gus", "--baseline", "one0.gus"},
          "one1.gus: expected a recording of 2 threads, as two0.gus, found 1 thread");
  refused({"--again", "two0.gus", "--baseline", "one0.gus"},
          "two0.gus: expected each trace once, found it twice");
  traces::Trace other = two_tasks(2, 100'000'000);
  other.metadata.program = "other";
  write_trace(folder, "other.gus", other);
  refused({"--again", "other.gus", "--baseline", "one0.gus", "--baseline", "one1.gus"},
          "other.gus: expected a recording of program, as two0.gus, found other");
  write_trace(folder, "tasks.gus", "aa\na1: write x@0");
  EXPECT_EQ(gusset_in(folder, {"speedup", "tasks.gus", "--baseline", "tasks.gus"}).errors,
            "gusset: tasks.gus: expected an OpenMP program (for --baseline), found another kind of trace\n");
}

TEST(SpeedupCommand, RejectsBadSettingsInOneLine) {
  const TestFolder folder;
  const auto refused = [&](const std::vector<std::string>& options, int status, const std::string& line) {
    const auto result = speedup(folder, options);
    EXPECT_EQ(result.exit_status, status);
    EXPECT_EQ(result.errors, line + "\n");
    EXPECT_EQ(result.output, "");
    EXPECT_FALSE(std::filesystem::exists(folder.file("s.svg")));
  };
  refused({"--threads", "2,x"}, 2,
          "gusset: speedup: --threads: expected a whole number from 1 to 1024, found \"x\"");
  refused({"--threads", "2,,4"}, 2,
          "gusset: speedup: --threads: expected a whole number from 1 to 1024, found \"\"");
  refused({"--threads", "2,"}, 2,
          "gusset: speedup: --threads: expected a whole number from 1 to 1024, found \"\"");
  refused({"-o", "s.txt"}, 2,
          "gusset: s.txt: expected a name that ends in .png, .svg or .pdf, found another extension");
  refused({"-o", "s.svg", "--scale", "x=2"}, 1,
          "gusset: g.dot: expected a task type \"x\" to scale, found none");
}

}  // namespace
}  // namespace gusset::testing
