// Longer than 400 lines: each test of a violation is next to a trace that obeys the model.
#include "gusset/traces/analysis/check/check.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <random>
#include <set>
#include <string>

#include "cholesky3.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/model/validate.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {

void PrintTo(const Violation& finding, std::ostream* out) {
  *out << kind_name(finding.kind) << ": " << finding.error.message();
}

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::random_trace;
using testing::RandomTrace;
using testing::trace_from_text;
using Kind = Violation::Kind;

/// "KIND: MESSAGE" for each finding.
std::vector<std::string> findings_of(const Trace& trace, const CheckOptions& options = {}) {
  const Result<Done> valid = validate(trace, "t");
  EXPECT_TRUE(valid.ok()) << (valid.ok() ? "" : valid.error().message());
  const CheckResult result = check(trace, options);
  EXPECT_EQ(result.total, result.findings.size());
  EXPECT_EQ(result.ok(), result.findings.empty());
  std::vector<std::string> lines;
  for (const Violation& finding : result.findings) {
    lines.push_back(std::string(kind_name(finding.kind)) + ": " + finding.error.message());
  }
  return lines;
}

std::vector<std::string> findings_of(const std::string& text, const CheckOptions& options = {}) {
  return findings_of(*trace_from_text(text, 1), options);
}

TEST(Check, EmptyTraceIsClean) {
  EXPECT_THAT(findings_of(Trace{}), IsEmpty());
  EXPECT_TRUE(check(Trace{}).ok());
}

TEST(Check, CholeskyIsClean) {
  EXPECT_THAT(findings_of(testing::cholesky3), IsEmpty());
}

TEST(Check, TaskStartsAfterItsPredecessorsEnd) {
  const std::string accesses = R"(
    a1: write x@0
    b1: read x@1
    c1: read x@1
  )";
  EXPECT_THAT(findings_of("aaabb\n...cc" + accesses), IsEmpty());
  const auto trace = trace_from_text("aaabb\n..cc" + accesses, 1);
  EXPECT_THAT(findings_of(*trace), ElementsAre("before_predecessor: task 1 (c), x@1: expected a start at or "
                                               "after 3 ns, the end of task 0 (a), found 2 ns"));
  const Violation finding = check(*trace).findings.at(0);
  EXPECT_EQ(finding.task, TaskId(1));
  EXPECT_EQ(finding.other, TaskId(0));
  EXPECT_EQ(finding.handle, HandleId(0));
}

TEST(Check, WriterWaitsForTheLastReader) {
  EXPECT_THAT(findings_of("aa\nbbbb\n..ccc\na1: read x@0\nb1: read x@0\nc1: write x@2"),
              ElementsAre("before_predecessor: task 2 (c), x@2: expected a start at or after 4 ns, the end "
                          "of task 1 (b), found 2 ns"));
}

TEST(Check, TaskThatNeverRanCompletesAtOnceAndHidesNoEarlierGroup) {
  const std::string accesses = "\na1: write x@0\nb1: write x@1\nc1: write x@2";
  auto trace = *trace_from_text("aaa\n...bb\n.....cc" + accesses, 1);
  trace.lanes[1].spans = {};
  EXPECT_THAT(findings_of(trace), IsEmpty());
  trace.lanes[2].spans.begin_ns[0] = 2;
  EXPECT_THAT(findings_of(trace), ElementsAre("before_predecessor: task 2 (c), x@2: expected a start at or "
                                              "after 3 ns, the end of task 0 (a), found 2 ns"));
}

TEST(Check, ExplicitDependenciesWaitForTheRun) {
  EXPECT_THAT(findings_of("aaabb\nb1: after a1"), IsEmpty());
  EXPECT_THAT(
      findings_of("aaa\n.bb\nb1: after a1"),
      ElementsAre("before_dependency: task 1 (b): expected a start at or after 3 ns, the end of task 0 "
                  "(a) that it depends on, found 1 ns"));
}

