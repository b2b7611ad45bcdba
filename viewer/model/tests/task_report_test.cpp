#include "gusset/viewer/model/explain/task_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "documents.hpp"
#include "gusset/traces/analysis/time/task_filter.hpp"
#include "gusset/viewer/model/timeline/task_children.hpp"

namespace gusset::viewer {
namespace {

using testing::document_from_text;

constexpr const char* recorded_chain = R"(
  aa.bb
  cc...
  a1: write x@0 [submit 0] [ready 0]
  c1: write y@0 [submit 0] [ready 0]
  b1: read x@1, write y@1 [submit 0] [ready 2]
  x: 800 bytes on n0
)";

const ReportLine* find(const TaskReport& report, const std::string& label) {
  for (const ReportSection& section : report.sections) {
    for (const ReportLine& line : section.lines) {
      if (line.label == label) return &line;
    }
  }
  return nullptr;
}

TEST(TaskReport, ShowsTimesDelayAndWorker) {
  const auto document = document_from_text({recorded_chain});
  const traces::TaskGraph graph(*document->panel(0).trace);
  const TaskReport report = task_report(*document, &graph, {0, traces::TaskId(2)});
  EXPECT_EQ(report.heading, "b y");
  EXPECT_EQ(report.text("type"), "b");
  EXPECT_EQ(report.text("task"), "2");
  EXPECT_EQ(report.text("begin"), "3.000 µs");
  EXPECT_EQ(report.text("end"), "5.000 µs");
  EXPECT_EQ(report.text("duration"), "2.00 µs");
  EXPECT_EQ(report.text("ready → start"), "1.00 µs");
  EXPECT_EQ(report.text("worker"), document->panel(0).rows[0].label);
}

TEST(TaskReport, SeparatesOwnRunningTimeFromTotalDuration) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("aaaa\n.b..", 1000));
  trace->lanes[1].spans = {};
  trace->lanes[0].spans.push_back(1000, 2000, traces::TaskId(1), traces::SpanKind::run);
  const auto document = make_document({index_trace(trace, {}, 1)});
  EXPECT_EQ(task_report(*document, nullptr, {0, traces::TaskId(0)}).text("duration"),
            "3.00 µs running, 4.00 µs from start to end");
  EXPECT_EQ(task_report(*document, nullptr, {0, traces::TaskId(1)}).text("duration"), "1.00 µs");
}

