// CSV, Paje and DOT, the detection of formats, and gzip.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "exchange/export/text_writer.hpp"
#include "gus/gus_sink.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
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

TEST(DetectFormat, DetectsFormatsByContent) {
  EXPECT_EQ(detect_format("\x89GUS\r\n\x1a\n"), TraceFormat::gus);
  EXPECT_EQ(detect_format(" \n[{"), TraceFormat::chrome_json);
  EXPECT_EQ(detect_format("{\"traceEvents\""), TraceFormat::chrome_json);
  EXPECT_EQ(detect_format("LOG 2\n"), TraceFormat::superglue_log);
  EXPECT_EQ(detect_format("1 0: 5 6 a\n"), TraceFormat::superglue_log);
  EXPECT_EQ(detect_format("Name: a\n"), TraceFormat::starpu_tasks);
  EXPECT_EQ(detect_format("w>run>a,1,2\n"), TraceFormat::tasktorrent_log);
  EXPECT_EQ(detect_format("# a comment\n%EventDef PajeX 0\n"), TraceFormat::paje);
  EXPECT_EQ(detect_format("/* a */ // b\nstrict digraph {"), TraceFormat::dot);
  EXPECT_EQ(detect_format("\xef\xbb\xbftype,begin_us,end_us\n"), TraceFormat::csv);
  EXPECT_EQ(detect_format(""), std::nullopt);
  EXPECT_EQ(detect_format("graphite\n"), std::nullopt);
  EXPECT_EQ(detect_format("name,age\n"), std::nullopt);
}

TEST(DetectFormat, UnknownFormatErrorShowsTheFirstLine) {
  EXPECT_EQ(error_of("hello\nworld"),
            "t: expected a trace: .gus, Chrome JSON, a SuperGlue or TaskTorrent log, StarPU's tasks.rec, "
            "Paje, DOT or CSV "
            "with a header, found \"hello\"");
  EXPECT_THAT(error_of(""), HasSubstr("found an empty file"));
}

TEST(DetectFormat, GussetDocumentsAreRefusedByName) {
  EXPECT_EQ(document_name("{\"format\": \"gusset sweep\", \"version\": 1"), "gusset sweep");
  EXPECT_EQ(document_name("\xef\xbb\xbf \n{ \"format\":\"gusset info\"}"), "gusset info");
  for (const char* other : {"", "{", "{\"format\"", "{\"format\": \"", "{\"format\": \"chrome\"}",
                            "[{\"format\": \"gusset sweep\"}]",
                            "{\"traceEvents\": [], \"format\": \"gusset sweep\"}", "{\"format\": 1}"}) {
    EXPECT_EQ(document_name(other), "") << other;
  }
  EXPECT_EQ(error_of("{\"format\": \"gusset sweep\", \"version\": 1}"),
            "t: expected a trace, found a \"gusset sweep\" document (gusset render draws it)");
  EXPECT_EQ(error_of("\xef\xbb\xbf{\"format\": \"gusset info\", \"traceEvents\": []}"),
            "t: expected a trace, found a \"gusset info\" document");
}

TEST(DetectFormat, ForeignFormatFieldDoesNotMakeAGussetDocument) {
  EXPECT_EQ(error_of("{\"format\": \"mine\", \"traceEvents\": [{\"ph\": \"X\"}, 7]}").find("gusset"),
            std::string::npos);
}