TEST(Check, AddsOfOneGroupDoNotOverlap) {
  const std::string accesses = "\na1: add x@0\nb1: add x@0\nc1: read x@2";
  EXPECT_THAT(findings_of("aa..ccc\n..bb" + accesses), IsEmpty());
  EXPECT_THAT(findings_of("..aaccc\nbb" + accesses), IsEmpty()) << "in any order";
  EXPECT_THAT(
      findings_of("aaa.ccc\n..bb" + accesses),
      ElementsAre("adds_overlap: task 1 (b), x@0: expected a start at or after 3 ns, the end of task 0 "
                  "(a), whose add excludes it, found 2 ns"));
}

TEST(Check, RenamedAddsMayOverlap) {
  CheckOptions renamed;
  renamed.renamed_adds_may_overlap = true;
  const std::string accesses = "\na1: add x@0\nb1: add x@0\nc1: read x@2";
  EXPECT_THAT(findings_of("aaa.ccc\n..bb" + accesses, renamed), IsEmpty());
  EXPECT_THAT(findings_of("aaaccc\n..bb" + accesses, renamed),
              ElementsAre("before_predecessor: task 2 (c), x@2: expected a start at or after 4 ns, the end "
                          "of task 1 (b), found 3 ns"));
}

TEST(Check, AddsWaitForTheLastOfTheEarlierAdds) {
  EXPECT_THAT(
      findings_of("aaaaaa\n.b.\n...c\na1: add x@0\nb1: add x@0\nc1: add x@0"),
      ElementsAre("adds_overlap: task 1 (b), x@0: expected a start at or after 6 ns, the end of task 0 "
                  "(a), whose add excludes it, found 1 ns",
                  "adds_overlap: task 2 (c), x@0: expected a start at or after 6 ns, the end of task 0 "
                  "(a), whose add excludes it, found 3 ns"));
}

TEST(Check, NonExclusiveCommutingTasksMayOverlap) {
  auto trace = *trace_from_text("aaa\n.bb\n...cc\na1: add x@0\nb1: add x@0\nc1: write x@2", 1);
  trace.access_modes[2].exclusive = false;
  EXPECT_THAT(findings_of(trace), IsEmpty());
}

TEST(Check, GroupRaisesTheVersionByItsSize) {
  EXPECT_THAT(findings_of("abcd\na1: write x@7\nb1: read x@8\nc1: read x@8\nd1: write x@10"), IsEmpty());
  EXPECT_THAT(findings_of("abcd\na1: write x@7\nb1: read x@8\nc1: read x@8\nd1: write x@9"),
              ElementsAre("version_sequence: task 3 (d): expected x@10, as 2 accesses await x@8, found x@9"));
  EXPECT_THAT(findings_of("ab\na1: write x@7\nb1: read x@9"),
              ElementsAre("version_sequence: task 1 (b): expected x@8, as 1 access awaits x@7, found x@9"));
}

TEST(Check, VersionsWrapAround) {
  EXPECT_THAT(findings_of("abcd\na1: write x@4294967294\nb1: read x@4294967295\nc1: read x@4294967295\n"
                          "d1: write x@1"),
              IsEmpty());
  EXPECT_THAT(
      findings_of("abc\na1: read x@4294967295\nb1: read x@4294967295\nc1: write x@2"),
      ElementsAre("version_sequence: task 2 (c): expected x@1, as 2 accesses await x@4294967295, found x@2"));
}

TEST(Check, SeveralSubmittersMayNumberTasksInAnyOrder) {
  EXPECT_THAT(findings_of("cab\na1: write x@2\nb1: write x@3\nc1: write x@1"), IsEmpty());
}

TEST(Check, GroupsMaySplit) {
  EXPECT_THAT(findings_of("abcd\na1: read x@0\nb1: read x@0\nc1: read x@2\nd1: write x@3"), IsEmpty());
}

