#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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
            "1         7.00 ms     1.00   0.58     1.00\n"
            "2         5.00 ms     1.40   0.82     1.40\n"
            "4         5.00 ms     1.40   1.04     1.40\n"
            "T1 = 7.00 ms of work, T∞ = 5.00 ms along the longest path. Brent: Tp ≤ T1/p + T∞; always "
            "Tp ≥ max(T1/p, T∞). Assumed: a unit of work takes 1 ms.\n");
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
