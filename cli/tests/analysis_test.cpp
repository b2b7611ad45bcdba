// Tests the commands that analyse traces, on traces with known figures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "gusset/traces/gus/gus.hpp"
#include "gusset_call.hpp"
#include "output/trace_text.hpp"
#include "text_trace.hpp"
#include "trace_calls.hpp"

namespace gusset::testing {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

// Two `a` tasks add to x side by side; then b reads x while the other worker is idle.
constexpr std::string_view two_adds_and_a_read =
    "aaaabb\n"
    ".aa...\n"
    "a1: write x@0 [submit 0] [ready 0]\n"
    "a2: write y@0 [submit 0] [ready 0]\n"
    "b1: read x@1, read y@1 [submit 0] [ready 4]\n";

TEST(Info, JsonHasTheTracesFigures) {
  const TestFolder folder;
  write_trace(folder, "t.gus", two_adds_and_a_read);
  const json info = json_of(folder, {"info", "t.gus"});
  EXPECT_EQ(info.at("format"), "gusset info");
  EXPECT_EQ(info.at("version"), 1);
  EXPECT_EQ(info.at("tasks"), 3);
  EXPECT_EQ(info.at("workers"), 2);
  EXPECT_EQ(info.at("nodes"), 1);
  EXPECT_DOUBLE_EQ(info.at("makespan_s").get<double>(), 0.006);
  EXPECT_DOUBLE_EQ(info.at("busy_s").get<double>(), 0.008);
  EXPECT_DOUBLE_EQ(info.at("busy_share").get<double>(), 8.0 / 12.0);
  EXPECT_DOUBLE_EQ(info.at("critical_path_bound_s").get<double>(), 0.006);
  EXPECT_EQ(info.at("types").at(0).at("type"), "a");
  EXPECT_EQ(info.at("types").at(0).at("tasks"), 2);
  EXPECT_EQ(info.at("per_worker").size(), 2u);
  EXPECT_EQ(info.at("per_worker").at(1).at("tasks"), 1);
  EXPECT_DOUBLE_EQ(info.at("per_worker").at(1).at("idle_s").get<double>(), 0.004);
  EXPECT_TRUE(info.at("messages").is_null());
  EXPECT_TRUE(info.at("per_node").at(0).at("messages_sent").is_null());
}

TEST(Info, VerdictPrecedesTables) {
  const TestFolder folder;
  write_trace(folder, "t.gus", two_adds_and_a_read);
  const auto result = gusset_in(folder, {"info", "t.gus"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(
      result.output,
      HasSubstr(": 3 tasks on 2 workers in 6.00 ms, 66.7 % of the workers' time busy.\n"
                "a took 75.0 % of the busy time. More workers would hardly help: the critical path "
                "is 6.00 ms, 100.0 % of the makespan; try smaller tasks, or a shorter chain of them.\n\n"
                "type  tasks"));
}

TEST(Info, ReportsWhatWasNotRecorded) {
  const TestFolder folder;
  write_trace(folder, "t.gus", "aa.\n");
  const json info = json_of(folder, {"info", "t.gus"});
  EXPECT_TRUE(info.at("critical_path_bound_s").is_null());
  EXPECT_FALSE(info.at("recorded").at("accesses").get<bool>());
  EXPECT_THAT(gusset_in(folder, {"info", "t.gus"}).output, HasSubstr("Dependencies were not recorded"));
}

TEST(Info, EscapesControlCharactersInNames) {
  const TestFolder folder;
  std::ofstream(folder.file("e.json"))
      << R"([{"name":"\u001b[31mred\nline","ph":"X","ts":0,"dur":10,"pid":1,"tid":1}])";
  for (const char* command : {"info", "report", "stats", "efficiency", "idle"}) {
    const auto result = gusset_in(folder, {command, "e.json"});
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    EXPECT_EQ(result.output.find('\x1b'), std::string::npos) << command;
    EXPECT_EQ(result.output.find("red\n"), std::string::npos) << command;
  }
  EXPECT_THAT(gusset_in(folder, {"info", "e.json"}).output, HasSubstr("\\x1b[31mred\\nline took 100.0 %"));
  const auto json_text = gusset_in(folder, {"info", "e.json", "--json"}).output;
  EXPECT_EQ(json::parse(json_text).at("types").at(0).at("type"), "\x1b[31mred\nline");
}

TEST(Answers, LineSeparatorsAndTextDirectionsInNamesAreEscaped) {
  const TestFolder folder;
  const std::string name = "a\u0085b\u2028c\u202e";
  std::string events;
  for (const char* const time : {"0", "20"})
    events += R"({"name":")" + name + R"(","ph":"X","pid":1,"tid":1,"dur":10,"ts":)" + time + "},";
  events += R"({"ph":"s","id":1,"ts":5,"pid":1,"tid":1},{"ph":"f","bp":"e","id":1,"ts":25,"pid":1,"tid":1})";
  folder.write("t.json", "[" + events + "]");
  const std::vector<std::vector<std::string>> questions{
      {"info"}, {"report"}, {"stats"},   {"idle"},   {"critical-path"}, {"efficiency"},
      {"why"},  {"check"},  {"compare"}, {"replay"}, {"speedup"}};
  for (std::vector<std::string> words : questions) {
    const std::string command = words.front();
    words.emplace_back("t.json");
    if (command == "why") words.emplace_back("1");
    if (command == "compare") words.emplace_back("t.json");
    for (const bool as_json : {false, true}) {
      if (as_json) words.emplace_back("--json");
      const auto result = gusset_in(folder, words);
      EXPECT_EQ(result.exit_status, 0) << command << result.errors;
      for (const char* const character : {"\u0085", "\u2028", "\u202e"})
        EXPECT_EQ((result.output + result.errors).find(character), std::string::npos) << command;
      EXPECT_TRUE(!as_json || json::accept(result.output)) << command;
    }
  }
  EXPECT_EQ(json_of(folder, {"info", "t.json"}).at("types").at(0).at("type"), name);
  ASSERT_EQ(gusset_in(folder, {"convert", "t.json", "out.json"}).exit_status, 0);
  EXPECT_THAT(read_text(folder.file("out.json")), HasSubstr("\"a\\u0085b\\u2028c\\u202e\""));
}

TEST(Info, CountsTypesThatDoNotFit) {
  const TestFolder folder;
  traces::Trace trace = *traces::testing::trace_from_text("a\n", 1000);
  trace.types.clear();
  trace.tasks.type.clear();
  trace.lanes[0].spans = {};
  for (std::size_t i = 0; i < 100; ++i) {
    trace.types.push_back("type" + std::to_string(i));
    trace.tasks.type.emplace_back(i);
    const auto begin = static_cast<std::int64_t>(i) * 1000;
    trace.lanes[0].spans.push_back(begin, begin + 1000, traces::TaskId(i), traces::SpanKind::run);
  }
  ASSERT_TRUE(traces::write_gus(trace, folder.file("t.gus")).ok());
  for (const auto& [command, shown] : {std::pair("info", 20), std::pair("stats", 64)}) {
    const auto result = gusset_in(folder, {command, "t.gus"});
    const std::string more = "… and " + std::to_string(100 - shown) + " more types: see --json\n";
    EXPECT_THAT(result.output, HasSubstr(more)) << command << result.errors;
    EXPECT_THAT(result.output, HasSubstr("type" + std::to_string(shown - 1))) << command;
    EXPECT_EQ(result.output.find("type" + std::to_string(shown)), std::string::npos) << command;
  }
}

TEST(Info, ClosedStandardOutputIsAnError) {
  const TestFolder folder;
  write_trace(folder, "t.gus", "aa\n");
  const auto result =
      run_program({{"/bin/sh", "-c", gusset_path + " info t.gus >&-"}, {}, folder.path(), ""});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors,
            "gusset: standard output: expected a writable file, found \"Bad file descriptor\"\n");
}

TEST(Info, ProgramNameIgnoresATrailingSlash) {
  EXPECT_EQ(traces::program_name(traces::Trace{}, "some/logs/"), "logs");
  EXPECT_EQ(traces::program_name(traces::Trace{}, "some/t.gus"), "t");
}

TEST(Info, EmptyTraceSucceeds) {
  const TestFolder folder;
  write_trace(folder, "t.gus", "...\n");
  const json info = json_of(folder, {"info", "t.gus"});
  EXPECT_EQ(info.at("tasks"), 0);
  EXPECT_THAT(gusset_in(folder, {"info", "t.gus"}).output, HasSubstr("No task ran.\n"));
}

TEST(Info, DescribesAGraphWithoutTimes) {
  const TestFolder folder;
  std::ofstream(folder.file("g.dot")) << "digraph { a -> b; a -> c }\n";
  EXPECT_EQ(gusset_in(folder, {"info", "g.dot"}).output,
            "g, imported: a graph of 3 tasks, without times: none of them ran.\n");
}

TEST(CriticalPath, JsonHasBoundAndChain) {
  const TestFolder folder;
  write_trace(folder, "t.gus", two_adds_and_a_read);
  const json paths = json_of(folder, {"critical-path", "t.gus"});
  EXPECT_EQ(paths.at("format"), "gusset critical-path");
  EXPECT_EQ(paths.at("makespan_ns"), 6'000'000);
  EXPECT_EQ(paths.at("bound").at("length_ns"), 6'000'000);
  EXPECT_EQ(paths.at("bound").at("tasks").size(), 2u);
  EXPECT_EQ(paths.at("bound").at("tasks").at(0).at("type"), "a");
  EXPECT_EQ(paths.at("bound").at("tasks").at(0).at("duration_ns"), 4'000'000);
  EXPECT_EQ(paths.at("bound").at("types").at(0).at("type"), "a");
  std::int64_t sum_ns = 0;
  for (const json& link : paths.at("chain").at("links")) {
    EXPECT_EQ(link.at("begin_ns").get<std::int64_t>(), sum_ns);
    sum_ns = link.at("end_ns").get<std::int64_t>();
  }
  EXPECT_EQ(sum_ns, 6'000'000);
}

TEST(CriticalPath, VerdictNamesTheMainWait) {
  const TestFolder folder;
  // The reader was ready at 2, but no worker took it before 6.
  write_trace(folder, "t.gus",
              "aa....b\n"
              "a1: write x@0 [submit 0] [ready 0]\n"
              "b1: read x@1 [submit 0] [ready 2]\n");
  const auto result = gusset_in(folder, {"critical-path", "t.gus"});
  EXPECT_EQ(result.exit_status, 0) << result.errors;
  EXPECT_THAT(
      result.output,
      StartsWith(
          "Bound: no schedule of these tasks is shorter than 3.00 ms, 42.9 % of the makespan (7.00 ms); the "
          "path has 2 tasks.\n"
          "Chain: tasks that others waited for ran for 42.9 % of the makespan; the largest part of the rest, "
          "4.00 ms, was waiting for a worker: more workers or another order of submission may help.\n"
          "Work: 3.00 ms per worker, 42.9 % of the makespan.\n"));
  EXPECT_THAT(result.output, HasSubstr("ready, not taken"));
}

TEST(CriticalPath, RejectsTraceWithoutDependencies) {
  const TestFolder folder;
  write_trace(folder, "t.gus", "aa.\n");
  const auto result = gusset_in(folder, {"critical-path", "t.gus"});
  EXPECT_EQ(result.errors, "gusset: t.gus: expected recorded accesses or dependencies, found neither\n");
  EXPECT_EQ(result.exit_status, 1);
}

TEST(CriticalPath, RejectsCycle) {
  TestFolder folder;
  folder.allow_impossible_traces();
  write_trace(folder, "t.gus",
              "ab\n"
              "a1: after b1\n"
              "b1: after a1\n");
  const auto result = gusset_in(folder, {"critical-path", "t.gus"});
  EXPECT_EQ(result.errors,
            "gusset: t.gus: expected dependencies without a cycle, found a cycle of 2 tasks, "
            "through a #0 and b #1\n");
}

TEST(Compare, ReportsMakespanDifference) {
  const TestFolder folder;
  write_trace(folder, "a.gus", "aaaa\na1: write x@0\n");
  write_trace(folder, "b.gus", "aaaaa\na1: write x@0\n");
  const json compared = json_of(folder, {"compare", "a.gus", "b.gus"});
  EXPECT_EQ(compared.at("format"), "gusset compare");
  EXPECT_DOUBLE_EQ(compared.at("makespan_ratio").get<double>(), 1.25);
  EXPECT_DOUBLE_EQ(compared.at("a").at("makespan_s").get<double>(), 0.004);
  EXPECT_EQ(compared.at("b").at("file"), "b.gus");
  EXPECT_EQ(compared.at("match").at("rule"), "written_version");
  EXPECT_EQ(compared.at("match").at("tasks"), 1);
  EXPECT_DOUBLE_EQ(compared.at("types").at(0).at("busy_b_s").get<double>(), 0.005);
  const auto result = gusset_in(folder, {"compare", "a.gus", "b.gus"});
  EXPECT_THAT(result.output, HasSubstr("B differs by +25.0 %"));
}

TEST(Render, ExtensionSelectsPictureFormat) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_adds_and_a_read);
  const auto png = gusset_in(folder, {"render", "a.gus", "a.gus", "-o", "f.png"});
  EXPECT_EQ(png.exit_status, 0) << png.errors;
  EXPECT_EQ(png.output, "f.png: 2 traces on a common time axis\n");
  EXPECT_THAT(read_text(folder.file("f.png")), StartsWith("\x89PNG"));
  const auto svg = gusset_in(folder, {"render", "a.gus", "-o", "f.svg"});
  EXPECT_EQ(svg.exit_status, 0) << svg.errors;
  EXPECT_EQ(svg.output, "f.svg: 1 trace\n");
  EXPECT_THAT(read_text(folder.file("f.svg")), HasSubstr("<svg"));
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "f.png", "f.svg"));
}

