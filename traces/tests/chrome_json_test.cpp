#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/model/validate.hpp"
#include "import_text.hpp"
#include "named_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::issues_of;
using testing::named;
using testing::read_text;
using testing::trace_of;

/// The trace of these events. The file must be read without an issue.
Trace trace_of_events(const std::string& events) {
  return trace_of("{\"traceEvents\":[" + events + "]}");
}

std::string x(const std::string& name, const std::string& ts, const std::string& dur, int tid = 1,
              const std::string& more = "") {
  return R"({"name":")" + name + R"(","ph":"X","ts":)" + ts + ",\"dur\":" + dur + R"(,"pid":1,"tid":)" +
         std::to_string(tid) + more + "}";
}

TEST(ChromeJson, TimesAreExactToTheNanosecond) {
  const Trace trace =
      trace_of_events(x("a", "1795171449429638.147", "0.0015") + "," + x("b", "1795171449429640", "2"));
  EXPECT_EQ(named(trace),
            "task 0: a\ntask 1: b\nprocess 1/thread 1:\n  0 2 kind 0 of 0\n  1853 3853 kind 0 of 1\n");
}

TEST(ChromeJson, BeginAndEndEventsNestPerThread) {
  const Trace trace = trace_of_events(
      R"({"name":"out","ph":"B","ts":1,"pid":1,"tid":1},{"name":"other","ph":"B","ts":2,"pid":1,"tid":2},)"
      R"({"name":"in","ph":"B","ts":3,"pid":1,"tid":1},{"ph":"E","ts":4,"pid":1,"tid":1},)"
      R"({"ph":"E","ts":5,"pid":1,"tid":1,"args":{"late":1}},{"ph":"E","ts":6,"pid":1,"tid":2})");
  EXPECT_EQ(named(trace),
            "task 0: out\ntask 1: other\ntask 2: in\nprocess 1/thread 1:\n  0 4000 kind 0 of 0\n  2000 3000 "
            "kind 0 of 2\n"
            "process 1/thread 2:\n  1000 5000 kind 0 of 1\nlate (0): 0=1\n");
}

TEST(ChromeJson, NamesAndSortIndicesOrderProcessesAndThreads) {
  const Trace trace =
      trace_of_events(x("a", "0", "1", 5) + "," + x("a", "0", "1", 6) +
                      R"(,{"ph":"M","name":"process_name","pid":1,"args":{"name":"first"}})"
                      R"(,{"ph":"M","name":"thread_name","pid":1,"tid":5,"args":{"name":"five"}})"
                      R"(,{"ph":"M","name":"thread_sort_index","pid":1,"tid":5,"args":{"sort_index":9}})"
                      R"(,{"ph":"M","name":"thread_name","pid":2,"tid":1,"args":{"name":"idle"}})"
                      R"(,{"ph":"M","name":"process_sort_index","pid":2,"args":{"sort_index":-1}})");
  EXPECT_EQ(named(trace),
            "task 0: a\ntask 1: a\nprocess 2/idle:\nfirst/thread 6:\n  0 1000 kind 0 of 1\nfirst/five:\n  0 "
            "1000 kind 0 of 0\n");
}

TEST(ChromeJson, ArgumentsAreAttributes) {
  const Trace trace =
      trace_of_events(x("a", "0", "1", 1, R"x(,"args":{"i":3,"tile":"(1,\"\u00e9\ud83d\ude00)","x":1})x") +
                      "," + x("b", "1", "1", 1, R"x(,"args":{"i":4,"x":2.5,"list":[1,{"k":"]"}]})x"));
  EXPECT_THAT(
      named(trace),
      HasSubstr("i (0): 0=3 1=4\ntile (2): 0=(1,\"é😀)\nx (1): 0=1 1=2.5\nlist (2): 1=[1,{\"k\":\"]\"}]\n"));
}

TEST(ChromeJson, InvalidEscapesDoNotAffectValidOnes) {
  const auto type_of = [](const std::string& name) { return trace_of_events(x(name, "0", "1")).types.at(0); };
  EXPECT_EQ(type_of(R"(a\ud800b\u00e9\ud83d\ude00)"), "a\ufffdbé😀");
  EXPECT_EQ(type_of(R"(\udc00\n\q\/\")"), "\ufffd\nq/\"");
  EXPECT_EQ(type_of(R"(\u12 \ud8)"), "\\u12 \\ud8");
}

