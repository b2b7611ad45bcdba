#include "gusset/viewer/model/state/lessons.hpp"

#include <gtest/gtest.h>

#include <set>

namespace gusset::viewer {
namespace {

TEST(Lessons, HaveTwoSchedulesEach) {
  std::set<std::string> titles;
  for (const Lesson& lesson : lessons()) {
    EXPECT_EQ(lesson.schedules.size(), 2U) << lesson.id;
    EXPECT_FALSE(lesson.about.empty());
    EXPECT_TRUE(lesson.look.ends_with('?')) << lesson.id << " asks a question";
    EXPECT_FALSE(lesson.answer.empty());
    for (const LessonSchedule& schedule : lesson.schedules) {
      EXPECT_TRUE(titles.insert(schedule.title).second) << "titles are files' names: " << schedule.title;
      EXPECT_EQ(schedule.title.find('/'), std::string::npos);
    }
  }
}

TEST(Lessons, TextsRelyOnNothingThatTheProjectorHides) {
  for (const Lesson& lesson : lessons()) {
    for (const char* panel : {"Details", "Legend", "Verdict"})
      EXPECT_EQ((lesson.look + lesson.answer).find(panel), std::string::npos) << lesson.id;
  }
}

TEST(Lessons, ScheduleReplaysItsGraph) {
  const Lesson& anomaly = lessons()[0];
  ASSERT_EQ(anomaly.id, "anomaly");
  EXPECT_EQ(anomaly.arguments(anomaly.schedules[1], "/l/anomaly.dot", "/t/x.gus"),
            (std::vector<std::string>{"replay", "/l/anomaly.dot", "--threads", "4", "--policy", "fifo",
                                      "--seeds", "1", "-o", "/t/x.gus"}));
}

TEST(Lessons, ScheduleMayFollowTheFileBesideItsGraph) {
  const Lesson& flags = lessons()[5];
  ASSERT_EQ(flags.id, "flags");
  EXPECT_EQ(
      flags.arguments(flags.schedules[0], "/l/flags.dot", "/t/x.gus"),
      (std::vector<std::string>{"replay", "/l/flags.dot", "--threads", "2", "--policy", "fifo", "--seeds",
                                "1", "-o", "/t/x.gus", "--schedule", "/l/flags.json", "--form", "strict"}));
}

TEST(Lessons, StealingLessonSaysHowTasksAreAssigned) {
  const Lesson& stealing = lessons()[3];
  ASSERT_EQ(stealing.id, "stealing");
  EXPECT_NE(stealing.look.find("Below, no task is dealt: all wait with worker 0"), std::string::npos);
  EXPECT_NE(stealing.answer.find("Nothing is left to save"), std::string::npos);
}

TEST(Lessons, GridLessonExplainsItsWorkers) {
  const Lesson& grids = lessons()[6];
  ASSERT_EQ(grids.id, "grids");
  ASSERT_EQ(grids.schedules[0].workers, 8) << "a processor and a network card of each of four nodes";
  EXPECT_NE(grids.look.find("eight workers model the processors and network cards of four nodes"),
            std::string::npos);
  EXPECT_NE(grids.look.find("name in the task graph (G) says which node"), std::string::npos)
      << "rows have no room for whole names";
}

}  // namespace
}  // namespace gusset::viewer
