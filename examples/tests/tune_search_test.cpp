// gusset tune --search finds the best configuration, as a sweep over all of them does, but simulates only
// about a tenth of the tasks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "example_call.hpp"
#include "sanitized.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

constexpr std::uint64_t seeds = 10;

json swept(const Words& options, const Words& program) {
  const TestFolder folder;
  Words words{GUSSET_BINARY, "tune", "-o", "s.json", "--confirm", "0", "--seeds", std::to_string(seeds)};
  words.insert(words.end(), options.begin(), options.end());
  words.emplace_back("--");
  words.insert(words.end(), program.begin(), program.end());
  const auto result = run_program({words, {}, folder.path(), ""});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  return json::parse(read_text(folder.file("s.json")));
}

std::uint64_t simulated_tasks(const json& sweep) {
  std::uint64_t tasks = 0;
  for (const json& row : sweep.at("configurations")) {
    const auto tasks_of = [](const json& outcome) {
      return outcome.at("measures").at("level1_tasks").get<std::uint64_t>();
    };
    if (row.contains("one_seed")) tasks += tasks_of(row.at("one_seed"));
    if (!row.at("screen").is_null()) tasks += seeds * tasks_of(row.at("screen"));
  }
  return tasks;
}

double time_of(const json& sweep, std::size_t row) {
  return sweep.at("configurations").at(row).at("screen").at("measures").at("makespan_s").get<double>();
}

// The best time for each number of cores on the front.
std::map<unsigned, double> front_of(const json& sweep) {
  std::map<unsigned, double> front;
  for (const json& row : sweep.at("front")) {
    const json& measures = sweep.at("configurations").at(row.get<std::size_t>()).at("screen").at("measures");
    front[measures.at("nodes").get<unsigned>() * measures.at("threads").get<unsigned>()] =
        time_of(sweep, row.get<std::size_t>());
  }
  return front;
}

void expect_same_answer(Words options, const Words& program) {
  const json full = swept(options, program);
  options.emplace_back("--search");
  const json found = swept(options, program);
  EXPECT_LE(static_cast<double>(simulated_tasks(found)), 0.12 * static_cast<double>(simulated_tasks(full)));
  const auto expected = front_of(full);
  const auto searched = front_of(found);
  ASSERT_FALSE(expected.empty());
  double best_s = expected.begin()->second;
  double found_s = searched.begin()->second;
  for (const auto& [cores, time_s] : expected) best_s = std::min(best_s, time_s);
  for (const auto& [cores, time_s] : searched) found_s = std::min(found_s, time_s);
  EXPECT_EQ(found_s, best_s);
  for (const auto& [cores, time_s] : expected) {
    ASSERT_TRUE(searched.contains(cores)) << cores;
    EXPECT_NEAR(searched.at(cores) / time_s, 1.0, 0.005) << cores;
  }
}

TEST(TuneSearch, FindsTheBestCholeskyAndTheFront) {
  if (is_sanitized) GTEST_SKIP() << "its parts have tests of their own";
  expect_same_answer({"--platform", ":4:20:2e-5:2e9", "--nodes", "1,2,4,8", "--grid", "all", "--threads",
                      "2,4", "--policy", "locality,fifo", "--param", "blocks=4,6,8,10,12,14,16,18,20,24"},
                     {CHOLESKY_BINARY, "--size", "2000", "--blocks", "{blocks}"});
}

}  // namespace
}  // namespace gusset::testing
