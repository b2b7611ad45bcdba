#include "gusset/traces/model/validate.hpp"
#include "gusset/base/numbers.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "sample_trace.hpp"

namespace gusset::traces {
namespace {

using testing::sample_trace;

std::string flaw_of(const Trace& trace) {
  const Result<Done> done = validate(trace, "t");
  return done ? "" : done.error().message();
}

/// The error of `validate` for the sample after `damage`.
std::string flaw_after(const std::function<void(Trace&)>& damage) {
  Trace trace = sample_trace();
  damage(trace);
  return flaw_of(trace);
}

TEST(Validate, EmptyTraceIsValid) {
  EXPECT_EQ(flaw_of(Trace{}), "");
}
TEST(Validate, SampleTraceIsValid) {
  EXPECT_EQ(flaw_of(sample_trace()), "");
}

TEST(Validate, ModelMustBeJson) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.metadata.model = "{"; }),
            "t: metadata: expected a model in JSON, nested at most 64 deep, found something else");
  EXPECT_NE(flaw_after([](Trace& t) { t.metadata.model = std::string(100, '[') + std::string(100, ']'); }),
            "");
  EXPECT_EQ(flaw_after([](Trace& t) { t.metadata.model = std::string(60, '[') + std::string(60, ']'); }), "");
  EXPECT_EQ(flaw_after([](Trace& t) { t.metadata.model = ""; }), "");
}

TEST(Validate, ExtraMustBeAnObjectOfUnknownFields) {
  const std::string expected =
      "t: metadata: expected extra as one JSON object of unknown fields, nested at most 64 deep, found ";
  EXPECT_EQ(flaw_after([](Trace& t) { t.metadata.extra = ""; }), expected + "something else");
  EXPECT_EQ(flaw_after([](Trace& t) { t.metadata.extra = "[1]"; }), expected + "something else");
  EXPECT_EQ(flaw_after([](Trace& t) { t.metadata.extra = R"({"host":"x"})"; }),
            expected + "the known field \"host\"");
}

TEST(Validate, TaskColumnsHaveTheSameLength) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.tasks.parent.pop_back(); }),
            "t: task parents: expected 5 rows, found 4");
  EXPECT_EQ(flaw_after([](Trace& t) { t.tasks.work.push_back(1); }),
            "t: task work: expected 5 rows, found 6");
  EXPECT_EQ(flaw_after([](Trace& t) { t.tasks.submit_ns.clear(); }),
            "t: task submit times: expected 5 rows, found 0");
  EXPECT_EQ(flaw_after([](Trace& t) { t.tasks.ready_ns.clear(); }),
            "t: task ready times: expected 5 rows, found 0");
}

TEST(Validate, UnrecordedColumnsAreEmpty) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.recorded.parents = false; }),
            "t: task parents: expected 0 rows, found 5");
  EXPECT_EQ(flaw_after([](Trace& t) { t.recorded.work = false; }), "t: task work: expected 0 rows, found 5");
  EXPECT_EQ(flaw_after([](Trace& t) { t.recorded.submit = false; }),
            "t: task submit times: expected 0 rows, found 5");
  EXPECT_EQ(flaw_after([](Trace& t) { t.recorded.ready = false; }),
            "t: task ready times: expected 0 rows, found 5");
  EXPECT_EQ(flaw_after([](Trace& t) { t.recorded.accesses = false; }),
            "t: first accesses: expected 0 rows, found 6");
  EXPECT_EQ(flaw_after([](Trace& t) {
              t.recorded.accesses = false;
              t.accesses.first.clear();
            }),
            "t: accesses: expected 0 rows, found 7");
  EXPECT_EQ(flaw_after([](Trace& t) { t.recorded.dependencies = false; }),
            "t: dependencies: expected 0 rows, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.recorded.messages = false; }),
            "t: messages: expected 0 rows, found 2");
}

TEST(Validate, HandleColumnsHaveTheSameLength) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.handles.size_bytes.pop_back(); }),
            "t: handle sizes: expected 3 rows, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.handles.owner.pop_back(); }),
            "t: handle owners: expected 3 rows, found 2");
}

TEST(Validate, SpanColumnsHaveTheSameLength) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.lanes[2].spans.end_ns.pop_back(); }),
            "t: lane 2, ends: expected 2 rows, found 1");
  EXPECT_EQ(flaw_after([](Trace& t) { t.lanes[2].spans.task.pop_back(); }),
            "t: lane 2, tasks: expected 2 rows, found 1");
  EXPECT_EQ(flaw_after([](Trace& t) { t.lanes[2].spans.kind.pop_back(); }),
            "t: lane 2, kinds: expected 2 rows, found 1");
}