TEST(Render, ColoursTasksByKey) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_adds_and_a_read);
  const auto drawn = gusset_in(folder, {"render", "a.gus", "-o", "f.svg", "--colour", "slack"});
  EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
  EXPECT_THAT(read_text(folder.file("f.svg")), HasSubstr(">slack, share of busy time:<"));
  const auto refused = gusset_in(folder, {"render", "a.gus", "-o", "g.svg", "--colour", "step"});
  EXPECT_EQ(refused.exit_status, 2);
  EXPECT_THAT(refused.errors, MatchesRegex("gusset: a.gus: --colour: expected one of type, node, .*duration, "
                                           "slack, waiting, which this trace supports, found \"step\"\n"));
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "f.svg"));
}

TEST(Render, DrawsTaskArrows) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_adds_and_a_read);
  const auto plain = gusset_in(folder, {"render", "a.gus", "-o", "f.svg"});
  EXPECT_THAT(read_text(folder.file("f.svg")), Not(HasSubstr("dependency")));
  const auto drawn = gusset_in(folder, {"render", "a.gus", "-o", "g.svg", "--task", "2"});
  EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
  EXPECT_THAT(read_text(folder.file("g.svg")), HasSubstr("last dependency"));
  const auto unknown = gusset_in(folder, {"render", "a.gus", "-o", "h.svg", "--task", "nobody"});
  EXPECT_NE(unknown.exit_status, 0);
  EXPECT_THAT(unknown.errors, HasSubstr("a.gus: "));
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "f.svg", "g.svg"));
}