TEST(Check, OnlyCommutingAccessesShareAVersion) {
  EXPECT_THAT(findings_of("ab\na1: read x@0\nb1: add x@0"),
              ElementsAre("mixed_group: task 1 (b), x@0: expected all accesses to this version in one "
                          "commuting mode, found add next to the read of task 0 (a)"));
  EXPECT_THAT(findings_of("ab\na1: write x@0\nb1: write x@0"),
              ElementsAre("mixed_group: task 1 (b), x@0: expected all accesses to this version in one "
                          "commuting mode, found write next to the write of task 0 (a)"));
}

TEST(Check, SeveralAccessesOfATaskToAHandleCountOnce) {
  EXPECT_THAT(findings_of("ab\na1: read x@0, add x@0\nb1: write x@1"), IsEmpty());
  EXPECT_THAT(findings_of("ab\na1: read x@0, add x@0\nb1: add x@0"),
              ElementsAre("mixed_group: task 1 (b), x@0: expected all accesses to this version in one "
                          "commuting mode, found add next to the several modes of task 0 (a)"));
}

TEST(Check, TaskWaitsForOneVersionPerHandle) {
  EXPECT_THAT(
      findings_of("a\na1: read x@0, write x@1, write y@0"),
      ElementsAre("own_predecessor: task 0 (a), x@1: expected one version of each handle per task, found "
                  "an earlier version, too"));
}

TEST(Check, SubmissionReadinessAndStartAreInOrder) {
  EXPECT_THAT(findings_of("..a\na1: [submit 1] [ready 2]"), IsEmpty());
  EXPECT_THAT(
      findings_of("..a\na1: [submit 1] [ready 3]"),
      ElementsAre(
          "before_ready: task 0 (a): expected a start at or after 3 ns, when it was ready, found 2 ns"));
  EXPECT_THAT(
      findings_of("..a\na1: [submit 2] [ready 1]"),
      ElementsAre(
          "before_submit: task 0 (a): expected readiness at or after 2 ns, its submission, found 1 ns"));
  EXPECT_THAT(
      findings_of("..a\na1: [submit 3]"),
      ElementsAre(
          "before_submit: task 0 (a): expected a start at or after 3 ns, its submission, found 2 ns"));
}

TEST(Check, UnknownTimesContradictNothing) {
  EXPECT_THAT(findings_of("aab\nb1: [submit 1]\na1: [ready 0]"), IsEmpty());
}

/// Tasks a and b, with b a child of a, and c, which awaits a.
Trace family(const std::string& rows) {
  auto trace = *trace_from_text(rows + "\na1: write x@0\nb1: write y@0\nc1: write x@1", 1);
  trace.recorded.parents = true;
  trace.tasks.parent.assign(trace.tasks.size(), TaskId());
  trace.tasks.parent[1] = TaskId(0);
  return trace;
}

TEST(Check, TaskCompletesWithItsChildren) {
  EXPECT_THAT(findings_of(family("aa...c\n..bbb")), IsEmpty());
  auto early = family("aa..c\n..bbb");
  EXPECT_THAT(findings_of(early),
              ElementsAre("before_predecessor: task 2 (c), x@1: expected a start at or after 5 "
                          "ns, the end of the last descendant of task 0 (a), found 4 ns"));
  early.metadata.origin = Origin::imported;
  EXPECT_THAT(findings_of(early), IsEmpty()) << "other runtimes need not wait for children";
}

TEST(Check, ChildrenStartAfterTheirParent) {
  auto trace = family("aa.c\n..b");
  std::swap(trace.lanes[0].spans.begin_ns[0], trace.lanes[1].spans.begin_ns[0]);
  std::swap(trace.lanes[0].spans.end_ns[0], trace.lanes[1].spans.end_ns[0]);
  EXPECT_THAT(
      findings_of(trace),
      ElementsAre("child_before_parent: task 1 (b): expected a start at or after 2 ns, when its parent, task "
                  "0 (a), began, found 0 ns"));
}

