#include "gusset/core/options.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <utility>
#include <vector>

#include "gusset/core/engine/value_or_throw.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/policy.hpp"

namespace gusset {
namespace {

/// Sets environment variables for one test.
class OptionsTest : public ::testing::Test {
 protected:
  void set(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), 1);
    names_.push_back(name);
  }
  void TearDown() override {
    for (const std::string& name : names_) unsetenv(name.c_str());
  }
  std::string refusal(const std::string& name, const std::string& value) {
    set(name, value);
    try {
      Options::from_environment();
    } catch (const ConfigurationError& error) {
      unsetenv(name.c_str());
      return error.what();
    }
    return "accepted";
  }

 private:
  std::vector<std::string> names_;
};

TEST_F(OptionsTest, HaveDefaultsInAnEmptyEnvironment) {
  const Options options = Options::from_environment();
  EXPECT_EQ(options.engine, "run");
  EXPECT_EQ(options.threads, 0u);
  EXPECT_EQ(options.seed, 1u);
  EXPECT_TRUE(options.schedule.empty());
  EXPECT_EQ(options.schedule_form, ScheduleForm::strict);
  EXPECT_EQ(options.policy, default_policy);
  EXPECT_FALSE(options.grid);
  EXPECT_FALSE(options.window);
  EXPECT_EQ(options.pinning, Pinning::none);
  EXPECT_FALSE(options.paused);
  EXPECT_TRUE(options.settings.empty());
}

TEST_F(OptionsTest, AreReadFromTheEnvironment) {
  set("GUSSET_ENGINE", "simulate");
  set("GUSSET_THREADS", "16");
  set("GUSSET_SEED", "18446744073709551615");
  set("GUSSET_SCHEDULE", "S.json");
  set("GUSSET_SCHEDULE_FORM", "flags");
  set("GUSSET_GRID", "3x9");
  set("GUSSET_POLICY", "my own");  // make_engine checks the name
  set("GUSSET_WINDOW", "18446744073709551615");
  set("GUSSET_PIN", "scatter");
  set("GUSSET_COSTS", "work:1e9");
  set("GUSSET_HANDSHAKE", "/tmp/file");
  const Options options = Options::from_environment();
  EXPECT_EQ(options.engine, "simulate");
  EXPECT_EQ(options.threads, 16u);
  EXPECT_EQ(options.seed, 18446744073709551615u);
  EXPECT_EQ(options.schedule, "S.json");
  EXPECT_EQ(options.schedule_form, ScheduleForm::flags);
  EXPECT_EQ(options.grid, (ProcessGrid{3, 9, 1}));
  EXPECT_EQ(options.policy, "my own");
  EXPECT_EQ(options.window, 18446744073709551615u);
  EXPECT_EQ(options.pinning, Pinning::scatter);
  EXPECT_EQ(options.settings, (std::map<std::string, std::string>{{"costs", "work:1e9"}}));
}

TEST_F(OptionsTest, SettingsMayBeMissing) {
  const Options options{.settings = {{"costs", ""}}};
  EXPECT_EQ(options.setting("costs"), "");
  EXPECT_EQ(options.setting("platform"), std::nullopt);
}

TEST(ValueOrThrow, ThrowsTheErrorsMessage) {
  EXPECT_EQ(value_or_throw(Result<int>(3)), 3);
  try {
    value_or_throw(Result<int>(Error{"x", "a number", "none"}));
    FAIL() << "expected an exception";
  } catch (const ConfigurationError& error) {
    EXPECT_STREQ(error.what(), "x: expected a number, found none");
  }
}

TEST_F(OptionsTest, BadThreadsAreRefused) {
  for (const std::string value :
       {"abc", "0", "1025", "-1", "+1", " 1", "1 ", "2.5", "", "99999999999999999999"}) {
    EXPECT_EQ(refusal("GUSSET_THREADS", value),
              "GUSSET_THREADS: expected a whole number from 1 to 1024, found \"" + value + "\"");
  }
}

