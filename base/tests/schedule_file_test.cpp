#include "gusset/base/schedule_file.hpp"

#include <gmock/gmock.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace gusset {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Two workers: one runs a, then b; the other runs c.
ScheduleFile small_file() {
  ScheduleFile file;
  file.program = "program";
  file.found_ns = 2000;
  file.bound_ns = 1500;
  file.workers = {{{"a", "x", 0, 0, 0}, {"b", "x", 1, 0, 1000}}, {{"c", "x", 1, 0, 1000}}};
  return file;
}

std::string error_of(const std::string& text) {
  const auto file = parse_schedule_file(text, "S.json");
  return file ? "" : file.error().message();
}

std::string with(const std::string& text, const std::string& part, const std::string& replacement) {
  std::string changed = text;
  const std::size_t at = changed.find(part);
  if (at == std::string::npos) throw std::invalid_argument("no " + part);
  return changed.replace(at, part.size(), replacement);
}

TEST(ScheduleFile, IsReadAsItWasWritten) {
  const auto read = parse_schedule_file(schedule_file_text(small_file()), "S.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(*read, small_file());
}

TEST(ScheduleFile, RanksTasksByBeginTimeButKeepsListOrder) {
  ScheduleFile file = small_file();
  EXPECT_THAT(begin_ranks(file), ElementsAre(ElementsAre(0, 1), ElementsAre(2)));
  file.workers[1][0].begin_ns = 500;
  EXPECT_THAT(begin_ranks(file), ElementsAre(ElementsAre(0, 2), ElementsAre(1)));
  file.workers[0][0].begin_ns = 9000;  // begins after the next task of its list
  EXPECT_THAT(begin_ranks(file), ElementsAre(ElementsAre(1, 2), ElementsAre(0)));
}

TEST(ScheduleFile, SaysHowARunUsedIt) {
  EXPECT_EQ(summary_of({220, 3, 5}, "S.json"),
            "S.json: 220 tasks followed the schedule, 3 were not in it; 5 of its tasks were not used");
  EXPECT_EQ(summary_of({1, 1, 1}, "S.json"),
            "S.json: 1 task followed the schedule, 1 was not in it; 1 of its tasks was not used");
}

TEST(ScheduleFile, BrokenDocumentsAreRefusedInOneLine) {
  const std::string good = schedule_file_text(small_file());
  EXPECT_EQ(error_of(good), "");
  EXPECT_THAT(error_of(good.substr(0, good.size() / 2)), HasSubstr("S.json"));
  EXPECT_THAT(error_of(with(good, "schedule file", "sweep")), HasSubstr("format"));
  EXPECT_THAT(error_of(with(good, "\"program\"", "\"programme\"")), HasSubstr("programme"));
  EXPECT_THAT(error_of(with(good, "\"place\"", "\"palace\"")), HasSubstr("palace"));
  EXPECT_THAT(error_of(with(good, "written_version", "colour")),
              HasSubstr("expected \"written_version\" or \"parent_and_order\""));
  EXPECT_EQ(error_of(with(good, "\"threads\": 2", "\"threads\": 1")),
            "S.json: workers: expected 1 worker, as \"threads\" says, found 2 workers");
  EXPECT_THAT(error_of(with(good, "\"threads\": 2", "\"threads\": 0")), HasSubstr("at least 1 thread"));
  EXPECT_THAT(error_of(with(good, "\"begin_ns\":0", "\"begin_ns\":-1")), HasSubstr("a time in ns"));
  EXPECT_THAT(error_of(with(good, R"("type":"c")", R"("type":"b")")),
              HasSubstr("expected each task once, found \"b\" again"));
  for (std::size_t size = 0; size + 2 < good.size(); ++size) {
    const std::string error = error_of(good.substr(0, size));
    EXPECT_NE(error, "") << size;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
}

TEST(ScheduleFile, AMissingFileIsNamed) {
  const auto file = read_schedule_file("/nowhere/S.json");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().where, "/nowhere/S.json");
}

}  // namespace
}  // namespace gusset