TEST(Validate, ClockDriftIsFinite) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.nodes[1].clock_drift = std::numeric_limits<double>::infinity(); }),
            "t: node 1: expected a finite clock drift, found inf");
}

TEST(Validate, IndicesAreInRange) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.workers[1].node = NodeId(2); }),
            "t: worker 1: expected a node below 2, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.workers[1].node = NodeId(); }),
            "t: worker 1: expected a node below 2, found none");
  EXPECT_EQ(flaw_after([](Trace& t) { t.lanes[3].worker = WorkerId(3); }),
            "t: lane 3: expected a worker below 3, found 3");
  EXPECT_EQ(flaw_after([](Trace& t) { t.handles.owner[2] = NodeId(9); }),
            "t: handle 2: expected an owner below 2, found 9");
  EXPECT_EQ(flaw_after([](Trace& t) { t.handles.owner[0] = NodeId(); }),
            "t: handle 0: expected an owner below 2, found none");
  EXPECT_EQ(flaw_after([](Trace& t) { t.tasks.type[4] = TypeId(3); }),
            "t: task 4: expected a type below 3, found 3");
  EXPECT_EQ(flaw_after([](Trace& t) { t.tasks.type[4] = TypeId(); }),
            "t: task 4: expected a type below 3, found none");
  EXPECT_EQ(flaw_after([](Trace& t) { t.accesses.items[6].handle = HandleId(3); }),
            "t: access 6: expected a handle below 3, found 3");
  EXPECT_EQ(flaw_after([](Trace& t) { t.accesses.items[6].mode = AccessModeId(3); }),
            "t: access 6: expected an access mode below 3, found 3");
  EXPECT_EQ(flaw_after([](Trace& t) { t.lanes[0].spans.task[1] = TaskId(5); }),
            "t: lane 0, span 1: expected a task below 5, found 5");
  EXPECT_EQ(flaw_after([](Trace& t) { t.dependencies[1].after = TaskId(5); }),
            "t: dependency 1: expected a task below 5, found 5");
  EXPECT_EQ(flaw_after([](Trace& t) { t.dependencies[1].before = TaskId(); }),
            "t: dependency 1: expected a task below 5, found none");
  EXPECT_EQ(flaw_after([](Trace& t) { t.span_links[0].to.lane = LaneId(4); }),
            "t: span link 0: expected a lane below 4, found 4");
  EXPECT_EQ(flaw_after([](Trace& t) { t.span_links[1].from.index = 2; }),
            "t: span link 1: expected a span below 2, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.messages[0].to = NodeId(2); }),
            "t: message 0: expected a node below 2, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.messages[0].from = NodeId(); }),
            "t: message 0: expected a node below 2, found none");
  EXPECT_EQ(flaw_after([](Trace& t) { t.messages[0].handle = HandleId(3); }),
            "t: message 0: expected a handle below 3, found 3");
  EXPECT_EQ(flaw_after([](Trace& t) { t.attributes[1].tasks[0] = TaskId(5); }),
            "t: attribute 1: expected tasks below 5, found 5");
}

TEST(Validate, KindsAreKnown) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.lanes[0].spans.kind[2] = static_cast<SpanKind>(7); }),
            "t: lane 0, span 2: expected a kind up to 6, found 7");
  EXPECT_EQ(flaw_after([](Trace& t) { t.span_links[1].kind = static_cast<SpanLink::Kind>(2); }),
            "t: span link 1: expected a kind up to 1, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.messages[1].kind = static_cast<Message::Kind>(4); }),
            "t: message 1: expected a kind up to 3, found 4");
}

TEST(Validate, ParentIsSubmittedBeforeItsChild) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.tasks.parent[3] = TaskId(3); }),
            "t: task 3: expected a parent submitted before it, found task 3");
  EXPECT_EQ(flaw_after([](Trace& t) { t.tasks.parent[0] = TaskId(4); }),
            "t: task 0: expected a parent submitted before it, found task 4");
}

TEST(Validate, WorkIsFiniteAndNotNegative) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.tasks.work[2] = -1.0; }),
            "t: task 2: expected finite work of at least 0, found -1.000000");
  EXPECT_NE(flaw_after([](Trace& t) { t.tasks.work[2] = std::numeric_limits<double>::quiet_NaN(); }), "");
  EXPECT_NE(flaw_after([](Trace& t) { t.tasks.work[2] = std::numeric_limits<double>::infinity(); }), "");
}

