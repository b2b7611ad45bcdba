#include "gusset/viewer/model/state/graph_draft.hpp"

#include <gmock/gmock.h>

#include <map>
#include <string>

#include "gusset/traces/model/task_name.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::viewer {
namespace {

using ::testing::ElementsAre;
using traces::Dependency;
using traces::TaskId;

GraphDraft chain(std::size_t tasks) {
  GraphDraft draft = GraphDraft::with_one_task();
  while (draft.tasks().size() < tasks) {
    const TaskId added = draft.add();
    EXPECT_EQ(draft.connect(TaskId(added.value() - 1), added), std::nullopt);
  }
  return draft;
}

TEST(GraphDraft, NewTasksHaveTheFirstFreeName) {
  GraphDraft draft = chain(3);
  draft.remove(TaskId(1));
  EXPECT_EQ(draft.tasks()[draft.add().value()].name, "task 2");
}

TEST(GraphDraft, NamesStayWhenTasksGetOtherNumbers) {
  GraphDraft draft = chain(1);
  draft.rename(TaskId(0), "extra");
  EXPECT_EQ(draft.task(TaskId(0)).name, "extra 1");
  draft.rename(draft.add(), "extra");
  draft.rename(draft.add(), "load A");
  draft.rename(draft.add(), "load A");
  draft.rename(TaskId(0), "extra");
  const auto shown = [&] {
    const traces::Trace trace = draft.trace();
    EXPECT_TRUE(traces::are_task_names_unique(trace));
    std::vector<std::string> names;
    for (std::size_t task = 0; task < trace.tasks.size(); ++task)
      names.push_back(traces::task_name(trace, TaskId(task)));
    return names;
  };
  EXPECT_THAT(shown(), ElementsAre("extra 1", "extra 2", "load A", "load A (2)"));
  EXPECT_EQ(draft.connect(TaskId(3), TaskId(0)), std::nullopt);
  EXPECT_THAT(shown(), ElementsAre("extra 2", "load A", "load A (2)", "extra 1"));
  draft.remove(TaskId(0));
  EXPECT_THAT(shown(), ElementsAre("load A", "load A (2)", "extra 1"));
}

TEST(GraphDraft, OpenedTasksKeepTheNumberThatTheWindowShowed) {
  traces::Trace trace = chain(3).trace();
  trace.types = {"extra"};
  trace.attributes.clear();
  Result<GraphDraft> draft = GraphDraft::of(trace);
  ASSERT_TRUE(draft);
  draft->remove(TaskId(0));
  EXPECT_EQ(draft->task(TaskId(0)).name, "extra #1");
  EXPECT_EQ(traces::task_name(draft->trace(), TaskId(1)), "extra #2");
}

TEST(GraphDraft, NewTaskIsWhereItIsWantedOrAtTheNearestFreePlace) {
  GraphDraft draft = chain(2);
  draft.place({{0, 0}, {0, 60}});
  EXPECT_EQ(draft.task(draft.add_at({300, 10})).place, (traces::ScenePoint{300, 10}));
  const traces::ScenePoint above = *draft.task(draft.add_at({20, 0})).place;
  EXPECT_EQ(above.x, 20);
  EXPECT_LT(above.y, -24) << "there are tasks at and below the wanted place";
  EXPECT_EQ(draft.places().size(), 4U);
  EXPECT_TRUE(draft.unplaced().places().empty());
}

TEST(GraphDraft, RefusesCyclesAndNamesThem) {
  GraphDraft draft = chain(3);
  EXPECT_EQ(draft.connect(TaskId(1), TaskId(1)), "task 2 → task 2: a task cannot wait for itself");
  EXPECT_EQ(draft.connect(TaskId(2), TaskId(0)),
            "task 3 → task 1 would make a cycle: task 1 → task 2 → task 3 → task 1");
  EXPECT_EQ(draft.dependencies().size(), 2U);
  GraphDraft longer = chain(9);
  EXPECT_EQ(longer.connect(TaskId(8), TaskId(0)),
            "task 9 → task 1 would make a cycle: task 1 → task 2 → task 3 → … → task 7 → task 8 → task 9 → "
            "task 1");
}

TEST(GraphDraft, RefusesWhatOtherDependenciesImply) {
  GraphDraft draft = chain(3);
  EXPECT_EQ(draft.connect(TaskId(0), TaskId(1)), "task 2 already waits for task 1");
  EXPECT_EQ(draft.connect(TaskId(0), TaskId(2)), "task 3 already waits for task 1: task 1 → task 2 → task 3");
}

TEST(GraphDraft, TasksHaveTheSameNumbersAsInTheirSchedules) {
  GraphDraft draft = GraphDraft::with_one_task();
  draft.add();
  draft.add();
  draft.place({{1, 0}, {2, 0}, {3, 0}});
  EXPECT_EQ(draft.connect(TaskId(2), TaskId(0)), std::nullopt);
  EXPECT_THAT(draft.dependencies(), ElementsAre(Dependency{TaskId(1), TaskId(2)}));
  EXPECT_EQ(draft.task(TaskId(0)).name, "task 2");
  EXPECT_EQ(draft.task(TaskId(1)).name, "task 3");
  EXPECT_EQ(draft.task(TaskId(2)).name, "task 1");
  EXPECT_EQ(draft.task(TaskId(2)).place, (traces::ScenePoint{1, 0}));
  traces::Trace backwards = draft.trace();
  backwards.dependencies = {{TaskId(2), TaskId(0)}};
  const auto opened = GraphDraft::of(backwards);
  ASSERT_TRUE(opened.ok());
  EXPECT_THAT(opened->dependencies(), ElementsAre(Dependency{TaskId(1), TaskId(2)}));
  EXPECT_EQ(traces::task_name(opened->trace(), TaskId(2)), "task 2");
}

TEST(GraphDraft, TypesKeepTheirNumbersAndSoTheirColours) {
  GraphDraft draft = chain(3);
  draft.rename(TaskId(1), "load");
  draft.rename(TaskId(2), "sum");
  const auto types_by_name = [&] {
    const traces::Trace trace = draft.trace();
    std::map<std::string, std::size_t> numbers;
    for (std::size_t task = 0; task < trace.tasks.size(); ++task)
      numbers[traces::type_name(trace, TaskId(task))] = trace.tasks.type[task].value();
    return numbers;
  };
  const auto before = types_by_name();
  draft.disconnect({TaskId(0), TaskId(1)});
  draft.disconnect({TaskId(1), TaskId(2)});
  EXPECT_EQ(draft.connect(TaskId(2), TaskId(0)), std::nullopt);
  EXPECT_EQ(draft.task(TaskId(0)).name, "load 1") << "the tasks have other numbers";
  EXPECT_EQ(types_by_name(), before);
}

TEST(GraphDraft, RemovalRenumbersDependencies) {
  GraphDraft draft = chain(4);
  draft.remove(TaskId(1));
  EXPECT_THAT(draft.dependencies(), ElementsAre(Dependency{TaskId(1), TaskId(2)}));
  draft.remove(TaskId(0));
  draft.remove(TaskId(0));
  draft.remove(TaskId(0));
  EXPECT_EQ(draft.tasks().size(), 1U) << "a graph has at least one task";
}

TEST(GraphDraft, TraceIsValidAndGivesTheSameDraft) {
  GraphDraft draft = chain(3);
  draft.rename(TaskId(0), "load A 1");
  draft.rename(TaskId(1), "sum");
  draft.set_duration(TaskId(1), 2.5);
  const traces::Trace trace = draft.trace();
  EXPECT_TRUE(traces::validate(trace, "draft"));
  EXPECT_THAT(trace.types, ElementsAre("task", "load", "sum"));
  EXPECT_EQ(traces::task_name(trace, TaskId(0)), "load A 1");
  const Result<GraphDraft> back = GraphDraft::of(trace);
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, draft);
}

TEST(GraphDraft, RefusesGraphsWithCycles) {
  traces::Trace trace = chain(2).trace();
  trace.dependencies.push_back({TaskId(1), TaskId(0)});
  const Result<GraphDraft> draft = GraphDraft::of(trace);
  ASSERT_FALSE(draft);
  EXPECT_EQ(draft.error().message(), "graph: expected no cycle, found task 1 → task 2 → task 1");
}

}  // namespace
}  // namespace gusset::viewer