TEST(Render, DrawsMessagesBetweenNodes) {
  const TestFolder folder;
  write_trace(folder, "a.gus",
              "n0/w0: aaa.....\nn1/w0: ......bb\nx: 8 bytes on n0\na1: write x@0\nb1: read x@1\n"
              "message x@1 n0->n1 3 6");
  const auto drawn = gusset_in(folder, {"render", "a.gus", "-o", "g.svg", "--messages"});
  EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
  EXPECT_THAT(read_text(folder.file("g.svg")), HasSubstr("1 message between nodes"));
  const auto plain = gusset_in(folder, {"render", "a.gus", "-o", "f.svg"});
  EXPECT_THAT(read_text(folder.file("f.svg")), Not(HasSubstr("between nodes")));
}

TEST(Render, FramesAreNumberedPictures) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_adds_and_a_read);
  const auto drawn =
      gusset_in(folder, {"render", "a.gus", "--frames", "film", "--every", "1us", "--to", "2us"});
  EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
  EXPECT_EQ(drawn.output, "film: 3 frames; the first is frame-0001.png\n");
  EXPECT_THAT(read_text(folder.file("film/frame-0003.png")), StartsWith("\x89PNG"));
  const auto again = gusset_in(folder, {"render", "a.gus", "--frames", "film"});
  EXPECT_NE(again.exit_status, 0);
  EXPECT_THAT(again.errors, HasSubstr("film: expected a folder without frames, found frame-000"));
  const auto both = gusset_in(folder, {"render", "a.gus", "--frames", "other", "-o", "x.png"});
  EXPECT_EQ(both.errors, "gusset: render: --frames: expected no -o with it, found \"x.png\"\n");
  const auto alone = gusset_in(folder, {"render", "a.gus", "-o", "x.png", "--every", "1us"});
  EXPECT_EQ(alone.errors, "gusset: render: expected --frames with --every, found none\n");
  const auto none = gusset_in(folder, {"render", "a.gus", "--frames", "other", "--every", "0"});
  EXPECT_EQ(none.errors, "gusset: render: --every: expected a time above 0, found \"0\"\n");
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "film"));
}