TEST(TaskReport, ShowsTheTimeWithoutAProcessorAndWhereTheThreadMayRun) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("aaaabbbb", 100'000));
  trace->recorded.processor_time = true;
  trace->processor_time.uses = {{traces::WorkerId(0u), 0, 400'000, 300'000, 0, 1, 100'000}};
  trace->processor_time.bindings = {{traces::WorkerId(0u), 2, "0x3", 0.0}};
  const auto document = make_document({index_trace(trace, {}, 1)});
  const picture::OffCore off_core(*trace, nullptr);
  const TaskReport report = task_report(*document, nullptr, {0, traces::TaskId(0u)}, nullptr, &off_core);
  EXPECT_EQ(report.text("no processor"),
            "100 µs, 25.0 % of the duration, although its thread could run (hatched)");
  EXPECT_EQ(report.text("may run on"), "2 processors, mask 0x3");
  const TaskReport other = task_report(*document, nullptr, {0, traces::TaskId(1u)}, nullptr, &off_core);
  EXPECT_EQ(find(other, "no processor"), nullptr);
}

TEST(TaskReport, SerialCodeIsOutsideOfParallelRegions) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("abbac", 100'000));
  trace->types = {"serial", "parallel lu.c:49", "work"};
  trace->fork_join.joined = {{traces::TaskId(1u), 0}};
  const auto text = [&] {
    const auto document = make_document({index_trace(std::make_shared<traces::Trace>(*trace), {}, 1)});
    return task_report(*document, nullptr, {0, traces::TaskId(0u)}).text("runs");
  };
  EXPECT_EQ(text(), "") << "any program may have a type of that name";
  trace->metadata.runtime = traces::openmp_runtime;
  EXPECT_EQ(text(), "outside parallel regions, which are at lu.c line 49");
  trace->fork_join.joined.clear();
  EXPECT_EQ(text(), "outside parallel regions") << "the regions' lines are not known";
}

TEST(TaskReport, ComparesTheDurationWithTheMedianOfItsType) {
  const auto document = document_from_text({"a|a|aaaaaaaaaa|b"});
  EXPECT_EQ(task_report(*document, nullptr, {0, traces::TaskId(2u)}).text("median of its type"),
            "1.00 µs; this task took 10.00 times as long");
  EXPECT_EQ(find(task_report(*document, nullptr, {0, traces::TaskId(3u)}), "median of its type"), nullptr);
}

TEST(TaskReport, LinksToTheLastPredecessor) {
  const auto document = document_from_text({recorded_chain});
  const traces::TaskGraph graph(*document->panel(0).trace);
  const TaskReport report = task_report(*document, &graph, {0, traces::TaskId(2)});
  EXPECT_EQ(report.text("predecessors"), "a x (ended last), c y");
  const ReportLine* waited = find(report, "waited for");
  ASSERT_NE(waited, nullptr);
  ASSERT_TRUE(waited->pieces[0].link);
  EXPECT_EQ(waited->pieces[0].link->panel, 0U);
  EXPECT_EQ(task_report(*document, &graph, {0, traces::TaskId(0)}).text("waited for"), "nothing");
  EXPECT_EQ(task_report(*document, &graph, {0, traces::TaskId(0)}).text("successors"), "b y");
}

TEST(TaskReport, AccessesHaveVersionsAndSizes) {
  const auto document = document_from_text({recorded_chain});
  const traces::TaskGraph graph(*document->panel(0).trace);
  const TaskReport report = task_report(*document, &graph, {0, traces::TaskId(2)});
  EXPECT_EQ(report.text("read"), "x version 1, 800 B");
  EXPECT_EQ(report.text("write"), "y version 1");
}

TEST(TaskReport, OneLineNamesWhatWasNotRecorded) {
  const auto document = document_from_text({"aa"});
  const traces::TaskGraph graph(*document->panel(0).trace);
  const TaskReport report = task_report(*document, &graph, {0, traces::TaskId(0)});
  EXPECT_EQ(report.text("not recorded"),
            "declared work, submit, ready, ready → start, stolen from, waited for, predecessors, successors, "
            "handles");
  EXPECT_TRUE(find(report, "not recorded")->unknown);
  EXPECT_EQ(find(report, "declared work"), nullptr);
  EXPECT_EQ(report.sections.size(), 3U) << "no empty sections";
}

TEST(TaskReport, DeclaredWorkHasItsRate) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("aa"));
  trace->recorded.work = true;
  trace->tasks.work = {4000.0};
  const auto document = make_document({index_trace(trace, {}, 1)});
  EXPECT_EQ(task_report(*document, nullptr, {0, traces::TaskId(0)}).text("declared work"),
            "4 000 units, 2e+09 a second");
  trace->tasks.work = {1.0};
  const auto single = make_document({index_trace(trace, {}, 1)});
  EXPECT_EQ(task_report(*single, nullptr, {0, traces::TaskId(0)}).text("declared work"),
            "1 unit, 500 000 a second");
}

TEST(TaskReport, NeighboursAreBeingComputedWithoutAGraph) {
  const auto document = document_from_text({recorded_chain});
  EXPECT_EQ(task_report(*document, nullptr, {0, traces::TaskId(2)}).text("waited for"), "computing…");
}

TEST(TaskReport, ShowsTheRecordedVictimOfASteal) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("a|b"));
  trace->attributes.push_back(
      {traces::stolen_from, {traces::TaskId(1)}, std::vector<std::string>{"worker 3"}});
  const auto document = make_document({index_trace(trace, {}, 1)});
  const TaskReport stolen = task_report(*document, nullptr, {0, traces::TaskId(1)});
  EXPECT_EQ(stolen.text("stolen from"), "worker 3");
  for (const ReportSection& section : stolen.sections) EXPECT_NE(section.title, "Attributes");
  EXPECT_EQ(task_report(*document, nullptr, {0, traces::TaskId(0)}).text("stolen from"), "");
}