TEST_F(OptionsTest, BadSeedsAreRefused) {
  for (const std::string value : {"x", "-1", "18446744073709551616", ""}) {
    EXPECT_EQ(refusal("GUSSET_SEED", value),
              "GUSSET_SEED: expected a whole number from 0 to 18446744073709551615, found \"" + value + "\"");
  }
}

TEST_F(OptionsTest, ScheduleFormsHaveNames) {
  EXPECT_EQ(schedule_form_of("guided"), ScheduleForm::guided);
  EXPECT_EQ(schedule_form_of("strict"), ScheduleForm::strict);
  EXPECT_EQ(schedule_form_of("flags"), ScheduleForm::flags);
  EXPECT_EQ(schedule_form_of(""), std::nullopt);
  EXPECT_EQ(refusal("GUSSET_SCHEDULE_FORM", "tight"),
            "GUSSET_SCHEDULE_FORM: expected guided, strict or flags, found \"tight\"");
}

TEST_F(OptionsTest, WindowOfZeroIsUnlimited) {
  set("GUSSET_WINDOW", "0");
  EXPECT_EQ(Options::from_environment().window, 0u);
}

TEST_F(OptionsTest, BadWindowsAreRefused) {
  for (const std::string value : {"x", "-1", "18446744073709551616", "1.5", " 1", ""}) {
    EXPECT_EQ(refusal("GUSSET_WINDOW", value),
              "GUSSET_WINDOW: expected 0 or a whole number of tasks, found \"" + value + "\"");
  }
}

TEST_F(OptionsTest, EachPinningHasAName) {
  const std::vector<std::pair<std::string, Pinning>> pinnings{{"none", Pinning::none},
                                                              {"compact", Pinning::compact},
                                                              {"scatter", Pinning::scatter},
                                                              {"hybrid", Pinning::hybrid},
                                                              {"switches-compact", Pinning::switches_compact},
                                                              {"switches-scatter", Pinning::switches_scatter},
                                                              {"switches-hybrid", Pinning::switches_hybrid}};
  for (const auto& [name, pinning] : pinnings) {
    set("GUSSET_PIN", name);
    EXPECT_EQ(Options::from_environment().pinning, pinning) << name;
  }
}

TEST_F(OptionsTest, BadPinningsAreRefused) {
  for (const std::string value : {"Compact", "cores", "1", ""}) {
    EXPECT_EQ(refusal("GUSSET_PIN", value),
              "GUSSET_PIN: expected none, compact, scatter, hybrid, switches-compact, switches-scatter or "
              "switches-hybrid, found \"" +
                  value + "\"");
  }
}

TEST_F(OptionsTest, BoundaryIsALevel) {
  EXPECT_FALSE(Options::from_environment().boundary);
  set("GUSSET_BOUNDARY", "0");
  EXPECT_EQ(Options::from_environment().boundary, 0u);
  for (const std::string value : {"-1", "65", "deep", ""}) {
    EXPECT_EQ(refusal("GUSSET_BOUNDARY", value),
              "GUSSET_BOUNDARY: expected a whole number from 0 to 64, found \"" + value + "\"");
  }
}

TEST_F(OptionsTest, BadGridsAreRefused) {
  EXPECT_EQ(refusal("GUSSET_GRID", "3"),
            "GUSSET_GRID: expected a process grid PxQ or PxQxR of 1 to 65536 nodes, found \"3\"");
}

TEST_F(OptionsTest, LowerCaseNamesAreRefused) {
  EXPECT_EQ(refusal("GUSSET_Trace", "x"),
            "GUSSET_Trace: expected a name in capitals, found lower-case letters");
}

TEST_F(OptionsTest, AtLeastOneCoreIsAvailable) {
  EXPECT_GE(available_cores(), 1u);
}

}  // namespace
}  // namespace gusset