TEST(Render, FramesSupportAlignmentAndQueues) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_adds_and_a_read);
  write_trace(folder, "b.gus", two_adds_and_a_read);
  const auto first_frame = [&](std::string_view name, std::vector<std::string> options) {
    std::vector<std::string> arguments{"render",  "a.gus", "b.gus", "--frames", std::string(name),
                                       "--every", "1us",   "--to",  "1us"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto drawn = gusset_in(folder, arguments);
    EXPECT_EQ(drawn.exit_status, 0) << drawn.errors;
    return read_text(folder.file(std::string(name) + "/frame-0001.png"));
  };
  const std::string plain = first_frame("plain", {});
  EXPECT_NE(first_frame("aligned", {"--align", "start", "--axes", "own"}), plain);
  EXPECT_NE(first_frame("queues", {"--queues"}), plain);
  const auto alone = gusset_in(folder, {"render", "a.gus", "--frames", "film", "--align", "end"});
  EXPECT_EQ(alone.errors, "gusset: render: expected a second trace for --align, found none\n");
  const auto still = gusset_in(folder, {"render", "a.gus", "-o", "x.png", "--queues"});
  EXPECT_EQ(still.errors, "gusset: render: expected --frames with --queues, found none\n");
}

TEST(Render, DrawsOnlyATimeRangeOrMatchingTasks) {
  const TestFolder folder;
  write_trace(folder, "a.gus", two_adds_and_a_read);
  const auto part = gusset_in(folder, {"render", "a.gus", "-o", "f.svg", "--from", "1us", "--to", "2us"});
  EXPECT_EQ(part.exit_status, 0) << part.errors;
  const auto some = gusset_in(folder, {"render", "a.gus", "-o", "g.svg", "--where", "task=0"});
  EXPECT_EQ(some.exit_status, 0) << some.errors;
  EXPECT_THAT(read_text(folder.file("g.svg")), HasSubstr("not shown"));
  const auto backwards =
      gusset_in(folder, {"render", "a.gus", "-o", "h.svg", "--from", "2us", "--to", "1us"});
  EXPECT_EQ(backwards.exit_status, 2);
  EXPECT_EQ(backwards.errors, "gusset: render: --to: expected a time after 2us, found \"1us\"\n");
  const auto unknown = gusset_in(folder, {"render", "a.gus", "-o", "h.svg", "--where", "step=1"});
  EXPECT_EQ(unknown.exit_status, 2);
  EXPECT_THAT(unknown.errors, StartsWith("gusset: render: --where: "));
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "f.svg", "g.svg"));
}

