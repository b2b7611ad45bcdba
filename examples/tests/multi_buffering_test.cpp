#include <gtest/gtest.h>

#include <string>

#include "run_program.hpp"

namespace gusset::testing {
namespace {

std::string brightness_of_frames() {
  std::string lines;
  for (int frame = 0; frame < 8; ++frame)
    lines += "frame " + std::to_string(frame) + ": brightness " + std::to_string(1000 * (frame + 1)) + '\n';
  return lines;
}

TEST(MultiBuffering, EveryFrameIsSeenWithAnyNumberOfBuffersAndThreads) {
  for (const char* buffers : {"1", "2", "9"}) {
    for (const char* threads : {"1", "2", "5"}) {
      const auto result =
          run_program({{MULTI_BUFFERING_BINARY, buffers}, {{"GUSSET_THREADS", threads}}, {}, ""});
      EXPECT_EQ(result.exit_status, 0);
      EXPECT_EQ(result.output, brightness_of_frames()) << buffers << " buffers, " << threads << " threads";
      EXPECT_EQ(result.errors, "");
    }
  }
}

TEST(MultiBuffering, InvalidNumberFailsWithOneLine) {
  for (const char* number : {"0", "", "12", "x"}) {
    const auto result = run_program({{MULTI_BUFFERING_BINARY, number}, {}, {}, ""});
    EXPECT_EQ(result.exit_status, 2);
    EXPECT_EQ(result.errors, "multi_buffering: expected a number of buffers from 1 to 9, found \"" +
                                 std::string(number) + "\"\n");
  }
}

#ifdef GUSSET_HAS_SIMULATOR
TEST(MultiBuffering, SecondBufferLetsTheProducerContinue) {
  const auto makespan_of = [](const std::string& buffers) {
    const TestFolder folder;
    const auto result = run_program({{MULTI_BUFFERING_BINARY, buffers},
                                     {{"GUSSET_ENGINE", "simulate"},
                                      {"GUSSET_PLATFORM", "1:2::0:1e9"},
                                      {"GUSSET_COSTS", "work:1"},
                                      {"GUSSET_STATS", folder.file("s.json")}},
                                     {},
                                     ""});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    const std::string text = read_text(folder.file("s.json"));
    const std::string key = "\"makespan_s\": ";
    const auto at = text.find(key);
    return at == std::string::npos ? -1.0 : std::stod(text.substr(at + key.size()));
  };
  EXPECT_EQ(makespan_of("1"), 16.0);  // eight frames, each produced and looked at
  EXPECT_EQ(makespan_of("2"), 9.0);
}
#endif

}  // namespace
}  // namespace gusset::testing
