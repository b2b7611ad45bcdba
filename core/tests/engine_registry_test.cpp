#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_engine.hpp"
#include "gusset/core.hpp"

namespace gusset {
namespace {

std::string refusal(const Options& options) {
  try {
    make_engine(options);
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "accepted";
}

bool register_fake() {
  return register_engine({"fake", {"speed"}, [](const Options&) -> std::unique_ptr<Engine> {
                            return std::make_unique<testing::FakeEngine>(
                                ProcessGrid{2, 2, 1}, std::make_shared<testing::FakeLog>());
                          }});
}

TEST(EngineRegistry, MakesARegisteredEngine) {
  register_fake();
  Options options;
  options.engine = "fake";
  options.settings["speed"] = "1";
  EXPECT_EQ(make_engine(options)->grid().nodes(), 4u);
}

TEST(EngineRegistry, TakenNameIsNotReplaced) {
  register_fake();
  EXPECT_FALSE(register_fake());
  EXPECT_FALSE(register_engine({"run", {}, nullptr}));
  EXPECT_EQ(make_engine({})->workers(), available_cores());
}

TEST(EngineRegistry, BuiltInEngineIsListedFirst) {
  register_fake();
  EXPECT_THAT(engine_names(), ::testing::ElementsAre("run", "fake"));
}

TEST(EngineRegistry, MissingEngineErrorNamesTheLibraryToLink) {
  register_fake();
  Options options;
  options.engine = "simulate";
  EXPECT_EQ(refusal(options),
            "this program lacks the engine \"simulate\" (it has: run, fake); link gusset::simulator");
  options.engine = "record";
  EXPECT_EQ(refusal(options),
            "this program lacks the engine \"record\" (it has: run, fake); link gusset::core_tracing");
  options.engine = "rnu";
  EXPECT_EQ(refusal(options), "this program lacks the engine \"rnu\" (it has: run, fake)");
}

TEST(EngineRegistry, UnknownSettingErrorListsKnownSettings) {
  register_fake();
  Options options;
  options.settings["treads"] = "4";
  EXPECT_EQ(
      refusal(options),
      "GUSSET_TREADS: expected a setting of the engine \"run\" (GUSSET_BOUNDARY, GUSSET_ENGINE, GUSSET_GRID, "
      "GUSSET_HANDSHAKE, GUSSET_PIN, GUSSET_POLICY, GUSSET_SCHEDULE, GUSSET_SCHEDULE_FORM, GUSSET_SEED, "
      "GUSSET_THREADS, GUSSET_WINDOW), found an unknown one");
  options.engine = "fake";
  EXPECT_EQ(
      refusal(options),
      "GUSSET_TREADS: expected a setting of the engine \"fake\" (GUSSET_BOUNDARY, GUSSET_ENGINE, "
      "GUSSET_GRID, "
      "GUSSET_HANDSHAKE, GUSSET_PIN, GUSSET_POLICY, GUSSET_SCHEDULE, GUSSET_SCHEDULE_FORM, GUSSET_SEED, "
      "GUSSET_THREADS, GUSSET_WINDOW, GUSSET_SPEED), found an unknown one");
}

TEST(EngineRegistry, RunEngineRefusesGridsOfSeveralNodes) {
  Options options;
  options.grid = ProcessGrid{3, 3, 1};
  EXPECT_EQ(refusal(options),
            "GUSSET_GRID: expected 1x1 with the engine \"run\", which has one node, found \"3x3\"");
  options.grid = ProcessGrid{1, 1, 1};
  EXPECT_EQ(refusal(options), "accepted");
}

TEST(EngineRegistry, TooManyThreadsAreRefused) {
  EXPECT_EQ(refusal({.threads = 1025}),
            "GUSSET_THREADS: expected a whole number from 1 to 1024, found \"1025\"");
}

}  // namespace
}  // namespace gusset