std::size_t occurrences(const std::string& text, const std::string& words) {
  std::size_t count = 0;
  for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++count;
  return count;
}

TEST(Render, AlignsTwoTraces) {
  const TestFolder folder;
  write_trace(folder, "a.gus", "..aabb\na1: write x@0\nb1: read x@1\n");
  write_trace(folder, "b.gus", ".aab\na1: write x@0\nb1: read x@1\n");
  write_trace(folder, "c.gus", "c\n");
  const auto draw = [&](const std::vector<std::string>& more) {
    std::vector<std::string> line{"render", "a.gus", "b.gus", "-o", "f.svg"};
    line.insert(line.end(), more.begin(), more.end());
    const auto result = gusset_in(folder, line);
    EXPECT_EQ(result.exit_status, 0) << result.errors;
    return result.output + read_text(folder.file("f.svg"));
  };
  EXPECT_THAT(draw({"--align", "start"}), HasSubstr(">from the first task [ms]<"));
  const std::string ends = draw({"--align", "end", "--from", "-2ms"});
  EXPECT_THAT(ends, HasSubstr(">from the end [ms]<"));
  EXPECT_THAT(ends, HasSubstr(">-2.0<"));
  EXPECT_THAT(draw({"--align", "task:1"}), HasSubstr(">from the task [ms]<"));
  const std::string own = draw({"--axes", "own"});
  EXPECT_THAT(own, HasSubstr("on separate time axes"));
  EXPECT_THAT(own, HasSubstr(">own scale [ms]<"));
  const std::string part = draw({"--axes", "own", "--from", "1ms", "--to", "3ms"});
  EXPECT_EQ(occurrences(part, ">1.0<"), 2U) << "each shows from 1 to 3 ms";
  EXPECT_EQ(occurrences(part, ">3.0<"), 2U);
  EXPECT_EQ(occurrences(part, ">4.0<"), 0U);
  EXPECT_THAT(draw({"--tracks"}), HasSubstr(">running tasks<"));
  const auto alone = gusset_in(folder, {"render", "a.gus", "c.gus", "-o", "g.svg", "--align", "task:0"});
  EXPECT_EQ(alone.exit_status, 1);
  EXPECT_THAT(alone.errors, MatchesRegex("gusset: c.gus: expected a counterpart of .*, found none\n"));
  EXPECT_THAT(folder.names(), ElementsAre("a.gus", "b.gus", "c.gus", "f.svg"));
}

