#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;

ProgramResult dot_product(std::map<std::string, std::string> environment) {
  return run_program({{DOT_PRODUCT_BINARY}, std::move(environment), {}, ""});
}

TEST(DotProductInC, PrintsTheSumWithAnyNumberOfThreads) {
  for (const char* threads : {"1", "2", "5"}) {
    const auto result = dot_product({{"GUSSET_THREADS", threads}});
    EXPECT_EQ(result.exit_status, 0) << threads << " threads";
    EXPECT_EQ(result.output, "1*1 + 2*2 + ... + 1000*1000 = 333833500\n") << threads << " threads";
    EXPECT_EQ(result.errors, "");
  }
}

TEST(DotProductInC, CanBeRecorded) {
  const TestFolder folder;
  const auto result = dot_product({{"GUSSET_ENGINE", "record"}, {"GUSSET_TRACE", folder.file("dot.gus")}});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(read_text(folder.file("dot.gus")), HasSubstr("fill"));
}

TEST(DotProductInC, InvalidSettingsFail) {
  const auto result = dot_product({{"GUSSET_THREADS", "many"}});
  EXPECT_EQ(result.exit_status, 2);
  EXPECT_THAT(result.errors, HasSubstr("gusset: GUSSET_THREADS: expected"));
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(DotProductInC, IsSimulatedWithoutRunningKernels) {
  const TestFolder folder;
  const auto result = dot_product({{"GUSSET_ENGINE", "simulate"},
                                   {"GUSSET_PLATFORM", "1:2::0:1e9"},
                                   {"GUSSET_COSTS", "work:1"},
                                   {"GUSSET_STATS", folder.file("s.json")}});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(read_text(folder.file("s.json")), HasSubstr("\"makespan_s\""));
}
#endif

}  // namespace
}  // namespace gusset::testing