TEST(TaskReport, SharedPropertiesLinkToMatchingTasks) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("a|b\na1: write x@0"));
  trace->types[0] = "say \"a\"";
  trace->attributes.push_back({"step of it", {traces::TaskId(0)}, std::vector<std::int64_t>{3}});
  trace->attributes.push_back({"load", {traces::TaskId(0)}, std::vector<double>{0.1}});
  trace->attributes.push_back({"node", {traces::TaskId(0)}, std::vector<std::int64_t>{3}});
  const auto document = make_document({index_trace(trace, {}, 1)});
  const TaskReport report = task_report(*document, nullptr, {0, traces::TaskId(0)});
  const auto conditions = [&](const std::string& label) {
    std::vector<std::string> found;
    for (const ReportSection& section : report.sections) {
      for (const ReportLine& entry : section.lines) {
        if (entry.label == label) found.push_back(entry.pieces.at(0).condition);
      }
    }
    return found;
  };
  EXPECT_THAT(conditions("type"), ::testing::ElementsAre("")) << "no quotes within quotes";
  EXPECT_THAT(conditions("worker"), ::testing::ElementsAre("worker=0"));
  EXPECT_THAT(conditions("write"), ::testing::ElementsAre("handle=\"x\""));
  EXPECT_THAT(conditions("step of it"), ::testing::ElementsAre("\"step of it\"=\"3\""));
  EXPECT_THAT(conditions("load"), ::testing::ElementsAre("")) << "the value is shown rounded";
  EXPECT_THAT(conditions("node"), ::testing::ElementsAre("node=0", ""))
      << "a condition can't refer to this attribute";
  for (const char* condition : {"worker=0", "handle=\"x\"", "\"step of it\"=\"3\""})
    EXPECT_TRUE(traces::TaskFilter::parse(*trace, condition).ok()) << condition;
}

TEST(TaskReport, TaskThatNeverRanSaysSo) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("aa"));
  trace->tasks.type.push_back(traces::TypeId(0));
  const auto document = make_document({index_trace(trace, {}, 1)});
  const traces::TaskGraph graph(*trace);
  const TaskReport report = task_report(*document, &graph, {0, traces::TaskId(1)});
  EXPECT_EQ(report.text("worker"), "never ran");
  EXPECT_EQ(report.text("begin"), "never ran");
}

TEST(TaskReport, LongListsCountTheRest) {
  std::string text = "a" + std::string(60, 'b') + "\n";
  std::string row = "a";
  for (int i = 0; i < 60; ++i) row += "b|";
  text = row + "\na1: write x@0\n";
  for (int i = 1; i <= 60; ++i) text += "b" + std::to_string(i) + ": read x@1\n";
  const auto document = document_from_text({text});
  const traces::TaskGraph graph(*document->panel(0).trace);
  const TaskReport report = task_report(*document, &graph, {0, traces::TaskId(0)});
  EXPECT_THAT(report.text("successors"), ::testing::EndsWith("… and 20 more"));
}

TEST(TaskReport, AttributesAreShownWithTheirValues) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("a|b"));
  trace->attributes.push_back({"iteration", {traces::TaskId(1)}, std::vector<std::int64_t>{42}});
  const auto document = make_document({index_trace(trace, {}, 1)});
  const traces::TaskGraph graph(*trace);
  EXPECT_EQ(task_report(*document, &graph, {0, traces::TaskId(1)}).text("iteration"), "42");
  EXPECT_EQ(find(task_report(*document, &graph, {0, traces::TaskId(0)}), "iteration"), nullptr);
}

