#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "example_call.hpp"
#include "sanitized.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;

// Figure 7 of Zafari, Larsson and Tillenius, "DuctTeip" (2019), for the worst-balanced blocks. The expected
// numbers come from an exact count that is independent of this simulator.
TEST(Figure7, IsReproducedByASweepOverGrids) {
  if (is_sanitized) GTEST_SKIP() << "its parts, counting and drawing, have tests of their own";
  const TestFolder folder;
  const auto gusset = [&](std::vector<std::string> words) {
    words.insert(words.begin(), GUSSET_BINARY);
    return run_program({std::move(words), {}, folder.path(), ""});
  };
  const auto swept =
      gusset({"tune", "--param", "blocks=18x12", "--grid", "9x1,1x9,3x3", "--objective", "bytes", "-o",
              "nine.json", "--", CHOLESKY_BINARY, "--size", "99792", "--blocks", "{blocks}"});
  ASSERT_EQ(swept.exit_status, 0) << swept.errors;
  const nlohmann::json sweep = nlohmann::json::parse(read_text(folder.file("nine.json")));
  struct Expected {
    double max_tasks, busiest_to_mean, deviation_to_mean, gigabytes;
  };
  const Expected expected[] = {
      {330'920, 1.749, 0.432, 197.7}, {212'264, 1.122, 0.107, 197.7}, {237'384, 1.255, 0.153, 142.1}};
  for (std::size_t i = 0; i < 3; ++i) {
    const nlohmann::json& measures = sweep["configurations"][i]["screen"]["measures"];
    const nlohmann::json& loads = measures["loads"];
    const double mean = loads["mean_tasks"].get<double>();
    EXPECT_EQ(loads["tasks_of"], "level2_tasks");
    EXPECT_EQ(loads["most_tasks"].get<double>(), expected[i].max_tasks);
    EXPECT_NEAR(loads["most_tasks"].get<double>() / mean, expected[i].busiest_to_mean, 0.0005);
    EXPECT_NEAR(loads["tasks_deviation"].get<double>() / mean, expected[i].deviation_to_mean, 0.0005);
    EXPECT_NEAR(measures["payload_bytes"].get<double>() * 1e-9, expected[i].gigabytes, 0.05);
  }
  ASSERT_EQ(gusset({"render", "nine.json", "-o", "nine.svg"}).exit_status, 0);
  const std::string svg = read_text(folder.file("nine.svg"));
  for (const char* text : {"Load of the nodes", "level-2 tasks per node", "330 920", "212 264", "237 384",
                           "sent by all nodes [GB]", "198 GB", "142 GB", "9x1", "1x9", "3x3",
                           "mean of all nodes (bars: standard deviation)", "busiest node above the mean"})
    EXPECT_THAT(svg, HasSubstr(text));
}

}  // namespace
}  // namespace gusset::testing