TEST(Check, TaskRunsOnce) {
  auto trace = *trace_from_text("aa.b", 1);
  trace.lanes[0].spans.task[1] = TaskId(0);
  EXPECT_THAT(
      findings_of(trace),
      ElementsAre(
          "ran_twice: task 0 (a): expected one run, found lane 0 at 0 to 2 ns and lane 0 at 3 to 4 ns"));
  trace.metadata.origin = Origin::imported;
  EXPECT_THAT(findings_of(trace), IsEmpty()) << "it may have been suspended";
  trace.lanes.push_back(trace.lanes[0]);
  trace.workers.push_back({NodeId(0), "other"});
  trace.lanes[1].worker = WorkerId(1);
  trace.lanes[1].spans = {};
  trace.lanes[1].spans.push_back(1, 3, TaskId(0), SpanKind::run);
  EXPECT_THAT(findings_of(trace),
              ElementsAre("ran_twice: task 0 (a): expected runs that do not overlap, found lane 0 at 0 "
                          "to 2 ns and lane 1 at 1 to 3 ns"));
}

TEST(Check, SpansOfOneWorkerDoNotCross) {
  EXPECT_THAT(findings_of("n0/w0: aaaa...cc\nn0/w0: .bb..."), IsEmpty());
  EXPECT_THAT(findings_of("n0/w0: aaaa\nn0/w1: ..bbbb"), IsEmpty());
  EXPECT_THAT(
      findings_of("n0/w0: aaaa\nn0/w0: ..bbbb"),
      ElementsAre(
          "spans_cross: worker 0 (w0): expected spans that nest or do not overlap, found lane 0 at 0 to 4 ns "
          "and lane 1 at 2 to 6 ns"));
}

/// x belongs to node 0. It is written there, read on node 1, and written again.
std::string exchange(const std::string& node0, const std::string& node1, const std::string& message) {
  return "n0/w0: " + node0 + "\nn1/w0: " + node1 +
         "\nx: 8 bytes on n0\na1: write x@0\nb1: read x@1\nc1: write x@2\n" + message;
}

TEST(Check, RemoteReaderWaitsForTheMessageAndDelaysNoOne) {
  EXPECT_THAT(findings_of(exchange("aa.cc", "...bbb", "message x@1 n0->n1 2 3")), IsEmpty());
  EXPECT_THAT(
      findings_of(exchange("aa.cc", "...bbb", "message x@1 n0->n1 2 4")),
      ElementsAre("before_message: task 2 (b), x@1: expected a start at or after 4 ns, its receipt on node 1 "
                  "(n1), found 3 ns"));
  EXPECT_THAT(
      findings_of(exchange("aa.cc", "...bbb", "message x@0 n0->n1 0 1")),
      ElementsAre("missing_message: task 2 (b), x@1: expected a message that brings it to node 1 (n1), found "
                  "none"));
}

TEST(Check, RemoteReaderWithoutMessagesWaitsForTheWriter) {
  EXPECT_THAT(findings_of(exchange("aa.cc", "...bbb", "")), IsEmpty());
  EXPECT_THAT(findings_of(exchange("aa.cc", ".bbbbb", "")),
              ElementsAre("before_predecessor: task 1 (b), x@1: expected a start at or after 2 ns, the end "
                          "of task 0 (a), found 1 ns"));
}

TEST(Check, MessageCarriesItsVersion) {
  EXPECT_THAT(
      findings_of(exchange("aa.cc", "...bbb", "message x@1 n0->n1 1 3")),
      ElementsAre("message_order: message 0, x@1: expected sending at or after 2 ns, the end of task 0 (a), "
                  "found 1 ns"));
  EXPECT_THAT(
      findings_of(exchange("aa.cc", "......bbb", "message x@1 n0->n1 4 6")),
      ElementsAre("message_order: message 0, x@1: expected sending by 3 ns, when task 1 (c) began to modify "
                  "it, found 4 ns"));
  EXPECT_THAT(
      findings_of(exchange("aa...cc", "....bbb", "message x@1 n0->n1 4 3")),
      ElementsAre(
          "message_order: message 0, x@1: expected a receipt at or after 4 ns, when it was sent, found 3 "
          "ns"));
}