TEST(ChromeJson, FlowsBetweenDisjointSpansAreDependencies) {
  const Trace trace = trace_of_events(x("a", "0", "2") + "," + x("b", "5", "2", 2) + "," + x("c", "9", "1") +
                                      R"(,{"ph":"s","id":1,"cat":"f","name":"f","ts":1,"pid":1,"tid":1})"
                                      R"(,{"ph":"t","id":1,"cat":"f","name":"f","ts":6,"pid":1,"tid":2})"
                                      R"(,{"ph":"f","id":1,"cat":"f","name":"f","ts":8,"pid":1,"tid":1})");
  ASSERT_TRUE(trace.recorded.dependencies);
  EXPECT_THAT(trace.dependencies,
              ElementsAre(Dependency{TaskId(0), TaskId(1)}, Dependency{TaskId(1), TaskId(2)}));
}

TEST(ChromeJson, BoundFlowsAreDependencies) {
  const Trace trace = trace_of_events(x("a", "0", "2", 1, R"(,"bind_id":"0x1","flow_out":true)") + "," +
                                      x("b", "5", "2", 2, R"(,"bind_id":"0x1","flow_in":true)") + "," +
                                      x("c", "6", "2", 3, R"(,"bind_id":"0x1","flow_in":true)"));
  EXPECT_THAT(trace.dependencies,
              ElementsAre(Dependency{TaskId(0), TaskId(1)}, Dependency{TaskId(0), TaskId(2)}));
}

TEST(ChromeJson, FlowBetweenOverlappingSpansIsACreation) {
  const Trace trace =
      trace_of_events(x("launch", "0", "9") + "," + x("kernel", "5", "2", 2) +
                      R"(,{"ph":"s","id":1,"cat":"f","name":"f","ts":1,"pid":1,"tid":1})"
                      R"(,{"ph":"f","bp":"e","id":1,"cat":"f","name":"f","ts":5,"pid":1,"tid":2})");
  EXPECT_FALSE(trace.recorded.dependencies);
  ASSERT_EQ(trace.span_links.size(), 1u);
  EXPECT_EQ(trace.span_links[0].kind, SpanLink::Kind::create);
}

TEST(ChromeJson, CategoriesAndOtherDataAreKept) {
  const auto read =
      read_text(R"({"otherData":{"version":"1"},"traceEvents":[)" + x("a", "0", "1", 1, R"(,"cat":"x")") +
                "," + x("b", "1", "1", 1, R"(,"cat":"y")") + "]}");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->trace->metadata.extra, R"({"chrome":{"otherData":{"version":"1"}}})");
  EXPECT_THAT(named(*read->trace), HasSubstr("category (2): 0=x 1=y"));
}

TEST(ChromeJson, CrossingSpansGetExtraLanes) {
  const std::string text = "[" + x("a", "0", "4") + "," + x("b", "2", "4") + "," + x("c", "5", "3") + "]";
  const auto read = read_text(text);
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read->trace->lanes.size(), 2u);
  EXPECT_EQ(read->trace->workers.size(), 1u);
  EXPECT_EQ(issues_of(text),
            "t: offset 55: expected spans of a worker that nest or are disjoint, found one that crosses "
            "another of thread 1 (kept in an extra lane)\n");
}

TEST(ChromeJson, CountersAreKeptByNode) {
  const Trace trace =
      trace_of_events(R"({"ph":"C","name":"heap","ts":3,"pid":2,"args":{"free":1.5,"used":7}},)"
                      R"({"ph":"C","name":"heap","ts":1,"pid":2,"args":{"free":2}},)"
                      R"({"ph":"C","name":"load","ts":2,"pid":1,"args":{"value":0}},)" +
                      x("a", "1", "4"));
  EXPECT_THAT(trace.counters, ElementsAre(Counter{"heap free", "", NodeId(1), {0, 2000}, {2.0, 1.5}},
                                          Counter{"heap used", "", NodeId(1), {2000}, {7.0}},
                                          Counter{"load", "", NodeId(0), {1000}, {0.0}}));
}

