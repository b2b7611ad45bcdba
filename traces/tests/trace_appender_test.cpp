#include "gusset/traces/gus/trace_appender.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "gusset/traces/gus/gus.hpp"
#include "sample_trace.hpp"

namespace gusset::traces {
namespace {

using testing::sample_trace;

std::vector<TaskId> access_tasks_of(const Trace& trace) {
  std::vector<TaskId> tasks;
  for (std::size_t task = 0; task < trace.tasks.size() && trace.recorded.accesses; ++task)
    tasks.insert(tasks.end(), trace.accesses.of(TaskId(task)).size(), TaskId(task));
  return tasks;
}

class TraceAppenderTest : public ::testing::Test {
 protected:
  ~TraceAppenderTest() override { std::filesystem::remove(path_); }
  const std::filesystem::path path_ = std::filesystem::path(::testing::TempDir()) / "appended.gus";
};

TEST_F(TraceAppenderTest, TraceAppendedAtOnceIsTheSame) {
  const Trace trace = sample_trace();
  auto out = TraceAppender::create(path_, trace.metadata, trace.recorded);
  ASSERT_TRUE(out.ok());
  out->append(trace, access_tasks_of(trace));
  EXPECT_FALSE(std::filesystem::exists(path_));
  ASSERT_TRUE(out->finish().ok());
  EXPECT_EQ(**read_gus(path_), trace);
}

TEST_F(TraceAppenderTest, RowsOfLaterPiecesFollow) {
  Trace whole;
  whole.recorded.accesses = true;
  whole.types = {"a", "b"};
  whole.nodes = {{.name = "node 0"}};
  whole.workers = {{NodeId(0), "0"}, {NodeId(0), "1"}};
  whole.lanes = {{WorkerId(0), {}}, {WorkerId(1), {}}};
  whole.access_modes = {{"write", false, true, true}};
  auto out = TraceAppender::create(path_, whole.metadata, whole.recorded);
  ASSERT_TRUE(out.ok());
  out->append(whole);
  whole.accesses.first.push_back(0);
  for (std::size_t piece = 0; piece < 3; ++piece) {
    Trace rows;
    rows.recorded = whole.recorded;
    rows.tasks.type = {TypeId(0), TypeId(1)};
    rows.handles.name = {"h"};
    rows.handles.size_bytes = {piece};
    rows.handles.owner = {NodeId(0)};
    rows.accesses.items = {{HandleId(piece), AccessModeId(0), 0}};
    out->append(rows, std::vector{TaskId(2 * piece + 1)});
    SpanColumns spans;
    const auto begin_ns = static_cast<std::int64_t>(piece) * 10;
    spans.push_back(begin_ns, begin_ns + 5, TaskId(piece), SpanKind::run);
    out->append_spans(LaneId(1), spans);

    whole.tasks.type.insert(whole.tasks.type.end(), rows.tasks.type.begin(), rows.tasks.type.end());
    whole.handles.name.emplace_back("h");
    whole.handles.size_bytes.push_back(piece);
    whole.handles.owner.emplace_back(0);
    whole.accesses.items.push_back(rows.accesses.items[0]);
    whole.accesses.first.insert(whole.accesses.first.end(), {piece, piece + 1});
    whole.lanes[1].spans.push_back(begin_ns, begin_ns + 5, TaskId(piece), SpanKind::run);
  }
  ASSERT_TRUE(out->finish().ok());
  EXPECT_EQ(**read_gus(path_), whole);
}

TEST_F(TraceAppenderTest, UnfinishedTraceDoesNotAppear) {
  const Trace trace = sample_trace();
  {
    auto out = TraceAppender::create(path_, trace.metadata, trace.recorded);
    ASSERT_TRUE(out.ok());
    out->append(trace, access_tasks_of(trace));
    EXPECT_EQ(out->failure(), nullptr);
  }
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(TraceAppenderTest, FirstFailureIsReported) {
  const Trace trace = sample_trace();
  auto out = TraceAppender::create("/dev/full", trace.metadata, trace.recorded);
  ASSERT_TRUE(out.ok());
  out->append(trace, access_tasks_of(trace));
  ASSERT_NE(out->failure(), nullptr);
  EXPECT_EQ(out->failure()->message(),
            "/dev/full: expected a file that can be written, found \"No space left on device\"");
  EXPECT_FALSE(out->finish().ok());
  EXPECT_EQ(TraceAppender::create("/nonexistent/t.gus", trace.metadata, trace.recorded).error().message(),
            "/nonexistent/t.gus: expected a file that can be written, found \"No such file or directory\"");
}

TEST_F(TraceAppenderTest, DirectoryGivesTheSizesOfTheTables) {
  const Trace trace = sample_trace();
  ASSERT_TRUE(write_gus(trace, path_).ok());
  const auto sizes = read_gus_sizes(path_);
  ASSERT_TRUE(sizes.ok());
  EXPECT_EQ(*sizes, table_sizes(trace));
  EXPECT_FALSE(read_gus_sizes("/nonexistent/t.gus").ok());
}

}  // namespace
}  // namespace gusset::traces