TEST(Validate, TimesAreBounded) {
  EXPECT_EQ(
      flaw_after([](Trace& t) { t.tasks.submit_ns[0] = max_time_ns + 1; }),
      "t: task 0: expected a submit time within 2^60 ns of the trace's start, found 1152921504606846977 ns");
  EXPECT_EQ(
      flaw_after([](Trace& t) { t.tasks.ready_ns[0] = -max_time_ns - 1; }),
      "t: task 0: expected a ready time within 2^60 ns of the trace's start, found -1152921504606846977 ns");
  EXPECT_EQ(
      flaw_after([](Trace& t) { t.lanes[0].spans.begin_ns[0] = unknown_time; }),
      "t: lane 0, span 0: expected a begin time within 2^60 ns of the trace's start, found an unknown time");
  EXPECT_EQ(
      flaw_after([](Trace& t) { t.lanes[0].spans.end_ns[3] = max_time_ns + 1; }),
      "t: lane 0, span 3: expected an end within 2^60 ns of the trace's start, found 1152921504606846977 ns");
  EXPECT_EQ(
      flaw_after([](Trace& t) { t.messages[0].send_ns = max_time_ns + 1; }),
      "t: message 0: expected a send time within 2^60 ns of the trace's start, found 1152921504606846977 ns");
  EXPECT_EQ(
      flaw_after([](Trace& t) { t.messages[0].receive_ns = max_time_ns + 1; }),
      "t: message 0: expected a receive time within 2^60 ns of the trace's start, found 1152921504606846977 "
      "ns");
  EXPECT_EQ(flaw_after([](Trace& t) { t.messages[0].send_ns = unknown_time; }), "");
}

TEST(Validate, SpanEndsAtOrAfterItsStart) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.lanes[3].spans.end_ns[0] = 79999; }),
            "t: lane 3, span 0: expected an end at or after its start at 80000 ns, found 79999 ns");
  EXPECT_EQ(flaw_after([](Trace& t) { t.lanes[3].spans.end_ns[0] = 80000; }), "");
}

/// A trace with one lane that has these spans.
Trace lane_of(const std::vector<std::pair<std::int64_t, std::int64_t>>& spans) {
  Trace trace;
  trace.nodes.resize(1);
  trace.workers = {{NodeId(0), "w"}};
  trace.lanes = {{WorkerId(0), {}}};
  for (const auto& [begin_ns, end_ns] : spans)
    trace.lanes[0].spans.push_back(begin_ns, end_ns, TaskId(), SpanKind::run);
  return trace;
}

TEST(Validate, SpansAreSortedByStartLongerFirst) {
  const std::string flaw =
      "t: lane 0, span 1: expected spans sorted by start, longer first, found one out of order";
  EXPECT_EQ(flaw_of(lane_of({{10, 20}, {0, 5}})), flaw);
  EXPECT_EQ(flaw_of(lane_of({{0, 5}, {0, 10}})), flaw);
  EXPECT_EQ(flaw_of(lane_of({{0, 10}, {0, 5}})), "");
  EXPECT_EQ(flaw_of(lane_of({{0, 10}, {0, 10}})), "");
  EXPECT_EQ(flaw_of(lane_of({{0, 0}, {0, 10}, {10, 10}, {10, 10}, {10, 12}})), "");
}

TEST(Validate, SpansNestOrAreDisjoint) {
  EXPECT_EQ(flaw_of(lane_of({{0, 10}, {5, 11}})),
            "t: lane 0, span 1: expected an end by 10 ns, where the enclosing span ends, found 11 ns");
  EXPECT_EQ(flaw_of(lane_of({{0, 10}, {2, 8}, {3, 9}})),
            "t: lane 0, span 2: expected an end by 8 ns, where the enclosing span ends, found 9 ns");
  EXPECT_EQ(flaw_of(lane_of({{0, 10}, {2, 8}, {8, 11}})),
            "t: lane 0, span 2: expected an end by 10 ns, where the enclosing span ends, found 11 ns");
  EXPECT_EQ(flaw_of(lane_of({{0, 10}, {2, 8}, {8, 10}, {10, 12}})), "");
  EXPECT_EQ(flaw_of(lane_of({{0, 10}, {5, 5}, {10, 10}, {10, 10}})), "");
}

TEST(Validate, TotalsFitIn64Bits) {
  std::vector<std::pair<std::int64_t, std::int64_t>> nested(5, {0, max_time_ns});
  EXPECT_EQ(flaw_of(lane_of(nested)), "t: spans: expected a total length of at most 2^62 ns, found more");
  nested.pop_back();
  EXPECT_EQ(flaw_of(lane_of(nested)), "");
  Trace many = lane_of({{0, max_time_ns}});
  many.workers.resize(5, many.workers[0]);
  EXPECT_EQ(flaw_of(many), "t: spans: expected makespan × workers of at most 2^62 ns, found more");
  many.workers.resize(4);
  EXPECT_EQ(flaw_of(many), "");
}