TEST(ChromeJson, IssuesAreCountedByKindWithTheFirstOffset) {
  const std::string text =
      R"([{"ph":"C","ts":1,"args":{"v":"x"}},{"ph":"i","ts":1},{"ph":"b","ts":1},{"ph":"Z"},{},)" +
      x("a", "0", "-4") +
      R"(,{"ph":"E","ts":1,"pid":9},{"name":"x","ph":"B","ts":1,"pid":9},)"
      R"({"ph":"X","ts":"?","dur":1},{"ph":"s","ts":1,"id":7,"pid":1,"tid":1}])";
  EXPECT_EQ(issues_of(text),
            "t: offset 2: expected finite numbers as counter values, found \"\"x\"\" (2 of this kind)\n"
            "t: offset 37: expected spans and arrows, found an event without a duration (dropped)\n"
            "t: offset 55: expected events of a thread, found an asynchronous event (dropped)\n"
            "t: offset 73: expected a known phase, found \"Z\" (2 of this kind)\n"
            "t: offset 87: expected a duration of at least 0, found \"-4\"\n"
            "t: offset 141: expected a B event before each E, found none on its thread\n"
            "t: offset 167: expected an E event after each B, found none on its thread\n"
            "t: offset 232: expected an arrow between two tasks, found an end outside any span\n");
}

TEST(ChromeJson, TruncatedFileIsReadUpToItsLastCompleteEvent) {
  const std::string whole =
      R"({"traceEvents":[)" + x("a", "0", "1") + ",\n" + x("b", "1", "1") + ",\n" + x("c", "2", "1") + "]}";
  std::size_t read_tasks = 0;
  for (std::size_t length = 16; length < whole.size(); ++length) {
    const auto read = read_text(whole.substr(0, length));
    ASSERT_TRUE(read.ok()) << length << ": " << read.error().message();
    EXPECT_EQ(read->issues.size(), 1u) << length;
    EXPECT_EQ(read->issues.front().kind, ImportIssue::Kind::truncated);
    EXPECT_GE(read->trace->tasks.size(), read_tasks) << length;
    read_tasks = read->trace->tasks.size();
  }
  EXPECT_EQ(read_tasks, 3u);
  EXPECT_EQ(error_of(whole.substr(0, 100), true),
            "t: offset 68: expected complete JSON, found the end of the file 32 bytes later");
}

TEST(ChromeJson, TrailingCommaIsAccepted) {
  for (const char* const end : {",]", ",\n]\n", ","}) {
    const auto read = read_text("[" + x("a", "0", "1") + end);
    ASSERT_TRUE(read.ok()) << read.error().message();
    EXPECT_EQ(read->trace->tasks.size(), 1u);
  }
}

TEST(ChromeJson, TextAfterTheDocumentIsRefusedWithItsOffset) {
  EXPECT_EQ(error_of("[" + x("a", "0", "1") + "]\n more"),
            "t: offset 56: expected the end of the JSON, found \"more\"");
  EXPECT_EQ(error_of("[" + x("a", "0", "1") + "] [" + x("b", "0", "1") + "]"),
            "t: offset 55: expected the end of the JSON, found "
            "\"[{\"name\":\"b\",\"ph\":\"X\",\"ts\":0,\"dur\":1,\"pi…\"");
  EXPECT_EQ(error_of("{\"traceEvents\":[]}}"), "t: offset 18: expected the end of the JSON, found \"}\"");
  EXPECT_EQ(error_of("[" + x("a", "0", "1") + ",] x"),
            "t: offset 56: expected the end of the JSON, found \"x\"");
}

