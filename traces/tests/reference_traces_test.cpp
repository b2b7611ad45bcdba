// Files from other programs, with the expected counts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/validate.hpp"
#include "import_text.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using testing::span_count;
using testing::task_counts;

ReadTrace read_reference(const std::string& name) {
  auto read = read_trace(std::filesystem::path(GUSSET_TRACES_TESTS) / "data" / name);
  EXPECT_TRUE(read.ok()) << read.error().message();
  if (!read) return {std::make_shared<const Trace>(), TraceFormat::gus, {}};
  EXPECT_TRUE(validate(*read->trace, name).ok());
  EXPECT_EQ(read->trace->metadata.origin, Origin::imported);
  EXPECT_EQ(check(*read->trace).total, 0u) << check(*read->trace).findings.front().error.message();
  return std::move(read).value();
}

std::pair<std::size_t, std::size_t> edge_counts(const Trace& trace) {
  std::pair<std::size_t, std::size_t> directed_and_dashed;
  for (const TaskGraph::Edge& edge : TaskGraph(trace).edges()) {
    ++(edge.commuting ? directed_and_dashed.second : directed_and_dashed.first);
  }
  return directed_and_dashed;
}

TEST(ReferenceTraces, SuperGlueLog) {
  const ReadTrace read = read_reference("superglue-cholesky10.log");
  EXPECT_EQ(read.format, TraceFormat::superglue_log);
  EXPECT_THAT(read.issues, IsEmpty());
  const Trace& trace = *read.trace;
  EXPECT_THAT(task_counts(trace),
              ElementsAre(Pair("gemm", 120), Pair("potrf", 10), Pair("syrk", 45), Pair("trsm", 45)));
  EXPECT_EQ(trace.workers.size(), 2u);
  EXPECT_EQ(trace.workers[0].name, "thread 0");
  EXPECT_EQ(trace.lanes.size(), 2u);
  EXPECT_EQ(trace.metadata.extra,
            R"({"superglue":{"barrier":{"0":17014,"1":498584},"idle":{"0":243392,"1":274036}}})");
  ASSERT_EQ(trace.attributes.size(), 1u);
  EXPECT_EQ(trace.attributes[0].name, "detail");
  EXPECT_EQ(std::get<std::vector<std::string>>(trace.attributes[0].values)[0], "0 0 0");
}

TEST(ReferenceTraces, SuperGlueTaskGraph) {
  const ReadTrace read = read_reference("superglue-cholesky3-tasks.dot");
  EXPECT_EQ(read.format, TraceFormat::dot);
  EXPECT_THAT(read.issues, IsEmpty());
  EXPECT_THAT(task_counts(*read.trace),
              ElementsAre(Pair("gemm", 1), Pair("potrf", 3), Pair("syrk", 3), Pair("trsm", 3)));
  EXPECT_EQ(edge_counts(*read.trace), std::pair(std::size_t{11}, std::size_t{1}));
}

TEST(ReferenceTraces, SuperGlueDataGraphBecomesAccesses) {
  const ReadTrace read = read_reference("superglue-cholesky3-data.dot");
  EXPECT_THAT(read.issues, IsEmpty());
  EXPECT_THAT(task_counts(*read.trace),
              ElementsAre(Pair("gemm", 1), Pair("potrf", 3), Pair("syrk", 3), Pair("trsm", 3)));
  EXPECT_EQ(edge_counts(*read.trace), std::pair(std::size_t{11}, std::size_t{1}));
  EXPECT_EQ(read.trace->handles.size(), 6u);
  EXPECT_TRUE(read.trace->recorded.accesses);
  EXPECT_FALSE(read.trace->recorded.dependencies);
}

TEST(ReferenceTraces, TaskflowGraph) {
  const ReadTrace read = read_reference("taskflow-cholesky6.dot");
  EXPECT_THAT(read.issues, IsEmpty());
  EXPECT_EQ(read.trace->tasks.size(), 56u);
  EXPECT_EQ(read.trace->dependencies.size(), 105u);
  EXPECT_THAT(task_counts(*read.trace),
              ElementsAre(Pair("gemm", 20), Pair("potrf", 6), Pair("syrk", 15), Pair("trsm", 15)));
}

TEST(ReferenceTraces, TaskTorrentLogsOfAllRanks) {
  for (const char* const name : {"tasktorrent", "tasktorrent/cholesky8.log.2", "tasktorrent/cholesky8"}) {
    const ReadTrace read = read_reference(name);
    EXPECT_EQ(read.format, TraceFormat::tasktorrent_log);
    EXPECT_THAT(read.issues, IsEmpty()) << read.issues.front().message();
    const Trace& trace = *read.trace;
    EXPECT_THAT(task_counts(trace), ElementsAre(Pair("GEMM", 84), Pair("POTRF", 8), Pair("TRSM", 28)));
    EXPECT_EQ(trace.dependencies.size(), 252u);
    EXPECT_EQ(trace.nodes.size(), 4u);
    EXPECT_EQ(trace.workers.size(), 8u);
    EXPECT_EQ(span_count(trace, SpanKind::run), 120u);
    EXPECT_EQ(span_count(trace, SpanKind::send), 18u);
    EXPECT_EQ(span_count(trace, SpanKind::other), 351u + 231u);  // "deps", and the runtime's own "run"
  }
}

TEST(ReferenceTraces, TaskTorrentDependenciesUnderAnyOfTheirNames) {
  namespace fs = std::filesystem;
  const fs::path from = fs::path(GUSSET_TRACES_TESTS) / "data" / "tasktorrent";
  const fs::path folder = fs::path(::testing::TempDir()) / ("tasktorrent" + std::to_string(::getpid()));
  for (const std::string dependencies :
       {"cholesky8.deps.", "cholesky8.deps.dot.", "deps_cholesky8.dot.", "deps.dot."}) {
    fs::create_directory(folder);
    for (const char* const rank : {"0", "1", "2", "3"}) {
      fs::copy(from / (std::string("cholesky8.log.") + rank), folder);
      fs::copy(from / (std::string("cholesky8.deps.") + rank), folder / (dependencies + rank));
    }
    const auto count = [&] { return read_trace(folder / "cholesky8")->trace->dependencies.size(); };
    EXPECT_EQ(count(), 252u) << dependencies;
    fs::copy(from / "cholesky8.log.0", folder / "another.log.0");
    EXPECT_EQ(count(), dependencies == "deps.dot." ? 0u : 252u) << "beside the log of another run";
    fs::remove_all(folder);
  }
}

TEST(ReferenceTraces, SimGridActors) {
  const ReadTrace read = read_reference("simgrid-actors.paje");
  EXPECT_EQ(read.format, TraceFormat::paje);
  EXPECT_TRUE(read.issues.empty());
  const Trace& trace = *read.trace;
  EXPECT_THAT(task_counts(trace), ElementsAre(Pair("execute", 40)));
  EXPECT_EQ(span_count(trace, SpanKind::run), 40u);
  EXPECT_EQ(span_count(trace, SpanKind::send), 40u);
  EXPECT_EQ(span_count(trace, SpanKind::receive), 40u);
  EXPECT_FALSE(trace.recorded.messages);  // the file has no links
  EXPECT_EQ(trace.workers.size(), 4u);
  EXPECT_EQ(trace.workers[0].name, "a-1");
  EXPECT_EQ(trace.nodes[0].name, "node0");
  std::size_t samples = 0;
  for (const Counter& counter : trace.counters) samples += counter.value.size();
  EXPECT_EQ(samples, 444u);
}

}  // namespace
}  // namespace gusset::traces