TEST(Check, UnnamedHandlesAndModesAreNumbered) {
  auto trace = *trace_from_text("ab\na1: read x@0\nb1: add x@0", 1);
  trace.handles.name[0] = "";
  trace.access_modes[2].name = "";
  trace.types[1] = "";
  EXPECT_THAT(findings_of(trace),
              ElementsAre("mixed_group: task 1, handle 0@0: expected all accesses to this version in one "
                          "commuting mode, found mode 2 next to the read of task 0 (a)"));
}

TEST(Check, CountsAllFindingsAndKeepsTheFirst) {
  auto trace = *trace_from_text("a|a|a|a|a|a|a|a|a|a", 1);
  trace.recorded.ready = true;
  trace.tasks.ready_ns.assign(trace.tasks.size(), 100);
  CheckOptions options;
  options.max_findings = 3;
  const CheckResult result = check(trace, options);
  EXPECT_EQ(result.total, 10u);
  EXPECT_EQ(result.findings.size(), 3u);
  options.max_findings = 0;
  EXPECT_THAT(check(trace, options).findings, IsEmpty());
  EXPECT_FALSE(check(trace, options).ok());
}

TEST(Check, KindsHaveDifferentNames) {
  std::set<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(Kind::spans_cross); ++kind) {
    names.insert(kind_name(static_cast<Kind>(kind)));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(Kind::spans_cross) + 1);
}

RandomTrace program(std::uint64_t seed) {
  RandomTrace options;
  options.seed = seed;
  options.nodes = 1 + seed % 3;
  options.tasks = 300;
  return options;
}

TEST(Check, RandomProgramsAreClean) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_THAT(findings_of(*random_trace(program(seed))), IsEmpty());
  }
}

/// Damages a valid trace in one place. `spoil` returns whether it could.
struct Mutation {
  std::string name;
  std::function<bool(Trace&, std::mt19937_64&)> spoil;
  std::set<Kind> found_as;  ///< expects one of these findings
};

std::size_t below(std::mt19937_64& random, std::size_t bound) {
  return static_cast<std::size_t>(random() % bound);
}

/// Gives every task a separate worker, so that moving one run in time crosses no other.
void isolate(Trace& trace) {
  const TaskTimes times = task_times(trace);
  std::vector<NodeId> node;
  for (const LaneId lane : times.lane)
    node.push_back(trace.workers[trace.lanes[lane.value()].worker.value()].node);
  trace.workers.clear();
  trace.lanes.clear();
  for (std::size_t t = 0; t < trace.tasks.size(); ++t) {
    trace.workers.push_back({node[t], "w"});
    trace.lanes.push_back({WorkerId(t), {}});
    trace.lanes.back().spans.push_back(times.begin_ns[t], times.end_ns[t], TaskId(t), SpanKind::run);
  }
}

/// The start and the end of an isolated task.
std::int64_t& begin_of(Trace& trace, TaskId task) {
  return trace.lanes[task.value()].spans.begin_ns[0];
}
std::int64_t end_of(Trace& trace, TaskId task) {
  return trace.lanes[task.value()].spans.end_ns[0];
}

bool begin_early(Trace& trace, std::mt19937_64& random) {
  const TaskGraph graph(trace);
  const TaskId task(below(random, trace.tasks.size()));
  std::int64_t last_ns = 0;
  for (const TaskId before : graph.predecessors(task)) last_ns = std::max(last_ns, end_of(trace, before));
  if (last_ns == 0) return false;
  begin_of(trace, task) = last_ns - 1;
  trace.tasks.ready_ns[task.value()] = 0;
  return true;
}