/// The gzip data of `once`, followed `times` times by that of `again`: a gzip file may consist of several
/// parts.
std::string zipped(std::string_view once, std::string_view again = {}, int times = 0) {
  const auto zip = [](std::string_view text) {
    gus::MemorySink sink;
    exporting::TextWriter out(sink, true);
    out << text;
    EXPECT_TRUE(out.finish().ok());
    const auto bytes = sink.take();
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  std::string all = zip(once);
  const std::string part = zip(again);
  for (int i = 0; i < times; ++i) all += part;
  return all;
}

TEST(Gzip, IsUnzippedOnlyIfItIsATrace) {
  const std::string blanks(std::size_t{1} << 20, ' ');
  EXPECT_EQ(read_text(zipped("type,begin_ns,end_ns\n", "a,,\n", 300'000))->trace->tasks.size(), 300'000u);
  EXPECT_THAT(error_of(zipped(blanks, blanks, 100)), HasSubstr("expected a trace: "));
  EXPECT_EQ(error_of(zipped("[", blanks, 100)),
            "t: expected at most 67108864 bytes when unzipped, found more (unzip it first)");
  EXPECT_EQ(error_of(zipped("{\"format\": \"gusset sweep\", ", blanks, 2)),
            "t: expected a trace, found a \"gusset sweep\" document (gusset render draws it)");
}

TEST(Gzip, DamageIsReported) {
  const std::string whole = zipped("type,begin_ns,end_ns\na,0,1\n");
  EXPECT_EQ(issues_of(whole.substr(0, whole.size() - 3)),
            "t: offset " + std::to_string(whole.size() - 3) +
                ": expected the end of the gzip data, found damage or the end of the file after 27 unzipped "
                "bytes\n");
}

TEST(Csv, UnitsDurationsAndDefaults) {
  const std::string spans = "task 0: a\ntask 1: b\n/:\n  1000 2500 kind 0 of 0\n  2500 3000 kind 0 of 1\n";
  EXPECT_EQ(named(trace_of("type,begin_us,end_us\na,1,2.5\nb,2.5,3\n")), spans);
  EXPECT_EQ(named(trace_of("begin_ms,duration_ns,type\r\n0.001,1500,a\r\n0.0025,500,b")), spans);
  EXPECT_EQ(named(trace_of("type,begin_s,end_s\na,0.000001,0.0000025\n\nb,2.5e-6,3e-6\n")), spans);
}

TEST(Csv, TimesFarFromZeroAreShiftedToZero) {
  const std::string spans = "task 0: a\n/:\n  0 300 kind 0 of 0\n";
  EXPECT_EQ(named(trace_of("type,begin_ns,end_ns\na,-100,200\n")), spans);
  EXPECT_EQ(named(trace_of("type,begin_ns,end_ns\na,1700000000000000000,1700000000000000300\n")), spans);
  const Trace moved = trace_of("type,begin_ns,end_ns\na,86400000000000,86400000000300\n");
  EXPECT_EQ(named(moved), spans);
  EXPECT_EQ(moved.metadata.notes,
            std::vector<std::string>{"times are relative to the file's first time, 86400000000000 ns"});
  const Trace kept = trace_of("type,begin_ns,end_ns\na,100,200\n");
  EXPECT_EQ(kept.lanes[0].spans.begin_ns[0], 100) << "a late start does not mean another clock";
  EXPECT_TRUE(kept.metadata.notes.empty());
}

TEST(Csv, TasksAreSortedByTheirNumbersInTheFile) {
  const Trace trace = trace_of(
      "task,type,worker,begin_ns,end_ns,after,note\n30,c,w,20,30,10 "
      "20,x\n10,a,w,0,5,,\n20,b,v,10,20,10,y\n10,,v,6,10,,\n"
      "99999999999,z,,,,,\n");
  EXPECT_EQ(named(trace),
            "task 0: a\ntask 1: b\ntask 2: c\ntask 3: z\n/w:\n  0 5 kind 0 of 0\n  20 30 kind 0 of 2\n"
            "/v:\n  10 20 kind 0 of 1\n  6 10 kind 0 of 0\n0 -> 1\n0 -> 2\n1 -> 2\nnote (2): 1=y 2=x\n");
}

TEST(Csv, ErrorsNameTheLineAndTheField) {
  const std::string head = "task,type,worker,begin_ns,end_ns,kind,after,accesses,work,i:integer\n";
  const auto row = [&](const std::string& text) { return error_of(head + text + "\n"); };
  EXPECT_EQ(row("1,a,w,5"), "t: line 2: expected 10 fields, as in the header, found 4");
  EXPECT_EQ(row("1,a,w,5,6,,,,,,"), "t: line 2: expected 10 fields, as in the header, found more");
  EXPECT_EQ(row("x,a,w,5,6,,,,,"), "t: line 2: expected a task number, found \"x\"");
  EXPECT_EQ(row("1,a,w,5 ms,6,,,,,"),
            "t: line 2: expected a time as a decimal number within 2^62 ns, found \"5 ms\"");
  EXPECT_EQ(row("1,a,w,5,,,,,,"), "t: line 2: expected an end or a duration for this begin, found none");
  EXPECT_EQ(row("1,a,,5,6,,,,,"), "t: line 2: expected a worker for this span, found none");
  EXPECT_EQ(row("1,,w,5,6,,,,,"), "t: line 2: expected a type in a task's first row, found none");
  EXPECT_EQ(row(",a,w,5,6,,,,,"), "t: line 2: expected a task number in a row with a type, found none");
  EXPECT_EQ(row("1,a,w,5,6,sleep,,,,"),
            "t: line 2: expected a kind: run, wait, submit, steal, send, receive or other, found \"sleep\"");
  EXPECT_EQ(row("1,a,w,5,6,,x,,,"), "t: line 2: expected task numbers separated by blanks, found \"x\"");
  EXPECT_EQ(row("1,a,w,5,6,,,read,,"),
            "t: line 2: expected accesses \"mode handle@version;…\", found \"read\"");
  EXPECT_EQ(row("1,a,w,5,6,,,,-1,"), "t: line 2: expected finite work of at least 0, found \"-1\"");
  EXPECT_EQ(row("1,a,w,5,6,,,,,1.5"), "t: line 2: expected an integer, found \"1.5\"");
  EXPECT_EQ(row("1,\"a\"b,w,5,6,,,,,"), "t: line 2: expected a comma after a quoted field, found \"b\"");
  EXPECT_EQ(row("1,a,w,,6,,,,,\n,,,,6,,,,,"), "t: line 3: expected a begin time for this end, found none");
  EXPECT_EQ(error_of("type,begin_ns,type\n"), "t: line 1: expected each column once, found \"type\" again");
  EXPECT_EQ(error_of("type,begin_ns\n"),
            "t: line 1: expected either an end or a duration column, found neither");
  EXPECT_EQ(error_of("name,worker,begin_us,end_us\n"), "t: line 1: expected a column \"type\", found none");
  EXPECT_EQ(error_of("type,worker,begin,end\n"),
            "t: line 1: expected a time unit in the name: begin_ns, _us, _ms or _s, found \"begin\"");
  EXPECT_EQ(error_of("type,end_ns\n"), "t: line 1: expected a begin column, found none");
}

TEST(Csv, IssuesNameTheLine) {
  EXPECT_EQ(issues_of("task,type,begin_ns,end_ns,after\n1,a,5,4,7\n2,b,8,9,2\n3,c"),
            "t: line 2: expected an end at or after the start, found one before it\n"
            "t: line 4: expected 5 fields, as in the header, found 2\n"
            "t: line 2: expected the number of another task, found \"7\" (2 of this kind)\n");
}

/// A header with its own numbering and order of fields, as every program has.
std::string paje(const std::string& body) {
  return "%EventDef PajeDefineContainerType 10\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
         "%EventDef\tPajeDefineStateType\t11\n%\tAlias\tstring\n%\tContainerType\tstring\n%\tName\tstring\n%"
         "EndEventDef\n"
         "%EventDef PajeCreateContainer 12\n% Alias string\n% Time date\n% Type string\n% Container "
         "string\n% Name string\n%EndEventDef\n"
         "%EventDef PajePushState 13\n% Time date\n% Type string\n% Container string\n% Value string\n% Size "
         "int\n%EndEventDef\n"
         "%EventDef PajePopState 14\n% Time date\n% Type string\n% Container string\n%EndEventDef\n"
         "%EventDef PajeSetState 15\n% Time date\n% Type string\n% Container string\n% Value "
         "string\n%EndEventDef\n"
         "%EventDef PajeDefineLinkType 16\n% Alias string\n% Type string\n% StartContainerType string\n% "
         "EndContainerType string\n% Name string\n%EndEventDef\n"
         "%EventDef PajeStartLink 17\n% Time date\n% Type string\n% Container string\n% Value string\n% "
         "StartContainer string\n% Key string\n%EndEventDef\n"
         "%EventDef PajeEndLink 18\n% Time date\n% Type string\n% Container string\n% Value string\n% "
         "EndContainer string\n% Key string\n%EndEventDef\n"
         "%EventDef PajeSetVariable 19\n% Time date\n% Type string\n% Container string\n% Value "
         "double\n%EndEventDef\n"
         "%EventDef MyEvent 20\n%EndEventDef\n"
         "10 M 0 Machine\n10 T M Thread\n11 S T \"Thread State\"\n16 L 0 T T link\n"
         "12 m0 0 M 0 \"machine 0\"\n12 m1 0 M 0 \"machine 1\"\n12 a 0 T m0 \"thread a\"\n12 b 0 T m0 "
         "\"thread b\"\n12 c 0 T m1 c\n" +
         body;
}

TEST(Paje, ReadsAnyHeaderAndNestedStates) {
  EXPECT_EQ(
      named(trace_of(paje("13 1.0 S a gemm 5\n13 1.25 S a \"inner task\" 6\n14 1.5 S a\n14 2.0 S a\n"
                          "15 1.0 \"Thread State\" \"thread b\" idle\n15 1.5 S b gemm\n15 2 S b idle\n"
                          "15 3 S b idle\n15 3 S b idle\n14 3 S b\n"))),
      "task 0: gemm\ntask 1: inner task\ntask 2: gemm\nmachine 0/thread a:\n  0 1000000000 kind 0 of 0\n"
      "  250000000 500000000 kind 0 of 1\nmachine 0/thread b:\n  0 500000000 kind 1\n"
      "  1000000000 2000000000 kind 1\n  2000000000 2000000000 kind 1\n  2000000000 2000000000 kind 1\n"
      "  500000000 1000000000 kind 0 of 2\nmachine 1/c:\nSize (0): 0=5 1=6\n");
}

TEST(Paje, LinksAreDependenciesOrMessages) {
  const auto read = read_text(
      paje("13 1 S a gemm 5\n14 2 S a\n17 2 L 0 x a k1\n18 3 L 0 x b k1\n13 3 S b syrk 6\n14 4 S b\n"
           "17 2.5 L 0 800 b k2\n18 3.5 L 0 800 c k2\n13 4 S c potrf 1\n14 5 S c\n"));
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_THAT(read->issues, IsEmpty());
  EXPECT_THAT(read->trace->dependencies, ElementsAre(Dependency{TaskId(0), TaskId(1)}));
  ASSERT_EQ(read->trace->messages.size(), 1u);
  EXPECT_EQ(read->trace->messages[0].payload_bytes, 800u);
  EXPECT_EQ(read->trace->messages[0].send_ns, 1'500'000'000);
  EXPECT_EQ(read->trace->messages[0].to, NodeId(1));
}

TEST(Paje, VariablesAreCounters) {
  const Trace trace =
      trace_of(paje("11 V M memory\n19 1 V m1 5\n13 1 S a gemm 1\n14 2 S a\n19 3 V m1 -0.5\n19 2 V a 7\n"
                    "13 2 S c syrk 1\n14 3 S c\n"));
  EXPECT_THAT(trace.counters,
              ElementsAre(Counter{"memory", "", NodeId(1), {0, 2'000'000'000}, {5.0, -0.5}},
                          Counter{"memory of thread a", "", NodeId(0), {1'000'000'000}, {7.0}}));
}

TEST(Paje, DestroyedContainersEndAllStatesWithinThem) {
  const std::string define = paje("").substr(0, paje("").find("10 M")) +
                             "%EventDef PajeDestroyContainer 21\n% Time date\n% Type string\n% Name "
                             "string\n%EndEventDef\n";
  const std::string body = paje("").substr(paje("").find("10 M")) + "13 1 S a gemm 5\n13 2 S c syrk 6\n";
  const std::string tasks =
      "task 0: gemm\ntask 1: syrk\nmachine 0/thread a:\n  0 2000000000 kind 0 of 0\n"
      "machine 0/thread b:\nmachine 1/c:\n  1000000000 2000000000 kind 0 of 1\n"
      "Size (0): 0=5 1=6\n";
  EXPECT_EQ(named(trace_of(define + body + "21 3 M m0\n21 3 M m1\n")), tasks);
  EXPECT_EQ(named(trace_of(define + body + "21 3 0 0")), tasks) << "the root, which no line creates";
  EXPECT_EQ(error_of(define + body + "21 3 0 1\n"),
            "t: line 83: expected an existing container, found \"1\"");
}

TEST(Paje, ExecutingStatesOfStarpuAreNotTasks) {
  const auto states = [](const std::string& type) {
    return named(trace_of(paje("10 Mn 0 \"" + type +
                               "\"\n13 1 S a Executing 0\n13 1 S b gemm 0\n"
                               "14 2 S b\n14 2 S a\n")));
  };
  EXPECT_THAT(states("Memory Node"), HasSubstr("task 0: gemm\nmachine 0/thread a:\n  0 1000000 kind 6\n"));
  EXPECT_THAT(states("Disk"), HasSubstr("task 0: Executing\ntask 1: gemm\n")) << "not from StarPU";
}

TEST(Paje, IssuesAndErrors) {
  EXPECT_EQ(issues_of(paje("20\n14 1 S a\n13 2 S a x 1\n14 1 S a\n13 4 S b y 1 rest\n17 4 L 0 1 c k\n15 5")),
            "t: line 76: expected a Paje event, found \"MyEvent\"\n"
            "t: line 77: expected an open state, found none\n"
            "t: line 79: expected an end at or after the start, found one before it\n"
            "t: line 80: expected no more fields than the header defines, found \"rest\"\n"
            "t: line 82: expected field Type of PajeSetState, found the end of the line\n"
            "t: expected an end for each state, found one of thread b that never ends\n"
            "t: line 81: expected both ends of a link, found only its start\n");
  EXPECT_EQ(error_of(paje("21 1\n")),
            "t: line 76: expected an event number that the header defines, found \"21 1\"");
  EXPECT_EQ(error_of(paje("14 1 S nobody\n")),
            "t: line 76: expected an existing container, found \"nobody\"");
  EXPECT_EQ(error_of(paje("14 x S a\n")), "t: line 76: expected a time, found \"x\"");
  EXPECT_EQ(error_of(paje("14 1 Z a\n")), "t: line 76: expected a defined type, found \"Z\"");
  EXPECT_EQ(error_of(paje("14 1 S \"a\n")),
            "t: line 76: expected a closing quote, found the end of the line");
  EXPECT_EQ(error_of("%EventDef PajePopState 1\n% Type string\n%EndEventDef\n1 S\n"),
            "t: line 4: expected a time, found none");
  EXPECT_EQ(error_of("%EventDef PajeX\n"),
            "t: line 1: expected %EventDef NAME NUMBER with a number below 4096, found \"%EventDef PajeX\"");
  EXPECT_EQ(error_of("%EventDef PajeX 1\n1 2\n"), "t: line 2: expected %EndEventDef, found \"1 2\"");
}

TEST(Dot, WeightsChainsSubgraphsAndDefaults) {
  const Trace trace = trace_of(
      "digraph G { rankdir=LR; node [shape=circle];\n a [label=\"gemm 1\" weight=2.5]; b [size=\"1e3\"]\n"
      "subgraph cluster_x { label=\"x\"; a -> {b c} -> d:port:n }  /* and */ e -> d [dir=back]\n }");
  EXPECT_EQ(
      named(trace),
      "task 0: gemm work 2.5\ntask 1: b work 1000\ntask 2: c work 0\ntask 3: d work 0\ntask 4: e work 0\n"
      "0 -> 1\n0 -> 2\n1 -> 3\n2 -> 3\n3 -> 4\ndetail (2): 0=1\n");
}

TEST(Dot, DashedLinesWithoutDirectionCommute) {
  const Trace trace = trace_of(
      "digraph { a -> b; b -> c [dir=none,style=dashed]; edge [dir=none, style=dashed]; c -> d; e }");
  EXPECT_THAT(trace.dependencies, ElementsAre(Dependency{TaskId(0), TaskId(1)}));
  std::size_t dashed = 0;
  for (const TaskGraph::Edge& edge : TaskGraph(trace).edges()) dashed += edge.commuting ? 1u : 0u;
  EXPECT_EQ(dashed, 2u);
}

TEST(Dot, EverythingAfterANumberSignIsAComment) {
  const std::string graph = "task 0: a\ntask 1: b\n0 -> 1\n";
  for (const char* const text :
       {"# c\ndigraph { a -> b }", "  # c\ndigraph { a -> b }",
        "\n\t# c\n digraph {\n # c\n a -> b # c }\n }", "/* c */ # c\ndigraph { a -> b } # c\n  # c"})
    EXPECT_EQ(named(trace_of(text)), graph) << text;
  EXPECT_EQ(named(trace_of("digraph { \"a#\" }")), "task 0: a#\n");
}

TEST(Dot, CommasSeparateTheEndsOfEdges) {
  EXPECT_EQ(named(trace_of("digraph { a, b:p -> c, d [x=y]; e, f [work=2] }")),
            "task 0: a work 0\ntask 1: b work 0\ntask 2: c work 0\ntask 3: d work 0\ntask 4: e work 2\n"
            "task 5: f work 2\n0 -> 2\n0 -> 3\n1 -> 2\n1 -> 3\n");
  EXPECT_EQ(named(trace_of("digraph { a, rank=same, subgraph s { b }, node [x=y] }")),
            "task 0: a\ntask 1: b\n");
}

TEST(Dot, PlusSignsJoinQuotedNames) {
  EXPECT_EQ(named(trace_of("digraph { \"a\" + \"b\" /* c */ +\n\"c\" [label=\"x\"+\"y\"] }")),
            "task 0: xy\n");
  EXPECT_EQ(error_of("digraph { \"a\" + b }"), "t: line 1: expected a node, an edge or }, found \"+\"");
}

TEST(Dot, PortsHaveNoValues) {
  EXPECT_EQ(error_of("digraph {\n a:n=3\n}"), "t: line 2: expected a node, an edge or }, found \"=\"");
  EXPECT_EQ(named(trace_of("digraph { n=3; a:n }")), "task 0: a\n");
}

TEST(Dot, FurtherGraphsAreReported) {
  EXPECT_EQ(issues_of("digraph { a }\ndigraph { b }"),
            "t: line 2: expected one graph in the file, found more (dropped)\n");
}

TEST(Dot, IssuesAndErrors) {
  EXPECT_EQ(
      issues_of("digraph {\n a -> a;\n b -- c\n a -> b [size=5]; d [weight=many]; e ->"),
      "t: line 4: expected a node, an edge or }, found the end of the file\n"
      "t: line 4: expected finite work of at least 0, found \"many\"\n"
      "t: line 2: expected an edge from one task to another, found \"a -> a\" (dropped) (2 of this kind)\n"
      "t: line 4: expected an edge without a weight, found one with a weight (dropped)\n");
  EXPECT_EQ(issues_of("graph { a -- b }"),
            "t: line 1: expected an edge from one task to another, found \"a -- b\" (dropped)\n");
  EXPECT_EQ(issues_of("digraph { a -> b [dir=none] }"),
            "t: line 1: expected an edge from one task to another, found \"a -> b [dir=none]\" (dropped)\n");
  EXPECT_EQ(error_of("digraph {\n a [label] ]\n}"), "t: line 2: expected a node, an edge or }, found \"]\"");
  EXPECT_EQ(error_of("digraph x y {"), "t: line 1: expected {, found \"y\"");
  EXPECT_EQ(error_of("digraph { a [x=]; }"), "t: line 1: expected a value, found \"]\"");
  std::string deep = "digraph ";
  for (int i = 0; i < 100; ++i) deep += "{";
  EXPECT_EQ(error_of(deep), "t: line 1: expected subgraphs nested at most 64 deep, found \"{\"");
}

TEST(Csv, ConflictingTypeOfATaskIsReported) {
  EXPECT_EQ(issues_of("task,type,begin_ns,end_ns\n1,a,0,5\n1,b,5,9\n1,a,9,10\n"),
            "t: line 3: expected the type in the task's first row, found \"b\"\n");
}

}  // namespace
}  // namespace gusset::traces
