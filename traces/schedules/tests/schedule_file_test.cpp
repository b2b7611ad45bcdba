#include "gusset/traces/schedules/schedule_file.hpp"

#include <gmock/gmock.h>

#include <utility>

#include "schedule_case.hpp"
#include "text_trace.hpp"

namespace gusset::schedules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using traces::TaskId;
using traces::testing::trace_from_text;

constexpr const char* diamond =
    "abcd\n"
    "a1: write x@0\n"
    "b1: add x@1\n"
    "c1: add x@1\n"
    "d1: read x@3, write y@0";

ScheduleFile file_of(const traces::Trace& trace) {
  return schedule_file(trace, testing::search(testing::problem_of_trace(trace), 2, 10));
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
  const ScheduleFile file = file_of(*trace_from_text(diamond));
  const auto read = parse_schedule_file(schedule_file_text(file), "S.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(*read, file);
  EXPECT_EQ(file.workers.size(), 2u);
}

TEST(ScheduleFile, NamesTasksByWrittenVersion) {
  const ScheduleFile file = file_of(*trace_from_text(diamond));
  EXPECT_EQ(file.rule, traces::MatchRule::written_version);
  EXPECT_EQ(file.workers[0][0], (ScheduledTask{"a", "x", 0, 0, 0}));
  EXPECT_EQ(file.workers[0][1], (ScheduledTask{"b", "x", 1, 0, 1000}));
  EXPECT_THAT(schedule_file_text(file),
              HasSubstr(R"(      {"type":"b","place":"x","version":1,"begin_ns":1000})"));
}

TEST(ScheduleFile, NamesTasksByTypeAndOrderWithoutAccesses) {
  const ScheduleFile file = file_of(*trace_from_text("a|ab\nb1: after a1, a2"));
  EXPECT_EQ(file.rule, traces::MatchRule::parent_and_order);
  EXPECT_EQ(file.workers[1][0], (ScheduledTask{"a", "", 0, 1, 0}));
}

TEST(ScheduleFile, FindsTheTasksOfAnotherRun) {
  const ScheduleFile file = file_of(*trace_from_text(diamond));
  const auto other = trace_from_text(
      "a.c..b.de\n"
      "a1: write x@0\n"
      "b1: add x@1\n"
      "c1: add x@1\n"
      "d1: read x@3, write y@0\n"
      "e1: write z@0");
  const auto resolved = resolve(file, *other, traces::TaskGraph(*other), "S.json");
  ASSERT_TRUE(resolved) << resolved.error().message();
  EXPECT_EQ(resolved->unknown_tasks, 1u);
  EXPECT_EQ(resolved->unused, 0u);
  EXPECT_THAT(resolved->worker, ElementsAre(0, 0, 0, 0, ResolvedSchedule::unknown));
  EXPECT_THAT(resolved->lists[0], ElementsAre(TaskId(0), TaskId(2), TaskId(1), TaskId(3)));
  EXPECT_EQ(resolved->begin_ns[2], 1000);
}

TEST(ScheduleFile, IsRefusedForAnotherProgram) {
  ScheduleFile file = file_of(*trace_from_text(diamond));
  file.program = "cholesky";
  traces::Trace other = *trace_from_text("p\np1: write q@0");
  other.metadata.program = "lu";
  EXPECT_EQ(resolve(file, other, traces::TaskGraph(other), "S.json").error().message(),
            "S.json: expected a schedule of \"lu\", found one of \"cholesky\"");
  const auto unknown = trace_from_text("ab");
  EXPECT_FALSE(resolve(file, *unknown, traces::TaskGraph(*unknown), "S.json"));
}

TEST(ScheduleFile, IsRefusedIfItsListsContradictTheDependencies) {
  const auto trace = trace_from_text(diamond);
  ScheduleFile file = file_of(*trace);
  std::swap(file.workers[0][0], file.workers[0][1]);
  EXPECT_EQ(
      resolve(file, *trace, traces::TaskGraph(*trace), "S.json").error().message(),
      "S.json: expected workers' lists that the dependencies allow, found lists that wait for each other");
}

TEST(ScheduleFile, BrokenDocumentsAreRefusedInOneLine) {
  const std::string good = schedule_file_text(file_of(*trace_from_text(diamond)));
  EXPECT_EQ(error_of(good), "");
  EXPECT_THAT(error_of(good.substr(0, good.size() / 2)), HasSubstr("S.json"));
  EXPECT_THAT(error_of(with(good, "schedule file", "sweep")), HasSubstr("format"));
  EXPECT_THAT(error_of(with(good, "\"program\"", "\"programme\"")), HasSubstr("programme"));
  EXPECT_THAT(error_of(with(good, "\"place\"", "\"palace\"")), HasSubstr("palace"));
  EXPECT_THAT(error_of(with(good, "written_version", "colour")),
              HasSubstr("expected \"written_version\" or \"parent_and_order\""));
  EXPECT_EQ(error_of(with(good, "\"threads\": 2", "\"threads\": 1")),
            "S.json: workers: expected the tasks of 1 worker (threads), found 2 workers");
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
}  // namespace gusset::schedules