bool overlap_adds(Trace& trace, std::mt19937_64& random) {
  const TaskGraph graph(trace);
  std::vector<TaskGraph::Group> groups;
  for (const auto& group : graph.groups()) {
    if (group.commuting) groups.push_back(group);
  }
  if (groups.empty()) return false;
  const auto members = graph.members_of(groups[below(random, groups.size())]);
  const TaskId first = members[0];
  const TaskId second = members[1];
  if (begin_of(trace, first) == end_of(trace, first)) return false;
  begin_of(trace, second) = end_of(trace, first) - 1;
  trace.tasks.ready_ns[second.value()] = 0;
  return true;
}

bool change_version(Trace& trace, std::mt19937_64& random) {
  Access& access = trace.accesses.items[below(random, trace.accesses.items.size())];
  const auto of_handle = std::count_if(trace.accesses.items.begin(), trace.accesses.items.end(),
                                       [&](const Access& a) { return a.handle == access.handle; });
  if (of_handle < 2) return false;  // a single access may await any version
  access.version += static_cast<std::uint32_t>(1 + below(random, 0xffff'ffff));
  return true;
}

bool change_mode(Trace& trace, std::mt19937_64& random) {
  const TaskGraph graph(trace);
  for (const auto& group : graph.groups()) {
    if (group.member_count < 2 || below(random, 3) > 0) continue;
    const TaskId task = graph.members_of(group)[0];
    for (std::uint64_t i = trace.accesses.first[task.value()]; i < trace.accesses.first[task.value() + 1];
         ++i) {
      if (trace.accesses.items[i].handle == group.handle) trace.accesses.items[i].mode = AccessModeId(1);
    }
    return true;
  }
  return false;
}

bool run_again(Trace& trace, std::mt19937_64& random) {
  const TaskId task(below(random, trace.tasks.size()));
  trace.lanes[task.value()].spans.push_back(end_of(trace, task) + 1, end_of(trace, task) + 2, task,
                                            SpanKind::run);
  return true;
}

bool ready_late(Trace& trace, std::mt19937_64& random) {
  const TaskId task(below(random, trace.tasks.size()));
  trace.tasks.ready_ns[task.value()] = begin_of(trace, task) + 1;
  return true;
}

bool submit_late(Trace& trace, std::mt19937_64& random) {
  const std::size_t task = below(random, trace.tasks.size());
  trace.tasks.submit_ns[task] = trace.tasks.ready_ns[task] + 1;
  return true;
}

bool depend_backwards(Trace& trace, std::mt19937_64& random) {
  const TaskId before(below(random, trace.tasks.size()));
  const TaskId after(below(random, trace.tasks.size()));
  if (before == after || end_of(trace, before) <= begin_of(trace, after)) return false;
  trace.recorded.dependencies = true;
  trace.dependencies.push_back({before, after});
  return true;
}

bool have_a_late_parent(Trace& trace, std::mt19937_64& random) {
  const TaskId child(below(random, trace.tasks.size()));
  trace.recorded.parents = true;
  trace.tasks.parent.assign(trace.tasks.size(), TaskId());
  for (std::size_t parent = 0; parent < child.value(); ++parent) {
    if (begin_of(trace, TaskId(parent)) <= begin_of(trace, child)) continue;
    trace.tasks.parent[child.value()] = TaskId(parent);
    return true;
  }
  return false;
}

bool share_a_worker(Trace& trace, std::mt19937_64& random) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const TaskId a(below(random, trace.tasks.size()));
    const TaskId b(below(random, trace.tasks.size()));
    const bool cross = begin_of(trace, a) < begin_of(trace, b) && begin_of(trace, b) < end_of(trace, a) &&
                       end_of(trace, a) < end_of(trace, b);
    if (!cross || trace.workers[a.value()].node != trace.workers[b.value()].node) continue;
    trace.lanes[b.value()].worker = WorkerId(a.value());
    return true;
  }
  return false;
}

