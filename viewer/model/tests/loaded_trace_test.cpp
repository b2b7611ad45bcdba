#include "gusset/viewer/model/document/loaded_trace.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "documents.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::viewer {
namespace {

using testing::loaded_from_text;

TEST(LoadedTrace, RowsAreGroupedByNode) {
  const auto loaded = loaded_from_text(R"(
    n1/w0: aa..
    n0/w0: bb..
    n1/w1: cc..
  )");
  ASSERT_EQ(loaded->rows.size(), 3U);
  EXPECT_EQ(loaded->node_row_counts, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(loaded->rows[0].node, traces::NodeId(0));
  EXPECT_EQ(loaded->rows[1].node, traces::NodeId(1));
  for (std::size_t row = 0; row < 3; ++row)
    EXPECT_EQ(loaded->row_of_lane[loaded->rows[row].lane.value()], row);
}

TEST(LoadedTrace, SummaryShowsTasksWorkersMakespanAndBusyShare) {
  const auto loaded = loaded_from_text("aab.\nccc.", 1'000'000);
  EXPECT_EQ(loaded->summary(), "3.00 ms · 100.0 % busy · 3 tasks · 2 workers");
  EXPECT_EQ(loaded->origin_name(), "measured");
}

TEST(LoadedTrace, TaskIsFoundInItsRow) {
  const auto loaded = loaded_from_text("aa\n.b");
  EXPECT_EQ(loaded->row_of(traces::TaskId(1)), 1U);
  EXPECT_EQ(type_name(*loaded->trace, traces::TaskId(1)), "b");
  EXPECT_FALSE(loaded->row_of(traces::TaskId(99)));
}

TEST(LoadedTrace, ProfileIsTheBusyShareOverTime) {
  const auto loaded = loaded_from_text("aaaa\naa..", 1'000'000);
  ASSERT_EQ(loaded->profile.size(), LoadedTrace::profile_parts);
  EXPECT_EQ(loaded->profile[10].busy, 255);
  EXPECT_EQ(loaded->profile[LoadedTrace::profile_parts - 10].busy, 128);
}

TEST(LoadedTrace, EmptyTraceIsIndexed) {
  auto trace = std::make_shared<traces::Trace>();
  trace->metadata.program = "nothing";
  const auto loaded = index_trace(trace, {}, 2);
  EXPECT_TRUE(loaded->rows.empty());
  EXPECT_EQ(loaded->program(), "nothing");
  EXPECT_EQ(loaded->totals.makespan_ns, 0);
}

TEST(LoadedTrace, NameIsTheFileName) {
  const std::filesystem::path path = testing::temporary("gusset_loaded_trace_test");
  ASSERT_TRUE(traces::write_gus(*traces::testing::trace_from_text("aab"), path));
  const auto loaded = load_trace(path, 2);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded.value()->name(), path.filename().string());
  std::filesystem::remove(path);
}

TEST(LoadedTrace, BrokenFileFailsInOneLineWithItsName) {
  const std::filesystem::path path = testing::temporary("gusset_loaded_trace_broken");
  std::ofstream(path) << "this is no trace";
  const auto loaded = load_trace(path, 1);
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message().find(path.string()), std::string::npos);
  EXPECT_EQ(loaded.error().message().find('\n'), std::string::npos);
  std::filesystem::remove(path);
}

/// An appearance with filters.
Appearance showing(std::vector<std::string> conditions, std::set<std::string> hidden = {}) {
  Appearance appearance;
  appearance.conditions = std::move(conditions);
  appearance.hidden = std::move(hidden);
  return appearance;
}

std::vector<traces::TaskId> shown_of(const LoadedTrace& loaded) {
  std::vector<traces::TaskId> shown;
  for (std::size_t task = 0; task < loaded.trace->tasks.size(); ++task) {
    if (loaded.shows(traces::TaskId(task))) shown.emplace_back(task);
  }
  return shown;
}

TEST(LoadedTrace, AllTasksAreShownWithoutFilters) {
  const auto loaded = loaded_from_text("aab.c");
  EXPECT_EQ(loaded->shown, nullptr);
  EXPECT_EQ(loaded->shown_tasks, 3U);
  EXPECT_EQ(&loaded->visible_detail(), loaded->detail.get());
}

TEST(LoadedTrace, ShowsTasksThatMeetAllConditionsAndAreNotHidden) {
  const auto loaded = loaded_from_text("aa.bbb.aaaa.c");
  const auto some = with_appearance(*loaded, showing({"type=a", "duration>=3us"}), 1);
  EXPECT_EQ(shown_of(*some), std::vector{traces::TaskId(2)});
  EXPECT_EQ(some->shown_tasks, 1U);
  const auto others = with_appearance(*some, showing({}, {"a", "c"}), 1);
  EXPECT_EQ(shown_of(*others), std::vector{traces::TaskId(1)});
  EXPECT_EQ(others->detail, loaded->detail) << "the detail of all tasks is reused";
  EXPECT_EQ(with_appearance(*others, {}, 1)->shown, nullptr);
}

TEST(LoadedTrace, TraceWithoutTheFactShowsNothing) {
  const auto loaded = with_appearance(*loaded_from_text("aa.b"), showing({"iteration=3"}), 1);
  EXPECT_TRUE(shown_of(*loaded).empty());
}

TEST(LoadedTrace, ShownBusyTimeCountsOnlyShownTasks) {
  const auto loaded = with_appearance(*loaded_from_text("aa.bbb.a"), showing({}, {"b"}), 1);
  const auto sum = [](const std::vector<std::int64_t>& busy_ns) {
    std::int64_t all = 0;
    for (const std::int64_t part : busy_ns) all += part;
    return all;
  };
  EXPECT_EQ(sum(loaded->shown_detail->busy_ns(0, 0, 8000)), 3000);
  EXPECT_EQ(sum(loaded->detail->busy_ns(0, 0, 8000)), 6000);
}

}  // namespace
}  // namespace gusset::viewer
