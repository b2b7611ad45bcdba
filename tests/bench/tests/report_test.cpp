#include "bench/report.hpp"

#include <gtest/gtest.h>

#include "bench/statistics.hpp"

namespace gusset::bench {
namespace {

TEST(Report, MedianIsTheMiddleOrTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median({5.0}), 5.0);
  EXPECT_EQ(median({9.0, 1.0, 5.0}), 5.0);
  EXPECT_EQ(median({9.0, 1.0, 5.0, 2.0}), 3.5);
}

TEST(Report, BestPeerRespectsTheDirection) {
  Figure figure{"chain", "ns/task", 40.0, {{"A", 50.0}, {"B", 20.0}}, {}, {}, "lower"};
  EXPECT_EQ(best_peer(figure), 20.0);
  figure.better = "higher";
  EXPECT_EQ(best_peer(figure), 50.0);
  figure.peers.clear();
  EXPECT_EQ(best_peer(figure), std::nullopt);
}

TEST(Report, TableHasAColumnPerPeerAndDashesForMissingValues) {
  const std::vector<Figure> figures = {
      {"chain", "ns/task", 40.0, {{"B", 160.0}}, 110.0, 60.0, "lower"},
      {"efficiency", "share", {}, {{"A", 0.8}, {"B", 0.5}}, 0.87, {}, "higher"}};
  EXPECT_EQ(format_table(figures, {"A", "B"}),
            "| figure | unit | Gusset | A | B | best peer | Gusset ÷ best peer | goal | stretch |\n"
            "| --- | --- | --: | --: | --: | --: | --: | --: | --: |\n"
            "| chain | ns/task | 40.0 | – | 160 | 160 | 0.250 | ≤ 110 | ≤ 60 |\n"
            "| efficiency | share | – | 0.800 | 0.500 | 0.800 | – | ≥ 0.87 | – |\n");
}

TEST(Report, JsonHasNullsForMissingValues) {
  EXPECT_EQ(format_json({}), "[]\n");
  EXPECT_EQ(format_json({{"chain", "ns/task", {}, {{"B", 160.0}}, {}, {}, "lower"}}),
            "[\n  {\n    \"name\": \"chain\",\n    \"unit\": \"ns/task\",\n    \"ours\": null,\n"
            "    \"peers\": {\n      \"B\": 160.0\n    },\n    \"goal\": null,\n    \"better\": \"lower\"\n  "
            "}\n]\n");
}

}  // namespace
}  // namespace gusset::bench