TEST(View, ReportsAMissingViewer) {
  const TestFolder folder;
  write_trace(folder, "t.gus", "aa.\n");
  // A copy of the command without a viewer next to it, and a PATH without one.
  std::filesystem::copy_file(gusset_path, folder.path() / "gusset");
  const auto result = run_program(
      {{folder.file("gusset"), "view", "t.gus"}, {{"PATH", folder.path().string()}}, folder.path(), ""});
  EXPECT_EQ(result.exit_status, 1);
  EXPECT_EQ(result.errors, "gusset: gusset-viewer: expected a program in " +
                               std::filesystem::canonical(folder.path()).string() +
                               " or in PATH, found none\n");
}

TEST(View, StartsTheNeighbouringViewerWithTheTraces) {
  const TestFolder folder;
  write_trace(folder, "a b.gus", "aa.\n");
  std::filesystem::copy_file(gusset_path, folder.path() / "gusset");
  const std::string viewer = folder.write("gusset-viewer", "#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 5\n");
  std::filesystem::permissions(viewer, std::filesystem::perms::owner_all);
  const auto result =
      run_program({{folder.file("gusset"), "view", "a b.gus", "a b.gus"}, {}, folder.path(), ""});
  EXPECT_EQ(result.exit_status, 5) << result.errors;
  EXPECT_EQ(result.output, "a b.gus\na b.gus\n");
}

TEST(View, PassesOnPipes) {
  const TestFolder folder;
  write_trace(folder, "t.gus", "aa.\n");
  std::filesystem::copy_file(gusset_path, folder.path() / "gusset");
  const std::string viewer =
      folder.write("gusset-viewer", "#!/bin/sh\ncmp \"$1\" t.gus && cmp \"$1\" t.gus\n");
  std::filesystem::permissions(viewer, std::filesystem::perms::owner_all);
  for (const char* const line : {"cat t.gus | ./gusset view -", "./gusset view <(cat t.gus)",
                                 "mkfifo pipe; cat t.gus > pipe & ./gusset view pipe"}) {
    const auto result = run_program({{"/bin/bash", "-c", line}, {}, folder.path(), ""});
    EXPECT_EQ(result.exit_status, 0) << line << ": " << result.output << result.errors;
  }
}

}  // namespace
}  // namespace gusset::testing
