#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "gusset_call.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* platform = R"({"nodes": 1, "cores": 2, "latency_s": 1e-6, "bandwidth_bytes_per_s": 1e9,
  "caches": [{"level": 2, "bytes": 262144, "shared_by": 1}, {"level": 3, "bytes": 1048576, "shared_by": 2}]})";
constexpr const char* without_caches =
    R"({"nodes": 1, "cores": 2, "latency_s": 1e-6, "bandwidth_bytes_per_s": 1e9})";

struct Caches : ::testing::Test {
  Caches() {
    folder.write("p.json", platform);
    folder.write("none.json", without_caches);
  }
  ProgramResult simulate(const std::string& with) {
    return gusset_in(folder, {"simulate", "--caches", "--platform", with, "--costs", "work:1e3", "--stats",
                              "s.json", "-o", "t.gus", "--", probe_path, "steps"});
  }
  void expect_refused(const std::vector<std::string>& words, const std::string& line) {
    const auto result = gusset_in(folder, words);
    EXPECT_NE(result.exit_status, 0);
    EXPECT_EQ(result.errors, line + "\n");
  }
  TestFolder folder;
};

TEST_F(Caches, SimulationsReportWhatTheyMiss) {
  const auto result = simulate("p.json");
  ASSERT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("are missing in L2 and "));
  EXPECT_THAT(result.output, HasSubstr("Assumed: a byte from memory takes 0.250 ns"));
  const json statistics = json::parse(read_text(folder.file("s.json")));
  EXPECT_GT(statistics.at("caches").at("l3_missing_bytes"), 0);
  EXPECT_EQ(statistics.at("model").at("costs").at("caches").at("l3_bytes"), 1048576);
  EXPECT_EQ(gusset_in(folder, {"check", "t.gus"}).exit_status, 0);

  const json stats = json::parse(gusset_in(folder, {"stats", "t.gus", "--json"}).output);
  std::uint64_t missing = 0;
  for (const json& type : stats.at("caches")) missing += type.at("l3_missing_bytes").get<std::uint64_t>();
  EXPECT_EQ(missing, statistics.at("caches").at("l3_missing_bytes"));
  const auto replayed =
      gusset_in(folder, {"replay", "t.gus", "--caches", "--platform", "p.json", "-o", "r.gus"});
  EXPECT_EQ(replayed.exit_status, 0) << replayed.errors;
  EXPECT_THAT(replayed.output, HasSubstr("are missing in L2 and "));
  EXPECT_TRUE(
      json::parse(gusset_in(folder, {"compare", "t.gus", "r.gus", "--json"}).output).contains("caches"));
}

TEST_F(Caches, RefusalsAreOneLine) {
  const std::string expected =
      "gusset: --caches: expected a platform that states caches of level 2 or 3, found ";
  for (const char* command : {"simulate", "tune"}) {
    std::vector<std::string> words{command, "--caches", "--platform", "none.json", "--costs", "work:1e3"};
    if (command == std::string("tune")) words.insert(words.end(), {"-o", "sweep.json"});
    words.insert(words.end(), {"--", probe_path, "steps"});
    expect_refused(words, expected + "none.json without them");
  }
  expect_refused({"simulate", "--caches", "--platform", "p.json", "--", probe_path, "steps"},
                 "gusset: --caches: expected task costs (--costs, or a platform with GFlop/s), found none");
  ASSERT_EQ(simulate("p.json").exit_status, 0);
  expect_refused(
      {"replay", "t.gus", "--caches", "--platform", "none.json"},
      "gusset: none.json: expected a platform that states caches of level 2 or 3, found no caches");
  expect_refused({"calibrate", "t.gus", "-o", "c.json", "--platform", "p.json"},
                 "gusset: calibrate: --platform: expected --caches with it, found no --caches");
  expect_refused({"calibrate", "--machine", "--caches"},
                 "gusset: calibrate: --caches: expected measured traces, found --machine");
}

TEST_F(Caches, CalibrationWritesOnlySignificantPrices) {
  ASSERT_EQ(
      gusset_in(folder, {"run", "--threads", "1", "-o", "m.gus", "--", probe_path, "steps"}).exit_status, 0);
  const auto result =
      gusset_in(folder, {"calibrate", "m.gus", "--caches", "--platform", "p.json", "-o", "c.json"});
  ASSERT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("No price for bytes that "));
  EXPECT_THAT(read_text(folder.file("c.json")), Not(HasSubstr("ns_per_byte")));
}

TEST_F(Caches, TuneFollowsThem) {
  const auto result = gusset_in(folder, {"tune", "--caches", "--platform", "p.json", "--costs", "work:1e3",
                                         "--threads", "1,2", "-o", "sweep.json", "--", probe_path, "steps"});
  ASSERT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(json::parse(read_text(folder.file("sweep.json"))).at("sweep").at("caches"), true);
}

}  // namespace
}  // namespace gusset::testing
