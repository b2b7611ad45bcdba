// A trace that is written for other programs and read again is the same, within the limits of the format.
#include "gusset/traces/exchange/write_trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "cholesky3.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/exchange/read_trace.hpp"
#include "named_trace.hpp"
#include "random_trace.hpp"
#include "sample_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::named;
using testing::NamedParts;
using testing::random_trace;
using testing::RandomTrace;

/// A file that is removed after the test.
class TestFile {
 public:
  explicit TestFile(const std::string& extension) : path_(::testing::TempDir() + "written" + extension) {}
  ~TestFile() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }
  std::string text() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::filesystem::path path_;
};

std::vector<std::string> write(const Trace& trace, const TestFile& file) {
  const auto choice = output_choice(file.path());
  EXPECT_TRUE(choice.has_value());
  const auto written = write_trace(trace, file.path(), choice->format, choice->options);
  EXPECT_TRUE(written.ok()) << written.error().message();
  return written->left_out;
}

ReadTrace read(const TestFile& file) {
  auto result = read_trace(file.path(), {true});
  EXPECT_TRUE(result.ok()) << result.error().message();
  if (!result) return {std::make_shared<const Trace>(), TraceFormat::gus, {}};
  return std::move(result).value();
}

std::shared_ptr<const Trace> through(const Trace& trace, const std::string& extension) {
  const TestFile file(extension);
  write(trace, file);
  return read(file).trace;
}

std::vector<RandomTrace> random_options() {
  std::vector<RandomTrace> all;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RandomTrace options;
    options.seed = seed;
    options.tasks = 1 + seed * 7 % 90;
    options.nodes = 1 + seed % 3;
    options.workers_per_node = 1 + seed % 4;
    options.adds = seed % 2 == 0;
    all.push_back(options);
  }
  return all;
}

/// A trace whose names are all difficult.
std::shared_ptr<const Trace> awkward_trace() {
  Trace trace = *testing::trace_from_text("aab.\n.b.a\na1: write x@0\nb1: read x@1\na2: add y@0\n");
  trace.types = {"a \"quoted\", name;\nwith\tall\\ of it: %22 <b> &amp; 100%", "grün 日本語"};
  trace.nodes[0].name = "the \"node\", 1";
  trace.workers[0].name = "w,0\n\"";
  trace.workers[1].name = "wörker";
  trace.handles.name[0] = "A(0;0) #1\\@ \"x\"";
  trace.access_modes[1].name = "w r:i;te";
  trace.attributes = {{"an \"attribute\", of\nlines", {TaskId(1)}, std::vector<std::string>{"va\"l,u\ne"}}};
  return std::make_shared<const Trace>(std::move(trace));
}

TEST(WriteCsv, EverythingAboutTasksSurvives) {
  const Trace sample = testing::sample_trace();
  const TestFile file(".csv");
  EXPECT_THAT(write(sample, file), ElementsAre("handles' sizes and owners", "2 messages", "2 span links",
                                               "6 records of synchronisation", "4 records of processor time",
                                               "4 records of loops", "2 counters", "2 marks"));
  EXPECT_EQ(named(*read(file).trace), named(sample));
}

TEST(WriteCsv, RandomTracesSurvive) {
  for (const RandomTrace& options : random_options()) {
    const auto trace = random_trace(options);
    EXPECT_EQ(named(*through(*trace, ".csv")), named(*trace)) << "seed " << options.seed;
  }
}

TEST(WriteCsv, AwkwardNamesSurvive) {
  const auto trace = awkward_trace();
  EXPECT_EQ(named(*through(*trace, ".csv")), named(*trace));
}

TEST(WriteCsv, CompressedFileHoldsTheSameTrace) {
  const auto trace = random_trace(RandomTrace{});
  EXPECT_EQ(named(*through(*trace, ".csv.gz")), named(*trace));
}

/// The edges that Chrome JSON and Paje can represent: accesses become the arrows that they imply.
std::vector<Dependency> arrows_of(const Trace& trace) {
  std::vector<Dependency> arrows;
  for (const TaskGraph::Edge& edge : TaskGraph(trace).edges()) {
    if (!edge.commuting) arrows.push_back({edge.before, edge.after});
  }
  return arrows;
}

std::string with_arrows(Trace trace, const NamedParts& parts) {
  trace.dependencies = arrows_of(trace);
  return named(trace, parts);
}

TEST(WriteChromeJson, RandomTracesSurviveWithArrows) {
  for (const RandomTrace& options : random_options()) {
    const auto trace = random_trace(options);
    NamedParts parts;
    parts.accesses = false;
    const auto again = through(*trace, ".json");
    EXPECT_EQ(named(*again, parts), with_arrows(*trace, parts)) << "seed " << options.seed;
    EXPECT_EQ(check(*again).total, 0u) << "seed " << options.seed;
  }
}

