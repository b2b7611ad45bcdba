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
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Info, JsonHasTheTracesFigures) {
  const TestFolder folder;
  write_trace(folder, "t.gus", two_writes_and_a_read);
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
  write_trace(folder, "t.gus", two_writes_and_a_read);
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
      {"info"}, {"report"}, {"stats"},   {"flame"},  {"idle"},    {"critical-path"}, {"efficiency"},
      {"why"},  {"check"},  {"compare"}, {"replay"}, {"speedup"}, {"schedule"}};
  for (std::vector<std::string> words : questions) {
    const std::string command = words.front();
    words.emplace_back("t.json");
    if (command == "why") words.emplace_back("1");
    if (command == "compare") words.emplace_back("t.json");
    if (command == "schedule") words.insert(words.end(), {"--evaluations", "9"});
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
            "g, imported: a graph of 3 tasks that has not run.\n");
}

TEST(CriticalPath, JsonHasBoundAndChain) {
  const TestFolder folder;
  write_trace(folder, "t.gus", two_writes_and_a_read);
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
          "Critical path: if each task takes as long as it did, no schedule is shorter than 3.00 ms, 42.9 % "
          "of the makespan (7.00 "
          "ms); "
          "the path has 2 tasks.\n"
          "Critical chain: tasks that others waited for ran for 42.9 % of the makespan; the largest part of "
          "the "
          "rest, 4.00 ms, was waiting for a worker: more workers or another order of submission may help.\n"
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

TEST(Compare, RangesCountOnlyWhatHappenedInThem) {
  const TestFolder folder;
  write_trace(folder, "a.gus", "aabb..\ncc....\n");
  write_trace(folder, "b.gus", "aaaabb\ncc....\n");
  const auto result = gusset_in(folder, {"compare", "a.gus", "b.gus", "--from", "2ms", "--to", "4ms"});
  EXPECT_THAT(
      result.output,
      HasSubstr("A from 2.00 ms to 4.00 ms (2.00 ms, measured, 2 workers): 1 task ran; B from 2.00 ms "
                "to 4.00 ms (2.00 ms, measured, 2 workers): 1 task ran. Workers were busy for 50.0 % "
                "of A's range and 50.0 % of B's.\n"));
  EXPECT_THAT(result.output, HasSubstr("0 of A's 1 task also ran in B's range."));
  const json same_task = json_of(folder, {"compare", "a.gus", "b.gus", "--from", "2ms", "--to", "4ms",
                                          "--from-b", "4ms", "--to-b", "6ms"});
  EXPECT_EQ(same_task.at("a").at("range"), json({{"begin_ns", 2'000'000}, {"end_ns", 4'000'000}}));
  EXPECT_EQ(same_task.at("b").at("range"), json({{"begin_ns", 4'000'000}, {"end_ns", 6'000'000}}));
  EXPECT_EQ(same_task.at("match").at("tasks"), 1);
  EXPECT_EQ(same_task.at("types").size(), 1u) << "only b ran";
  EXPECT_EQ(same_task.at("per_worker").at(1).at("idle_a_ns"), 2'000'000);
  EXPECT_FALSE(json_of(folder, {"compare", "a.gus", "b.gus"}).at("a").contains("range"));
}

TEST(Compare, RefusesImpossibleRanges) {
  const TestFolder folder;
  write_trace(folder, "a.gus", "aaaa\n");
  write_trace(folder, "b.gus", "aa\n");
  const auto errors_of = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"compare", "a.gus", "b.gus"});
    const auto result = gusset_in(folder, words);
    EXPECT_NE(result.exit_status, 0);
    return result.errors;
  };
  EXPECT_EQ(errors_of({"--from", "3ms"}),
            "gusset: compare: --from: expected a time before the end of B, 2.00 ms, found \"3ms\"\n");
  EXPECT_EQ(errors_of({"--from", "1ms", "--from-b", "2ms"}),
            "gusset: compare: --from-b: expected a time before the end of B, 2.00 ms, found \"2ms\"\n");
  EXPECT_EQ(errors_of({"--from", "1ms", "--to", "1ms"}),
            "gusset: compare: --to: expected a time after 1ms, found \"1ms\"\n");
  EXPECT_THAT(errors_of({"--to-b", "soon"}), StartsWith("gusset: compare: --to-b: expected a"));
  EXPECT_EQ(errors_of({"--against", "b.gus", "--to", "1ms"}),
            "gusset: compare: --to: expected no --against with it, found \"1ms\"\n");
}

}  // namespace
}  // namespace gusset::testing
