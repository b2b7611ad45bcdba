#include "gusset/traces/sweep/sweep_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "gusset/base/json_field.hpp"
#include "output/errors.hpp"
#include "run_program.hpp"
#include "some_sweep.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;
using nlohmann::json;
using testing::failure;
using testing::found;
using testing::some_sweep;
using ::testing::StartsWith;
using testing::success;

Sweep full_sweep() {
  Sweep sweep = some_sweep();
  sweep.definition.platform = {"rackham.json", "0123456789abcdef"};
  sweep.definition.nodes = {9};
  sweep.definition.seeds = 10;
  sweep.objective = Objective::node_hours;
  sweep.limits = {64'000'000'000U, 600.0, 2.5};
  sweep.is_search = true;
  sweep.rows[2].one_seed = success(found(0.6, 0, 0, 7000, 1.2, 600, 1));
  sweep.rows[0].confirm = success(found(0.413, 0.401, 0.432, 6000, 1.1, 500));
  sweep.rows[0].screen->measures->assumptions = {"a", "b"};
  sweep.rows[1].confirm = failure("signal 9 (Killed)");
  sweep.rows[2].screen.reset();
  return sweep;
}

Sweep balanced_sweep() {
  SweepDefinition definition = testing::nine_nodes();
  definition.balancing = {"off", "smart"};
  Sweep sweep = new_sweep(definition);
  sweep.rows[1].screen = success(found(0.413, 0.401, 0.432, 6000, 1.1, 500));
  sweep.rows[1].screen->measures->migrated_tasks = 12;
  return sweep;
}

TEST(SweepFile, ReadsBackTheSame) {
  for (const Sweep& sweep :
       {some_sweep(), full_sweep(), balanced_sweep(), new_sweep(testing::nine_nodes())}) {
    EXPECT_EQ(sweep_of(json::parse(sweep_text(sweep)), "S.json"), sweep);
  }
}

TEST(SweepFile, EarlierVersionHasNoLoadBalancing) {
  json document = json::parse(sweep_text(some_sweep()));
  document["sweep"].erase("balancing");
  for (json& row : document["configurations"]) {
    row.erase("balancing");
    if (!row["screen"]["measures"].is_null()) row["screen"]["measures"].erase("migrated_tasks");
  }
  EXPECT_EQ(sweep_of(document, "S.json"), some_sweep());
}

TEST(SweepFile, EarlierVersionHasNoLoads) {
  json document = json::parse(sweep_text(some_sweep()));
  Sweep expected = some_sweep();
  for (const std::size_t row : {0U, 1U, 2U}) {
    document["configurations"][row]["screen"]["measures"].erase("loads");
    expected.rows[row].screen->measures->loads.reset();
  }
  EXPECT_EQ(sweep_of(document, "S.json"), expected);
}

TEST(SweepFile, ListsTheFront) {
  Sweep sweep = some_sweep();
  json document = json::parse(sweep_text(sweep));
  EXPECT_EQ(document["front_of"], json({"time", "bytes", "balance", "memory"}));
  EXPECT_EQ(document["front"], json({0, 1}));
  sweep.rows[0].screen->measures->nodes = 18;
  document = json::parse(sweep_text(sweep));
  EXPECT_EQ(document["front_of"], json({"time", "core-hours"}));
  document["front"] = "never read";
  EXPECT_EQ(sweep_of(document, "S.json"), sweep);
}

TEST(SweepFile, EarlierVersionHasNoBudgetsAndNoSearch) {
  json document = json::parse(sweep_text(some_sweep()));
  for (const char* field : {"time_limit_s", "core_hours_limit", "search", "front_of", "front"})
    document.erase(field);
  EXPECT_EQ(sweep_of(document, "S.json"), some_sweep());
}

TEST(SweepFile, FirstFieldIdentifiesIt) {
  EXPECT_THAT(sweep_text(some_sweep()),
              StartsWith("{\n  \"format\": \"gusset sweep\",\n  \"version\": 1,\n"));
  const gusset::testing::TestFolder folder;
  EXPECT_TRUE(is_sweep_file(folder.write("s.json", sweep_text(some_sweep()))));
  EXPECT_FALSE(is_sweep_file(folder.write("t.json", R"({"format": "gusset info", "version": 1})")));
  EXPECT_FALSE(is_sweep_file(folder.write("u.json", R"({"version": 1, "format": "gusset sweep"})")));
  EXPECT_FALSE(is_sweep_file(folder.file("missing")));
}

// A change to a sweep's document, and the resulting error message.
struct Damage {
  std::string name;
  std::function<void(json&)> change;
  std::string message;
};

void PrintTo(const Damage& tested, std::ostream* out) {
  *out << tested.name;
}

class DamagedSweep : public ::testing::TestWithParam<Damage> {};

TEST_P(DamagedSweep, NamesFileAndFieldInOneLine) {
  json document = json::parse(sweep_text(full_sweep()));
  GetParam().change(document);
  try {
    sweep_of(document, "S.json");
    ADD_FAILURE() << "accepted";
  } catch (const DocumentError& refused) {
    EXPECT_EQ(std::string(refused.what()), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(
    SweepFile, DamagedSweep,
    ::testing::Values(
        Damage{"NotAnObject", [](json& d) { d = json::array(); },
               "S.json: expected a JSON object, found a list"},
        Damage{"AnotherFormat", [](json& d) { d["format"] = "gusset info"; },
               "S.json: format: expected \"gusset sweep\", found \"gusset info\""},
        Damage{"LaterVersion", [](json& d) { d["version"] = 2; }, "S.json: version: expected 1, found 2"},
        Damage{"NoSweep", [](json& d) { d.erase("sweep"); },
               "S.json: sweep: expected an object, found nothing"},
        Damage{"NoProgram", [](json& d) { d["sweep"]["program"] = json::array(); },
               "S.json: sweep.program: expected at least one word, found a list"},
        Damage{"UnknownObjective", [](json& d) { d["objective"] = "speed"; },
               "S.json: objective: expected time, node-hours, core-hours, bytes or balance, found \"speed\""},
        Damage{"NegativeNodes", [](json& d) { d["sweep"]["nodes"][0] = -1; },
               "S.json: sweep.nodes[0]: expected a whole number below 2^32, found -1"},
        Damage{"HugeNodes", [](json& d) { d["sweep"]["nodes"][0] = 1ULL << 40; },
               "S.json: sweep.nodes[0]: expected a whole number below 2^32, found 1099511627776"},
        Damage{"MissingRow", [](json& d) { d["configurations"].erase(0); },
               "S.json: configurations: expected one for each of the sweep's 4 combinations, found 3"},
        Damage{"RowsOutOfOrder", [](json& d) { std::swap(d["configurations"][0], d["configurations"][1]); },
               "S.json: configurations[0]: expected the sweep's combination number 0, found an object"},
        Damage{"TimeIsText",
               [](json& d) { d["configurations"][1]["screen"]["measures"]["makespan_s"] = "x"; },
               "S.json: configurations[1].screen.measures.makespan_s: expected a number from 0 to 1e100, "
               "found \"x\""},
        Damage{"NegativeTime",
               [](json& d) { d["configurations"][1]["screen"]["measures"]["makespan_s"] = -1.0; },
               "S.json: configurations[1].screen.measures.makespan_s: expected a number from 0 to 1e100, "
               "found -1.0"},
        Damage{"TooManyCombinations",
               [](json& d) {
                 for (int i = 0; i < 30; ++i)
                   d["sweep"]["parameters"].push_back({{"name", "p"}, {"values", {"1", "2", "3"}}});
               },
               "S.json: sweep: expected at most 100000 combinations, found more"}),
    [](const auto& tested) { return tested.param.name; });

TEST(SweepFile, RejectsOtherFilesInOneLine) {
  const gusset::testing::TestFolder folder;
  const auto message = [](const std::string& path) -> std::string {
    try {
      (void)read_sweep(path);
    } catch (const DocumentError& refused) {
      return refused.what();
    }
    return "accepted";
  };
  const std::string path = folder.write("s.json", "{\"format\": ");
  EXPECT_EQ(message(path), path + ": line 1, column 12: expected JSON, found the end of the file");
  EXPECT_EQ(message(folder.write("s.json", "")),
            path + ": line 1, column 1: expected JSON, found the end of the file");
  EXPECT_EQ(message(folder.file("no")),
            folder.file("no") + ": expected a file that can be read, found No such file or directory");
  EXPECT_EQ(message(folder.path().string()),
            folder.path().string() + ": expected a file that can be read, found Is a directory");
}

TEST(SweepFile, NamesTheFirstDifference) {
  const SweepDefinition a = testing::nine_nodes();
  EXPECT_EQ(difference_of(a, a), "");
  SweepDefinition b = a;
  b.seeds = 3;
  EXPECT_EQ(difference_of(a, b), "--seeds");
  b.caches = true;
  EXPECT_EQ(difference_of(a, b), "--caches");
  b.costs.checksum = "0";
  EXPECT_EQ(difference_of(a, b), "--costs");
  b.balancing = {"off", "smart"};
  EXPECT_EQ(difference_of(a, b), "--balance");
  b.grids = {"1x1"};
  EXPECT_EQ(difference_of(a, b), "--grid");
  b.program = {"./other"};
  EXPECT_EQ(difference_of(a, b), "PROGRAM ARGS…");
}

}  // namespace
}  // namespace gusset::cli
