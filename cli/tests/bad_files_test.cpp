// Every command that reads traces refuses other files in one line, fails, and leaves existing files
// unchanged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "gusset/traces/gus/gus.hpp"
#include "gusset_call.hpp"
#include "text_trace.hpp"

namespace gusset::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::string good_bytes(const TestFolder& folder) {
  const auto trace = traces::testing::trace_from_text("aab.\na1: write x@0\nb1: read x@1\n");
  EXPECT_TRUE(traces::write_gus(*trace, folder.file("good.gus")).ok());
  return read_text(folder.file("good.gus"));
}

struct Damage {
  std::string name;
  std::string (*apply)(std::string good);
  std::string fragment;
};

void PrintTo(const Damage& tested, std::ostream* out) {
  *out << tested.name;
}

class DamageTest : public ::testing::TestWithParam<Damage> {};

TEST_P(DamageTest, EveryCommandRejectsItInOneLine) {
  const TestFolder folder;
  folder.write("bad.gus", GetParam().apply(good_bytes(folder)));
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"info", "bad.gus"},
                                             {"info", "--json", "bad.gus"},
                                             {"critical-path", "bad.gus"},
                                             {"graph", "bad.gus", "-o", "out"},
                                             {"compare", "good.gus", "bad.gus"},
                                             {"render", "good.gus", "bad.gus", "-o", "out.svg"},
                                             {"calibrate", "bad.gus", "-o", "out"}}) {
    folder.write("out", "old");
    folder.write("out.svg", "old");
    const auto result = gusset_in(folder, words);
    EXPECT_EQ(result.exit_status, 1) << words.front();
    EXPECT_THAT(result.errors, StartsWith("gusset: bad.gus: ")) << words.front();
    EXPECT_THAT(result.errors, HasSubstr(": expected ")) << words.front();
    EXPECT_THAT(result.errors, HasSubstr(", found ")) << words.front();
    EXPECT_THAT(result.errors, HasSubstr(GetParam().fragment)) << words.front();
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    EXPECT_THAT(result.output, IsEmpty()) << words.front();
    EXPECT_EQ(read_text(folder.file("out")), "old") << words.front();
    EXPECT_EQ(read_text(folder.file("out.svg")), "old") << words.front();
  }
}

INSTANTIATE_TEST_SUITE_P(
    BadFiles, DamageTest,
    ::testing::Values(Damage{"Empty", [](std::string) { return std::string(); }, "an empty file"},
                      Damage{"Text", [](std::string) { return std::string("no trace at all\n"); },
                             "\"no trace at all\""},
                      Damage{"BitFlipped",
                             [](std::string good) {
                               good[good.size() / 2] = static_cast<char>(good[good.size() / 2] ^ 0x10);
                               return good;
                             },
                             "offset"},
                      Damage{"WrongVersion",
                             [](std::string good) {
                               good[8] = static_cast<char>(good[8] ^ 0x40);
                               return good;
                             },
                             "version"}),
    [](const auto& tested) { return tested.param.name; });

TEST(BadFiles, TruncatedFileIsRecoveredUnlessStrict) {
  const TestFolder folder;
  const std::string good = good_bytes(folder);
  for (const std::size_t left : {good.size() / 2, good.size() - 1}) {
    folder.write("cut.gus", good.substr(0, left));
    const auto recovered = gusset_in(folder, {"info", "cut.gus"});
    EXPECT_EQ(recovered.exit_status, 0);
    EXPECT_THAT(recovered.errors, StartsWith("gusset: cut.gus: offset "));
    EXPECT_THAT(recovered.errors, HasSubstr(": expected the footer of a complete file, found "));
    EXPECT_EQ(std::count(recovered.errors.begin(), recovered.errors.end(), '\n'), 1) << recovered.errors;
    EXPECT_THAT(recovered.output, HasSubstr("Note: recovered from an incomplete file: "));
    const auto refused = gusset_in(folder, {"info", "cut.gus", "--strict"});
    EXPECT_EQ(refused.exit_status, 1);
    EXPECT_EQ(refused.errors, recovered.errors);
    EXPECT_THAT(refused.output, IsEmpty());
  }
}

TEST(BadFiles, NamesAMissingFile) {
  const TestFolder folder;
  const auto result = gusset_in(folder, {"info", "missing.gus"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors,
            "gusset: missing.gus: expected a readable trace, found \"No such file or directory\"\n");
}

TEST(BadFiles, BadHeaderDoesNotStartTheViewer) {
  const TestFolder folder;
  folder.write("bad.gus", "no trace at all\n");
  const auto result = gusset_in(folder, {"view", "bad.gus"});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_THAT(result.errors, StartsWith("gusset: bad.gus: expected a trace: "));
}

}  // namespace
}  // namespace gusset::testing