TEST(TaskReport, UnrecordedVictimOfAStealIsNotRecorded) {
  const auto document = document_from_text({"aa"});
  const TaskReport report = task_report(*document, nullptr, {0, traces::TaskId(0)});
  EXPECT_EQ(find(report, "stolen from"), nullptr);
  EXPECT_THAT(report.text("not recorded"), ::testing::HasSubstr("stolen from"));
}

TEST(TaskReport, ShowsCreatorAndCreatedTasks) {
  traces::Trace trace = *traces::testing::trace_from_text("aaaa\n.bb.");
  trace.span_links.push_back(
      {{traces::LaneId(0u), 0}, {traces::LaneId(1u), 0}, traces::SpanLink::Kind::create});
  const auto document = make_document({index_trace(std::make_shared<const traces::Trace>(trace), {}, 1)});
  EXPECT_EQ(task_report(*document, nullptr, {0, traces::TaskId(1)}).text("created by"), "a #0");
  EXPECT_EQ(task_report(*document, nullptr, {0, traces::TaskId(0)}).text("created"), "b #1");
}

TEST(TaskReport, ShowsTheSearchBeforeATask) {
  traces::Trace trace = *traces::testing::trace_from_text("...aa");
  traces::SpanColumns spans;
  spans.push_back(1000, 3000, traces::TaskId(), traces::SpanKind::steal);
  spans.push_back(3000, 5000, traces::TaskId(0u), traces::SpanKind::run);
  trace.lanes[0].spans = spans;
  const auto document = make_document({index_trace(std::make_shared<const traces::Trace>(trace), {}, 1)});
  EXPECT_EQ(task_report(*document, nullptr, {0, traces::TaskId(0)}).text("search before it"), "2.00 µs");
}

TEST(TaskReport, SourceLineIsALink) {
  traces::Trace trace = *traces::testing::trace_from_text("aa");
  trace.types[0] = "lu.c:41";
  const auto document = make_document({index_trace(std::make_shared<const traces::Trace>(trace), {}, 1)});
  const TaskReport report = task_report(*document, nullptr, {0, traces::TaskId(0)});
  ASSERT_NE(find(report, "source"), nullptr);
  EXPECT_EQ(find(report, "source")->pieces.at(0).source, (SourceLocation{"lu.c", 41}));
}

TEST(TaskReport, SetShowsItsTimeAndLongestTask) {
  const auto document = document_from_text({"aa.aaa.b"});
  TaskSet set;
  set.name = "a";
  set.tasks = {{0, traces::TaskId(0u)}, {0, traces::TaskId(1u)}};
  const TaskReport report = set_report(*document, set);
  EXPECT_EQ(report.heading, "2 tasks selected");
  EXPECT_EQ(report.text("total time"), "5.00 µs");
  EXPECT_EQ(report.text("longest"), "a #1, 3.00 µs");
}

TEST(TaskReport, CountsChildrenAndLinksToTheFirst) {
  auto trace = std::make_shared<traces::Trace>(*traces::testing::trace_from_text("aabbccdd"));
  trace->recorded.parents = true;
  trace->tasks.parent.assign(4, traces::TaskId());
  trace->tasks.parent[1] = trace->tasks.parent[3] = traces::TaskId(0u);
  const auto document = make_document({index_trace(trace, {}, 1)});
  const TaskChildren children(*trace);
  const auto report_of = [&](std::size_t task, const TaskChildren* known) {
    return task_report(*document, nullptr, {0, traces::TaskId(task)}, known);
  };
  EXPECT_EQ(report_of(0, nullptr).text("children"), "computing…");
  const TaskReport report = report_of(0, &children);
  EXPECT_EQ(report.text("children"), "2: b #1, d #3");
  const ReportLine* line = find(report, "children");
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(line->pieces[1].link, (TaskReference{0, traces::TaskId(1u)}));
  const TaskReport leaf = report_of(1, &children);
  EXPECT_EQ(find(leaf, "children"), nullptr);
  EXPECT_EQ(find(task_report(*document_from_text({"aa"}), nullptr, {0, traces::TaskId(0u)}), "children"),
            nullptr)
      << "parents were not recorded";
}

}  // namespace
}  // namespace gusset::viewer