TEST(Validate, FirstAccessesAscendFromZeroToTheirTotal) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.accesses.first.front() = 1; }),
            "t: first access 0: expected 0, found 1");
  EXPECT_EQ(flaw_after([](Trace& t) { t.accesses.first[3] = 2; }),
            "t: first access 3: expected at least 3, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.accesses.items.pop_back(); }),
            "t: first access 5: expected 6, found 7");
  EXPECT_EQ(flaw_after([](Trace& t) { t.accesses.first.pop_back(); }),
            "t: first accesses: expected 6 rows, found 5");
}

TEST(Validate, DependencyJoinsTwoDifferentTasks) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.dependencies[0].after = TaskId(0); }),
            "t: dependency 0: expected two different tasks, found task 0 twice");
}

TEST(Validate, AttributesAndCountersAreConsistent) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.attributes[0].tasks.pop_back(); }),
            "t: attribute 0: expected 1 values, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.marks[1].time_ns = -21; }),
            "t: mark 1: expected ascending times, found -21 ns after -20 ns");
  EXPECT_EQ(flaw_after([](Trace& t) { t.marks[1].time_ns = unknown_time; }).substr(0, 19),
            "t: mark 1: expected");
  EXPECT_EQ(flaw_after([](Trace& t) { t.counters[1].node = NodeId(2); }),
            "t: counter 1: expected a node below 2, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.counters[0].value.pop_back(); }),
            "t: counter 0: expected 4 values, found 3");
  EXPECT_EQ(flaw_after([](Trace& t) { t.counters[0].time_ns[1] = 1; }),
            "t: counter 0: expected ascending times, found 0 ns after 1 ns");
  EXPECT_EQ(flaw_after([](Trace& t) { t.counters[0].value[1] = std::numeric_limits<double>::infinity(); }),
            "t: counter 0: expected finite values, found inf");
  EXPECT_EQ(flaw_after([](Trace& t) { t.attributes[2].tasks[2] = TaskId(2); }),
            "t: attribute 2: expected ascending tasks, found task 2 after task 2");
}

TEST(Validate, SynchronisationRefersToSpansTasksAndLocks) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.fork_join.waits[0].span.index = 4; }),
            "t: task wait 0: expected a span below 4, found 4");
  EXPECT_EQ(flaw_after([](Trace& t) { t.fork_join.waits[1].span = t.fork_join.waits[0].span; }),
            "t: task wait 1: expected waits sorted by lane and span, one per span, found one out of order");
  EXPECT_EQ(flaw_after([](Trace& t) { t.fork_join.waits[0].kind = static_cast<TaskWait::Kind>(4); }),
            "t: task wait 0: expected a kind up to 3, found 4");
  EXPECT_EQ(flaw_after([](Trace& t) { t.fork_join.waits[0].object = 2; }),
            "t: task wait 0: expected a lock below 2, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.fork_join.joined[1].task = TaskId(5); }),
            "t: joined task 1: expected a task below 5, found 5");
  EXPECT_EQ(flaw_after([](Trace& t) { t.fork_join.joined[1].task = TaskId(0); }),
            "t: joined task 1: expected ascending tasks, found task 0");
  EXPECT_EQ(flaw_after([](Trace& t) { t.fork_join.holds[0].lock = 2; }),
            "t: lock hold 0: expected a lock below 2, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.fork_join.holds[0].end_ns = 9; }),
            "t: lock hold 0: expected an end at or after its start, found 9 ns");
  EXPECT_EQ(flaw_after([](Trace& t) { std::swap(t.fork_join.holds[0], t.fork_join.holds[1]); }),
            "t: lock hold 1: expected holds sorted by task and begin, found one out of order");
  EXPECT_EQ(flaw_after([](Trace& t) { t.recorded.fork_join = false; }),
            "t: task waits: expected 0 rows, found 2");
}