TEST(ChromeJson, FramesAroundAWholeThreadAreNotTasks) {
  const Trace trace = trace_of_events(
      x("Profiler", "0", "100", 1, R"(,"cat":"frame","args":{"ops":2})") + "," +
      x("gemm", "10", "20", 1, R"(,"cat":"cpu","args":{"n":5})") + "," +
      x("gemm", "15", "5", 1, R"(,"cat":"cpu")") + "," + x("Profiler", "2", "96", 2, R"(,"cat":"frame")") +
      "," + x("trsm", "3", "9", 2, R"(,"cat":"cpu")") + "," + x("gemm", "20", "9", 2, R"(,"cat":"cpu")"));
  EXPECT_EQ(named(trace),
            "task 0: gemm\ntask 1: gemm\ntask 2: trsm\ntask 3: gemm\nprocess 1/thread 1:\n  0 100000 kind 6\n"
            "  10000 30000 kind 0 of 0\n  15000 20000 kind 0 of 1\nprocess 1/thread 2:\n  2000 98000 kind 6\n"
            "  20000 29000 kind 0 of 3\n  3000 12000 kind 0 of 2\nn (0): 0=5\n");
  EXPECT_THAT(trace.types, ElementsAre("gemm", "trsm"));
  EXPECT_THAT(trace.metadata.notes,
              ElementsAre("slices that enclose everything else on their thread are not tasks: Profiler",
                          "all tasks have the category cpu"));
}

TEST(ChromeJson, NoteOnFramesIsOnlyCalledCutIfNamesAreMissing) {
  const std::string name(120, 'f');
  const auto note = [](const std::string& second) {
    const Trace trace = trace_of_events(x(std::string(120, 'f'), "0", "100") + "," + x("a", "10", "20") +
                                        "," + x("b", "40", "20") + "," + x(second, "0", "100", 2) + "," +
                                        x("a", "10", "20", 2) + "," + x("b", "40", "20", 2));
    return trace.metadata.notes.at(0);
  };
  EXPECT_THAT(note(name), ::testing::EndsWith("are not tasks: " + name));
  EXPECT_THAT(note("g"), ::testing::EndsWith("are not tasks: " + name + ", …"));
}

TEST(ChromeJson, TasksThatEncloseOthersAreNotFrames) {
  const auto tasks = [](const std::string& events) { return trace_of_events(events).tasks.size(); };
  const std::string inner = "," + x("b", "1", "2") + "," + x("c", "4", "2");
  EXPECT_EQ(tasks(x("a", "0", "9") + inner), 2u);
  EXPECT_EQ(tasks(x("b", "0", "9") + inner), 3u) << "calls itself";
  EXPECT_EQ(tasks(x("a", "0", "9") + inner + "," + x("d", "0", "20", 2)), 4u) << "half of the run";
  EXPECT_EQ(tasks(x("a", "0", "9") + inner + "," + x("d", "9", "1")), 4u) << "not all of its thread";
  EXPECT_EQ(tasks(x("a", "0", "9") + "," + x("b", "1", "2")), 2u) << "only one inside";
}

TEST(ChromeJson, SliceOfPyTorchForTheWholeRecordingIsDropped) {
  EXPECT_EQ(
      issues_of(R"x([{"ph":"X","cat":"Trace","ts":0,"dur":9,"pid":"Spans","tid":"PyTorch Profiler",)x"
                R"x("name":"PyTorch Profiler (0)","args":{"Op count":0}},)x" +
                x("a", "0", "1") + "]"),
      "t: offset 2: expected slices of a thread, found PyTorch's slice for the whole recording (dropped)\n");
}

TEST(ChromeJson, MalformedJsonIsRefusedWithItsOffset) {
  EXPECT_EQ(error_of(R"([{"ph":"X" "ts":1}])"),
            "t: offset 2: expected well-formed JSON, found The JSON document has an improper "
            "structure: missing or superfluous commas, braces, missing keys, etc.");
  EXPECT_EQ(error_of("{").substr(0, 45), "t: offset 1: expected well-formed JSON, found");
  EXPECT_EQ(error_of("[1,2]"), "t: offset 0: expected events that are objects, found something else");
  EXPECT_EQ(error_of("{}"),
            "t: offset 0: expected a list of events, or an object with traceEvents, found none");
  EXPECT_EQ(error_of(R"({"traceEvents":7})"),
            "t: offset 2: expected a list of traceEvents, found something else");
  EXPECT_EQ(error_of("[{\"ph\":\"X\xff\"}]"),
            "t: offset 9: expected well-formed JSON, found The input is not valid UTF-8");
}

}  // namespace
}  // namespace gusset::traces
