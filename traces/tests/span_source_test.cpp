#include "gusset/traces/model/span_source.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "gus_file.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/task_statistics.hpp"
#include "random_trace.hpp"
#include "sample_trace.hpp"

namespace gusset::traces {
namespace {

using testing::GusFile;
using testing::operator+;

std::string file_of(const Trace& trace, const std::string& name) {
  const std::string path = ::testing::TempDir() + name;
  testing::store_file(path, testing::bytes_of(trace));
  return path;
}

/// One worker, and one task of each type.
Trace trace_of_types(std::size_t types) {
  Trace trace;
  trace.nodes.resize(1);
  trace.workers.push_back({NodeId(0), "w"});
  trace.lanes.push_back({WorkerId(0), {}});
  for (std::size_t i = 0; i < types; ++i) {
    trace.types.push_back("type " + std::to_string(i));
    trace.tasks.type.emplace_back(i);
    const auto begin_ns = static_cast<std::int64_t>(10 * i);
    trace.lanes[0].spans.push_back(begin_ns, begin_ns + 5, TaskId(i), SpanKind::run);
  }
  return trace;
}

void expect_same(SpanSource& spans, const Trace& trace) {
  ASSERT_EQ(spans.tasks(), trace.tasks.size());
  ASSERT_EQ(spans.frame().lanes.size(), trace.lanes.size());
  EXPECT_EQ(spans.frame().recorded, trace.recorded);
  EXPECT_EQ(spans.frame().messages, trace.messages);
  EXPECT_EQ(spans.frame().types, trace.types);
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    ASSERT_EQ(spans.type(TaskId(task)), trace.tasks.type[task]);
  }
  for (const bool again : {false, true}) {  // lanes may be requested repeatedly
    for (std::size_t lane = trace.lanes.size(); lane-- > 0;) {
      const auto found = spans.spans(LaneId(lane));
      ASSERT_TRUE(found.ok()) << found.error().message();
      EXPECT_EQ(**found, trace.lanes[lane].spans) << lane << (again ? ", again" : "");
    }
  }
}

TEST(SpanSource, LanesEqualThoseOfTheWholeTrace) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto trace = testing::random_trace({.seed = seed, .tasks = 300, .nodes = 1 + seed % 3});
    const auto spans = open_gus_spans(file_of(*trace, "spans.gus"));
    ASSERT_TRUE(spans.ok()) << spans.error().message();
    expect_same(**spans, *trace);
  }
}

TEST(SpanSource, TypesAreCorrectForAnyNumberOfThem) {
  for (const std::size_t types : {std::size_t{255}, std::size_t{256}, std::size_t{70000}}) {
    const Trace trace = trace_of_types(types);
    const auto spans = open_gus_spans(file_of(trace, "types.gus"));
    ASSERT_TRUE(spans.ok()) << spans.error().message();
    expect_same(**spans, trace);
  }
}

TEST(SpanSource, TraceSpansKeepTheTraceAlive) {
  auto trace = testing::random_trace({});
  const Trace copy = *trace;
  const auto spans = std::make_unique<TraceSpans>(std::move(trace));
  expect_same(*spans, copy);
}

TEST(SpanSource, StatisticsEqualThoseOfTheWholeTrace) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto trace = testing::random_trace({.seed = seed, .tasks = 300, .nodes = 1 + seed % 3});
    const std::string path = file_of(*trace, "statistics.gus");
    auto spans = open_gus_spans(path);
    ASSERT_TRUE(spans.ok());
    const auto lean = compute_statistics(**spans);
    ASSERT_TRUE(lean.ok());
    const Statistics whole = compute_statistics(*trace);
    EXPECT_EQ(lean->makespan_ns, whole.makespan_ns);
    EXPECT_EQ(lean->busy_ns, whole.busy_ns);
    EXPECT_EQ(lean->tasks, whole.tasks);
    for (const GroupBy by : {GroupBy::type, GroupBy::worker, GroupBy::node}) {
      TaskStatisticsOptions options;
      options.by = by;
      options.from_ns = 50;
      const auto lean_tasks = task_statistics(**spans, options);
      const auto whole_tasks = task_statistics(*trace, options);
      ASSERT_TRUE(lean_tasks.ok() && whole_tasks.ok());
      EXPECT_EQ(lean_tasks->all, whole_tasks->all);
      ASSERT_EQ(lean_tasks->groups.size(), whole_tasks->groups.size());
      for (std::size_t g = 0; g < lean_tasks->groups.size(); ++g) {
        EXPECT_EQ(lean_tasks->groups[g].durations, whole_tasks->groups[g].durations);
        EXPECT_EQ(lean_tasks->groups[g].name, whole_tasks->groups[g].name);
      }
    }
  }
}

TEST(SpanSource, CrossingSpansAreRefusedWithLaneAndSpan) {
  Trace trace = trace_of_types(3);
  trace.lanes.push_back({WorkerId(0), {}});
  trace.lanes[1].spans.push_back(0, 10, TaskId(0), SpanKind::run);
  trace.lanes[1].spans.push_back(20, 25, TaskId(1), SpanKind::run);
  GusFile file = GusFile::parse(testing::bytes_of(trace));
  for (GusFile::Part& part : file.chunks) {
    if (gus::Section{part.info.section} != gus::Section::spans || part.info.group != 1) continue;
    part.payload = testing::raw_column(gus::Column::begin, 1, 0, 0, {0, 5}) +
                   testing::raw_column(gus::Column::duration, 1, 0, 0, {10, 25}) +
                   testing::raw_column(gus::Column::task, 1, 0, 0, {0, 1}) +
                   testing::raw_column(gus::Column::kind, 1, 0, 0, {0, 0});
    part.info.payload_bytes = part.payload.size();
  }
  const std::string path = ::testing::TempDir() + "crossing.gus";
  testing::store_file(path, file.bytes());
  const auto spans = open_gus_spans(path);
  ASSERT_TRUE(spans.ok()) << spans.error().message();
  EXPECT_TRUE((*spans)->spans(LaneId(0)).ok());
  const auto crossing = (*spans)->spans(LaneId(1));
  ASSERT_FALSE(crossing.ok());
  EXPECT_EQ(crossing.error().message(),
            path + ": lane 1, span 1: expected an end by 10 ns, where the enclosing span ends, found 30 ns");
  const auto statistics = compute_statistics(**spans);
  ASSERT_FALSE(statistics.ok());
  EXPECT_EQ(statistics.error().message(), crossing.error().message());
}

TEST(SpanSource, UnknownTypeIsRefused) {
  const Trace trace = trace_of_types(3);
  GusFile file = GusFile::parse(testing::bytes_of(trace));
  file.set_payload(gus::Section::tasks, 3, testing::raw_column(gus::Column::type, 1, 0, 0, {0, 3, 1}));
  const std::string path = ::testing::TempDir() + "types.gus";
  testing::store_file(path, file.bytes());
  const auto spans = open_gus_spans(path);
  ASSERT_FALSE(spans.ok());
  EXPECT_EQ(spans.error().message(), path + ": task 1: expected a type below 3, found 3");
}

TEST(SpanSource, MissingFileIsRefused) {
  const auto spans = open_gus_spans(::testing::TempDir() + "nowhere.gus");
  ASSERT_FALSE(spans.ok());
}

}  // namespace
}  // namespace gusset::traces