TEST(WriteChromeJson, CountersSurvive) {
  Trace trace = *testing::trace_from_text("aa.\n..b\na1: write x@0\nb1: read x@1\n");
  trace.counters = {{"resident \"memory\"", "B", NodeId(0), {0, 2}, {1e9 + 0.5, 0.1}},
                    {"load", "", NodeId(0), {1}, {-1.0}}};
  EXPECT_EQ(through(trace, ".json")->counters, trace.counters);
}

TEST(WriteChromeJson, AwkwardNamesSurvive) {
  const auto trace = awkward_trace();
  NamedParts parts;
  parts.accesses = false;
  EXPECT_EQ(named(*through(*trace, ".json.gz"), parts), with_arrows(*trace, parts));
}

TEST(WriteChromeJson, WritesTheEventsThatPerfettoReads) {
  const auto trace = testing::trace_from_text("aa.\n..b\na1: write x@0\nb1: read x@1\n");
  const TestFile file(".json");
  EXPECT_THAT(write(*trace, file), ElementsAre("accesses (except the dependencies that they imply)"));
  EXPECT_THAT(
      file.text(),
      HasSubstr(
          R"({"ph":"X","name":"a","cat":"gusset.run","ts":0.000,"dur":2.000,"pid":0,"tid":0,"args":{"gusset.task":0}})"));
  EXPECT_THAT(
      file.text(),
      HasSubstr(
          R"({"ph":"s","name":"dependency","cat":"gusset.dependency","id":0,"ts":0.000,"pid":0,"tid":0,)"));
  EXPECT_THAT(
      file.text(),
      HasSubstr(
          R"({"ph":"f","name":"dependency","cat":"gusset.dependency","id":0,"ts":2.000,"pid":0,"tid":1,"args":{"gusset.before":0,"gusset.after":1},"bp":"e"})"));
}

TEST(WriteChromeJson, ReportsWhatItLeavesOut) {
  const TestFile file(".json");
  EXPECT_THAT(write(testing::sample_trace(), file),
              ElementsAre("accesses (except the dependencies that they imply)", "2 messages", "2 span links",
                          "6 records of synchronisation", "4 records of processor time", "4 records of loops",
                          "2 marks", "1 extra lane of a worker (it becomes a thread)"));
}

TEST(WritePaje, RandomTracesSurviveWithLinks) {
  for (const RandomTrace& options : random_options()) {
    const auto trace = random_trace(options);
    NamedParts parts;
    parts.accesses = parts.facts = false;
    const auto again = through(*trace, ".paje");
    EXPECT_EQ(named(*again, parts), with_arrows(*trace, parts)) << "seed " << options.seed;
  }
}

TEST(WritePaje, AwkwardNamesSurvive) {
  const auto trace = awkward_trace();
  NamedParts parts;
  parts.accesses = parts.facts = parts.attributes = parts.dependencies = false;
  EXPECT_EQ(named(*through(*trace, ".paje"), parts), named(*trace, parts));
}

TEST(WritePaje, PjDumpFindsEveryTask) {
  if (std::system("command -v pj_dump >/dev/null") != 0) GTEST_SKIP() << "pj_dump is not installed";
  RandomTrace options;
  options.tasks = 500;
  options.nodes = 2;
  const auto trace = random_trace(options);
  const TestFile file(".paje");
  write(*trace, file);
  const TestFile dump(".dump");
  ASSERT_EQ(std::system(("pj_dump " + file.path().string() + " > " + dump.path().string()).c_str()), 0);
  std::istringstream lines(dump.text());
  std::size_t states = 0;
  for (std::string line; std::getline(lines, line);) states += line.starts_with("State,") ? 1u : 0u;
  EXPECT_EQ(states, 500u);
}

TEST(WriteDot, GraphSurvives) {
  const auto trace = testing::trace_from_text(testing::cholesky3);
  const auto again = through(*trace, ".dot");
  EXPECT_EQ(TaskGraph(*again).edges().size(), TaskGraph(*trace).edges().size());
  NamedParts parts;
  parts.accesses = parts.facts = false;
  Trace graph_only = *trace;
  graph_only.lanes.clear();
  EXPECT_EQ(named(*again, parts), with_arrows(graph_only, parts));
}

TEST(WriteDot, DataGraphSurvivesAsAccesses) {
  const auto trace = testing::trace_from_text(testing::cholesky3);
  const TestFile file(".dot");
  ASSERT_TRUE(write_trace(*trace, file.path(), OutputFormat::version_dot).ok());
  const auto again = read(file).trace;
  EXPECT_EQ(arrows_of(*again), arrows_of(*trace));
  EXPECT_EQ(again->handles.size(), trace->handles.size());
}

