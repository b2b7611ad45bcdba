// Logs of SuperGlue and TaskTorrent, and records of StarPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "exchange/import/task_name.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "import_text.hpp"
#include "named_trace.hpp"

namespace gusset::traces {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::issues_of;
using testing::named;
using testing::read_text;
using testing::trace_of;

TEST(SuperGlueLog, ReadsLogsWithOrWithoutNodesAndHeader) {
  const std::string spans =
      "task 0: potrf\ntask 1: trsm\nnode 0/thread 0:\n  0 50 kind 0 of 0\nnode 0/thread 1:\n  50 60 kind 0 "
      "of 1\n";
  EXPECT_EQ(named(trace_of("0: 100 50 potrf\n1: 150 10 trsm\n")), spans);
  EXPECT_EQ(named(trace_of("LOG 2\n0: 100 50 potrf\n1: 150 10 trsm\n")), spans);
  EXPECT_EQ(named(trace_of("0 0: 100 50 potrf\r\n0 1: 150 10 trsm\r\n")), spans);
  EXPECT_EQ(
      named(trace_of("3 0: 7 1 a\n2 0: 7 1 a\n")),
      "task 0: a\ntask 1: a\nnode 2/thread 0:\n  0 1 kind 0 of 1\nnode 3/thread 0:\n  0 1 kind 0 of 0\n");
}

TEST(SuperGlueLog, FirstWordIsTheTypeAndLastParenthesesAreTheCounter) {
  EXPECT_THAT(named(trace_of("0: 1 2 gemm 1 (2) 3\n0: 3 4 gemm 4 5 (678)\n0: 8 1 f (9)\n")),
              HasSubstr("detail (2): 0=1 (2) 3 1=4 5\nperf (0): 1=678 2=9\n"));
}

TEST(SuperGlueLog, ErrorsNameTheLine) {
  EXPECT_EQ(error_of("0: 1 2 a\n0: x 2 b\n"),
            "t: line 2: expected a line \"[node ]thread: start length name\", found \"0: x 2 b\"");
  EXPECT_EQ(error_of("0: 1 2 a\n0: 4611686018427387904 2 b\n"),
            "t: line 2: expected times below 2^62, found \"4611686018427387904 2\"");
  EXPECT_EQ(error_of("0: 1 2 a\n99999999999 0: 1 2 b\n"),
            "t: line 2: expected a node and a thread below 2^32, found \"99999999999 0\"");
  EXPECT_EQ(issues_of("0: 1 2 a\n# hello\n0: 5"),
            "t: line 2: expected a trailer \"# thread: word= number\", found \"# hello\"\n"
            "t: line 3: expected a line \"[node ]thread: start length name\", found \"0: 5\"\n");
}

TEST(TaskTorrentLog, ReadsTheLogOfOneRank) {
  EXPECT_EQ(
      named(trace_of("w0>run>GEMM_0_1,1795171449.4296381473541259765625,1795171449.5\nw0>deps>GEMM_0_1,"
                     "1795171449.5,1795171449.6\n"
                     "w1>idle>,1795171449.5,1795171449.75\n")),
      "task 0: GEMM\nrank 0/w0:\n  0 70361853 kind 0 of 0\n  70361853 170361853 kind 6 of 0\nrank 0/w1:\n"
      "  70361853 320361853 kind 1\ndetail (2): 0=0_1\n");
}

TEST(TaskTorrentLog, IssuesAndErrors) {
  EXPECT_EQ(issues_of("w0>run>A,2,1\nw0>what>B,1,2\nw0>run>B,1"),
            "t: line 1: expected an end at or after the start, found one before it\n"
            "t: line 2: expected run, deps, ss, sa or idle, found \"what\"\n"
            "t: line 3: expected a line \"who>what>details,start,end\", found \"w0>run>B,1\"\n");
  EXPECT_EQ(error_of("w0>run>A,1,2\nw0>run>A\n"),
            "t: line 2: expected a line \"who>what>details,start,end\", found \"w0>run>A\"");
}

constexpr const char* records =
    "Name: potrf\nModel: chol_11\nJobId: 5\nSubmitOrder: 2\nPriority: 3\nWorkerId: 1\nSubmitTime: "
    "0.5\nStartTime: 1.0\n"
    "EndTime: 2.5\nGFlop: 0.001\nHandles: aa bb\nModes: RW R\nSizes: 800 400\nMPIRank: -1\n\n"
    "Control: WontUse\nJobId: 6\nSubmitOrder: 3\nHandles: aa\nMPIRank: -1\n\n"
    "Name: init\nJobId: 4\nSubmitOrder: 1\nWorkerId: 0\nSubmitTime: 0.25\nStartTime: 0.5\nEndTime: 0.75\n"
    "Handles: bb\nModes: W\nSizes: 400\nMPIRank: -1\n\n"
    "Model: chol_12\nJobId: 7\nSubmitOrder: 4\nDependsOn: 5 4\nMPIRank: -1\n\n";

TEST(StarpuTasks, RecordsBecomeTasksInSubmissionOrder) {
  const Trace trace = trace_of(records);
  EXPECT_EQ(
      named(trace),
      "task 0: init work 0 submit 0 [write011 bb@0]\n"
      "task 1: potrf work 1e+06 submit 250000 [write011 aa@0] [read100 bb@1]\n"
      "task 2: chol_12 work 0 submit ?\n"
      "/worker 0:\n  250000 500000 kind 0 of 0\n/worker 1:\n  750000 2250000 kind 0 of 1\n0 -> 2\n1 -> 2\n"
      "Model (2): 1=chol_11 2=chol_12\nPriority (0): 1=3\n");
  EXPECT_EQ(trace.handles.size_bytes, (std::vector<std::uint64_t>{400, 800}));
  EXPECT_FALSE(trace.recorded.ready);
}

TEST(StarpuTasks, AccessesThatContradictTheRunAreDropped) {
  const auto read = read_text(
      "Name: a\nJobId: 1\nSubmitOrder: 1\nWorkerId: 0\nStartTime: 5\nEndTime: 6\nHandles: x\nModes: "
      "W\nSizes: 8\n\n"
      "Name: b\nJobId: 2\nSubmitOrder: 2\nWorkerId: 1\nStartTime: 1\nEndTime: 2\nHandles: x\nModes: "
      "R\nSizes: 8\n\n");
  ASSERT_TRUE(read.ok());
  EXPECT_FALSE(read->trace->recorded.accesses);
  EXPECT_THAT(read->trace->metadata.notes.front(), HasSubstr("accesses are dropped"));
  EXPECT_EQ(check(*read->trace).total, 0u);
}

TEST(StarpuTasks, IssuesAndErrors) {
  EXPECT_EQ(error_of("Name: a\nJobId: 1\nStartTime: soon\n"),
            "t: line 3: expected a time in ms, found \"soon\"");
  for (const char* const text : {"Name: a\nno colon\n", "Name: a\nno colon"})
    EXPECT_EQ(error_of(text), "t: line 2: expected a line \"Key: value\", found \"no colon\"");
  EXPECT_EQ(error_of("Name: a\nJobId: 1\nHandles: x y\nModes: R\nSizes: 1 2\n"),
            "t: line 1: expected as many Modes and Sizes as Handles, found 2 Handles, 1 Modes and 2 Sizes");
  EXPECT_EQ(
      issues_of("Name: a\nJobId: 1\nDependsOn: 9\nWorkerId: 2\n\nName: b\nJobId: 1\n"),
      "t: line 1: expected all or none of WorkerId, StartTime and EndTime, found some (run dropped) (2 of "
      "this kind)\n"
      "t: line 1: expected the JobId of another task in DependsOn, found \"9\"\n");
}

TEST(TaskName, SplitsTypeAndDetail) {
  const auto parts = [](std::string_view name) {
    const auto [type, detail] = import::split_task_name(name);
    return std::string(type) + "|" + std::string(detail);
  };
  EXPECT_EQ(parts("trsm 1 0"), "trsm|1 0");
  EXPECT_EQ(parts("TRSM_4_0"), "TRSM|4_0");
  EXPECT_EQ(parts("my_task_7"), "my_task|7");
  EXPECT_EQ(parts("gemm2"), "gemm2|");
  EXPECT_EQ(parts("_7"), "_7|");
  EXPECT_EQ(parts(""), "|");
}

TEST(SuperGlueLog, LastEntryWithoutALineEndIsDropped) {
  EXPECT_EQ(issues_of("0: 1 2 a\n0: 5 6 b"),
            "t: line 2: expected a line end, found the end of the file (entry dropped)\n");
  EXPECT_EQ(read_text("0: 1 2 a\n0: 5 6 b")->trace->tasks.size(), 1U);
}

}  // namespace
}  // namespace gusset::traces