TEST(Validate, ProcessorTimeIsOfWorkersInOrderOfTime) {
  EXPECT_EQ(flaw_after([](Trace& t) { t.processor_time.uses[1].worker = WorkerId(3); }),
            "t: processor use 1: expected a worker below 3, found 3");
  EXPECT_EQ(flaw_after([](Trace& t) { t.processor_time.uses[1].end_ns = 1299; }),
            "t: processor use 1: expected an end at or after its start, found 1299 ns");
  EXPECT_EQ(flaw_after([](Trace& t) { t.processor_time.uses[0].processor_ns = -1; }),
            "t: processor use 0: expected a processor time from 0 to 2^60 ns, found -1 ns");
  EXPECT_EQ(flaw_after([](Trace& t) { t.processor_time.uses[1].delay_ns = -1; }),
            "t: processor use 1: expected a delay from 0 to 2^60 ns, or an unknown one, found -1 ns");
  EXPECT_EQ(
      flaw_after([](Trace& t) {
        t.processor_time.uses[1].worker = WorkerId(0), t.processor_time.uses[1].begin_ns = -1;
      }),
      "t: processor use 1: expected uses sorted by worker, apart from each other, found one out of order");
  EXPECT_EQ(flaw_after([](Trace& t) { t.processor_time.bindings[1].worker = WorkerId(0); }),
            "t: binding 1: expected ascending workers, found worker 0");
  EXPECT_EQ(flaw_after([](Trace& t) { t.processor_time.bindings[0].quota = -1.0; }),
            "t: binding 0: expected a finite quota of at least 0, found -1.000000");
  EXPECT_EQ(flaw_after([](Trace& t) { t.recorded.processor_time = false; }),
            "t: processor uses: expected 0 rows, found 2");
}

TEST(Validate, WorksharingRefersToConstructsExecutionsAndTasks) {
  EXPECT_EQ(
      flaw_after([](Trace& t) { t.worksharing.constructs[1].kind = static_cast<WorkConstruct::Kind>(4); }),
      "t: worksharing construct 1: expected a kind up to 3, found 4");
  EXPECT_EQ(flaw_after([](Trace& t) {
              t.worksharing.constructs[0].schedule = static_cast<WorkConstruct::Schedule>(6);
            }),
            "t: worksharing construct 0: expected a kind up to 5, found 6");
  EXPECT_EQ(flaw_after([](Trace& t) { t.worksharing.executions[0].construct = 2; }),
            "t: worksharing execution 0: expected a construct below 2, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.worksharing.shares[1].task = TaskId(); }),
            "t: worksharing share 1: expected a task below 5, found none");
  EXPECT_EQ(flaw_after([](Trace& t) { t.worksharing.shares[0].execution = 2; }),
            "t: worksharing share 0: expected an execution below 2, found 2");
  EXPECT_EQ(flaw_after([](Trace& t) { t.worksharing.shares[0].end_ns = 9; }),
            "t: worksharing share 0: expected an end at or after its start, found 9 ns");
  EXPECT_EQ(flaw_after([](Trace& t) { t.worksharing.shares[0].begin_ns = unknown_time; }),
            "t: worksharing share 0: expected a begin time within 2^60 ns of the trace's start, found an "
            "unknown time");
  EXPECT_EQ(flaw_after([](Trace& t) { t.worksharing.chunks[1].end_ns = max_time_ns + 1; }),
            "t: worksharing chunks 1: expected an end within 2^60 ns of the trace's start, found "
            "1152921504606846977 ns");
  EXPECT_EQ(flaw_after([](Trace& t) { t.worksharing.chunks[1].execution = 3; }),
            "t: worksharing chunks 1: expected an execution below 2, found 3");
  EXPECT_EQ(flaw_after([](Trace& t) { t.recorded.worksharing = false; }),
            "t: worksharing constructs: expected 0 rows, found 2");
}

TEST(Validate, ReferencesIntoAbsentTablesUseTheGivenSizes) {
  Trace trace = sample_trace();
  const TableSizes sizes = table_sizes(trace);
  EXPECT_EQ(sizes, (TableSizes{5, 3, {4, 0, 2, 1}}));
  trace.tasks = {};
  trace.recorded = {};
  trace.recorded.messages = true;
  trace.accesses = {};
  trace.dependencies = {};
  trace.fork_join = {};
  trace.processor_time = {};
  trace.worksharing = {};
  EXPECT_EQ(flaw_of(trace), "t: lane 0, span 0: expected a task below 0, found 0");
  EXPECT_TRUE(validate(trace, "t", sizes).ok());
  trace.lanes[0].spans.task[0] = TaskId(5);
  EXPECT_EQ(validate(trace, "t", sizes).error().message(),
            "t: lane 0, span 0: expected a task below 5, found 5");
}

TEST(Validate, TableSizesBeyondIndicesAreRefused) {
  TableSizes sizes;
  sizes.tasks = TaskId::none_value;
  EXPECT_EQ(validate(Trace{}, "t", sizes).error().message(),
            "t: tasks: expected fewer than 2^32 - 1 rows, found 4294967295");
}

}  // namespace
}  // namespace gusset::traces