TEST(Check, EveryMutationOfARandomProgramIsFound) {
  const std::vector<Mutation> mutations = {
      {"begin early", begin_early, {Kind::before_predecessor}},
      {"overlap", overlap_adds, {Kind::adds_overlap}},
      {"version", change_version, {Kind::version_sequence, Kind::mixed_group}},
      {"mode", change_mode, {Kind::mixed_group}},
      {"again", run_again, {Kind::ran_twice}},
      {"ready", ready_late, {Kind::before_ready}},
      {"submit", submit_late, {Kind::before_submit}},
      {"dependency", depend_backwards, {Kind::before_dependency}},
      {"parent", have_a_late_parent, {Kind::child_before_parent}},
      {"worker", share_a_worker, {Kind::spans_cross}},
  };
  for (const Mutation& mutation : mutations) {
    int applied = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      SCOPED_TRACE(mutation.name + ", seed " + std::to_string(seed));
      std::mt19937_64 random(seed);
      RandomTrace options = program(seed);
      options.tasks = 60;
      Trace trace = *random_trace(options);
      isolate(trace);
      ASSERT_TRUE(check(trace).ok());
      if (!mutation.spoil(trace, random)) continue;
      ++applied;
      ASSERT_TRUE(validate(trace, "t").ok());
      CheckOptions all;
      all.max_findings = 10'000;
      const CheckResult result = check(trace, all);
      const bool found = std::any_of(result.findings.begin(), result.findings.end(),
                                     [&](const Violation& f) { return mutation.found_as.contains(f.kind); });
      EXPECT_TRUE(found);
      EXPECT_EQ(result.findings, check(trace, all).findings) << "the same trace gives the same findings";
    }
    EXPECT_GE(applied, 20) << mutation.name;
  }
}

TEST(Check, ExclusiveReadersSerialisePerReplica) {
  Trace trace = *trace_from_text(R"(
    n0/w0: aa..
    n1/w0: bb..
    n1/w1: ..cc
    x: 8 bytes on n0
    a1: add x@0
    b1: add x@0
    c1: add x@0
  )",
                                 1);
  for (AccessMode& mode : trace.access_modes) mode.modifies = false;
  EXPECT_TRUE(check(trace).ok());
  trace.lanes[2].spans.begin_ns[0] = 1;
  const CheckResult result = check(trace);
  ASSERT_EQ(result.total, 1u);
  EXPECT_EQ(result.findings[0].kind, Violation::Kind::adds_overlap);
  EXPECT_EQ(result.findings[0].task, TaskId(2));
  EXPECT_EQ(result.findings[0].other, TaskId(1));
}

TEST(Check, IncompleteRecordingMayHaveVersionGaps) {
  Trace trace = *trace_from_text("ab\na1: write x@0\nb1: write x@3\n", 1);
  EXPECT_EQ(findings_of(trace).size(), 1U);
  trace.metadata.incomplete = true;
  EXPECT_THAT(findings_of(trace), IsEmpty());
  trace.accesses.items[0].version = 5;  // but versions cannot decrease
  trace.accesses.items[1].version = 5;
  EXPECT_EQ(findings_of(trace).size(), 1U);
}

TEST(Check, DependencyCycleIsFoundOnce) {
  Trace trace = *trace_from_text("abcd\n", 1);
  trace.recorded.dependencies = true;
  trace.dependencies = {{TaskId(0), TaskId(1)}, {TaskId(1), TaskId(2)}, {TaskId(2), TaskId(3)}};
  EXPECT_THAT(findings_of(trace), IsEmpty());
  trace.dependencies.push_back({TaskId(2), TaskId(1)});
  EXPECT_THAT(
      findings_of(trace),
      ElementsAre("before_dependency: task 1 (b): expected a start at or after 3 ns, the end of task 2 "
                  "(c) that it depends on, found 1 ns",
                  "cycle: task 1 (b): expected dependencies without a cycle, found a cycle of 2 tasks, "
                  "through task 2 (c)"));
}

}  // namespace
}  // namespace gusset::traces
