#include "gusset/traces/model/task_name.hpp"

#include <gmock/gmock.h>

#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::trace_from_text;

Trace three_letters() {
  return *trace_from_text(
      "aa|ab|bc\na1: write x@0\na2: write x@1\nb1: read x@2\nb2: write y@0\nc1: read y@1\n", 1);
}

TEST(TaskName, IsTheTypeAndTheFirstModifiedHandleOrTheNumber) {
  EXPECT_EQ(task_name(three_letters(), TaskId(0)), "a x");
  EXPECT_EQ(task_name(three_letters(), TaskId(2)), "b #2");
  EXPECT_EQ(task_name(*trace_from_text("a\n"), TaskId(0)), "a #0");
}

TEST(TaskName, UsesTheSourcesDetailIfNoHandleHasAName) {
  Trace trace = three_letters();
  trace.attributes.push_back({task_detail,
                              {TaskId(0), TaskId(2), TaskId(4)},
                              std::vector<std::string>{"3,1", "5", std::string(41, 'x')}});
  EXPECT_EQ(task_name(trace, TaskId(0)), "a x");
  EXPECT_EQ(task_name(trace, TaskId(2)), "b 5");
  EXPECT_EQ(task_name(trace, TaskId(4)), "c #4") << "too long for a name";
  EXPECT_EQ(find_tasks(trace, "b 5", "t")->first, TaskId(2));
  EXPECT_EQ(find_tasks(trace, "b #2", "t")->first, TaskId(2)) << "a number always works";
  trace.attributes.back().values = std::vector<std::int64_t>{1, 2, 3};
  EXPECT_EQ(task_name(trace, TaskId(2)), "b #2");
}

TEST(TaskName, IgnoresHandlesOfCommutingGroups) {
  Trace trace = three_letters();
  trace.handles.name[0] = commuting_group_name + std::string("0");
  EXPECT_EQ(task_name(trace, TaskId(0)), "a #0");
  trace.attributes.push_back({task_detail, {TaskId(0)}, std::vector<std::string>{"7"}});
  EXPECT_EQ(task_name(trace, TaskId(0)), "a 7");
  EXPECT_EQ(task_name(trace, TaskId(3)), "b y");
}

TEST(TaskName, IgnoresEvents) {
  Trace trace = three_letters();
  trace.attributes.push_back({task_detail, {TaskId(0)}, std::vector<std::string>{"3,1"}});
  trace.access_modes.push_back({event_mode, false, true, true});
  trace.accesses.items[0].mode = AccessModeId(3);
  EXPECT_EQ(task_name(trace, TaskId(0)), "a 3,1");
  EXPECT_EQ(task_name(trace, TaskId(3)), "b y");
}

TEST(TaskName, NamesAreUniqueUntilTwoTasksShareOne) {
  Trace trace = three_letters();
  EXPECT_FALSE(are_task_names_unique(trace)) << "tasks 0 and 1 are both \"a x\"";
  trace.handles.name[0] = "";
  EXPECT_TRUE(are_task_names_unique(trace));
  trace.tasks.type.resize(10'001);
  EXPECT_FALSE(are_task_names_unique(trace)) << "so many are not compared";
}

TEST(FindTasks, FindsByNumberNameOrType) {
  const Trace trace = three_letters();
  EXPECT_EQ(find_tasks(trace, "3", "t")->first, TaskId(3));
  EXPECT_EQ(find_tasks(trace, "#3", "t")->first, TaskId(3));
  EXPECT_EQ(find_tasks(trace, "b y", "t")->first, TaskId(3));
  EXPECT_EQ(find_tasks(trace, "b #2", "t")->first, TaskId(2));
  EXPECT_EQ(find_tasks(trace, "b #3", "t")->first, TaskId(3)) << "a number always works";
  EXPECT_EQ(find_tasks(trace, "a x #1", "t")->first, TaskId(1)) << "the second task with this name";
  EXPECT_FALSE(find_tasks(trace, "a y #1", "t").ok());
  const auto several = find_tasks(trace, "a x", "t");
  EXPECT_EQ(several->first, TaskId(0));
  EXPECT_EQ(several->count, 2u);
  EXPECT_THAT(several->others, ElementsAre(TaskId(1)));
  const auto type = find_tasks(trace, "b", "t");
  EXPECT_EQ(type->first, TaskId(2));
  EXPECT_EQ(type->count, 2u);
  EXPECT_THAT(find_tasks(trace, "c", "t")->others, IsEmpty());
}

TEST(FindTasks, UnknownTaskIsRefused) {
  const Trace trace = three_letters();
  EXPECT_EQ(find_tasks(trace, "5", "t.gus").error().message(),
            "t.gus: expected a task number from 0 to 4, found \"5\"");
  EXPECT_EQ(find_tasks(Trace{}, "0", "t.gus").error().message(),
            "t.gus: expected a trace that has tasks, found \"0\"");
  Trace one = trace;
  one.tasks.type.resize(1);
  EXPECT_EQ(find_tasks(one, "1", "t.gus").error().message(),
            "t.gus: expected task number 0, the only one, found \"1\"");
  EXPECT_EQ(find_tasks(trace, "gemm", "t.gus").error().message(),
            "t.gus: expected a task's number, its name such as \"gemm A(3,1)\", or a type, found \"gemm\"");
  EXPECT_FALSE(find_tasks(trace, "a #2", "t.gus").ok()) << "task 2 has another type";
  EXPECT_FALSE(find_tasks(trace, "", "t.gus").ok());
}

}  // namespace
}  // namespace gusset::traces