TEST(WriteDot, AwkwardTypesSurvive) {
  const auto trace = awkward_trace();
  Trace expected = *trace;
  expected.types[0] = "a \"quoted\", name;\nwith all\\ of it: %22 <b> &amp; 100%";  // a tab becomes a blank
  expected.lanes.clear();
  NamedParts parts;
  parts.accesses = parts.attributes = parts.dependencies = false;
  EXPECT_EQ(named(*through(*trace, ".dot"), parts), named(expected, parts));
}

TEST(WriteTrace, GusFileSurvivesExactly) {
  const Trace sample = testing::sample_trace();
  EXPECT_EQ(*through(sample, ".gus"), sample);
}

TEST(WriteTrace, ExtensionSelectsTheFormat) {
  EXPECT_EQ(output_choice("a/b.json")->format, OutputFormat::chrome_json);
  EXPECT_EQ(output_choice("B.CSV")->format, OutputFormat::csv);
  EXPECT_EQ(output_choice("t.paje")->format, OutputFormat::paje);
  EXPECT_EQ(output_choice("t.dot")->format, OutputFormat::task_dot);
  EXPECT_FALSE(output_choice("t.json")->options.gzip);
  EXPECT_TRUE(output_choice("t.json.gz")->options.gzip);
  EXPECT_FALSE(output_choice("t.gus.gz").has_value());
  EXPECT_FALSE(output_choice("t.txt").has_value());
}

TEST(WriteTrace, MissingFolderIsReported) {
  const auto written = write_trace(Trace{}, "/nonexistent/t.csv", OutputFormat::csv);
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().message(),
            "/nonexistent/t.csv: expected a file that can be written, found \"No such file or directory\"");
}

TEST(WriteTrace, SameTraceGivesTheSameBytes) {
  const auto trace = random_trace(RandomTrace{});
  for (const char* const extension : {".csv", ".json", ".paje", ".dot", ".json.gz"}) {
    const TestFile file(extension);
    write(*trace, file);
    const std::string once = file.text();
    write(*trace, file);
    EXPECT_EQ(file.text(), once) << extension;
  }
}

TEST(WriteChromeJson, MetadataSurvives) {
  Trace trace = *random_trace({});
  trace.metadata.program = "lu";
  trace.metadata.command = {"./lu", "a b"};
  trace.metadata.host = "h1";
  trace.metadata.notes = {"a note"};
  trace.metadata.extra = R"({"site":{"rack":3}})";
  trace.recorded.parents = true;
  trace.tasks.parent.assign(trace.tasks.size(), TaskId());
  const auto back = through(trace, ".json");
  Metadata expected = trace.metadata;
  expected.origin = Origin::imported;
  EXPECT_EQ(back->metadata, expected);
  EXPECT_TRUE(back->recorded.parents);
  EXPECT_EQ(through(*back, ".json")->metadata, expected);
}

TEST(WritePaje, KindsOfSpansSurvive) {
  Trace trace = *testing::trace_from_text("aa\n", 10);
  trace.lanes[0].spans.push_back(30, 40, TaskId(0), SpanKind::other);
  trace.lanes[0].spans.push_back(40, 50, TaskId(), SpanKind::other);
  const auto back = through(trace, ".paje");
  EXPECT_EQ(back->tasks.size(), 1U);
  EXPECT_EQ(back->lanes[0].spans.kind, trace.lanes[0].spans.kind);
  EXPECT_EQ(back->lanes[0].spans.task, trace.lanes[0].spans.task);
}

TEST(WriteDot, ReportsWhatItLeavesOut) {
  const TestFile file(".dot");
  Trace trace = *random_trace({});
  EXPECT_THAT(write(trace, file), ::testing::Contains("parents, submit times and ready times of tasks"));
}

TEST(WriteDot, NamesAndWorkSurvive) {
  Trace trace;
  trace.metadata.origin = Origin::imported;
  trace.recorded.work = trace.recorded.dependencies = true;
  trace.types = {"load & store", "sum"};
  trace.tasks.type = {TypeId(0), TypeId(1), TypeId(0)};
  trace.tasks.work = {1.0, 2.5, 0.001};
  trace.attributes = {{task_detail, {TaskId(0), TaskId(2)}, std::vector<std::string>{"A <1>", "B 2"}}};
  trace.dependencies = {{TaskId(0), TaskId(1)}, {TaskId(2), TaskId(1)}};
  const TestFile file(".dot");
  EXPECT_TRUE(write(trace, file).empty()) << "nothing is left out";
  const auto back = through(trace, ".dot");
  EXPECT_EQ(back->types, trace.types);
  EXPECT_EQ(back->tasks, trace.tasks);
  EXPECT_EQ(back->attributes, trace.attributes);
  EXPECT_EQ(back->dependencies, trace.dependencies);
}

}  // namespace
}  // namespace gusset::traces
