#include "gusset/traces/paper/report/html_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "figure_fixture.hpp"
#include "gusset/traces/model/names.hpp"
#include "report/html.hpp"
#include "report/report_pictures.hpp"
#include "report/report_style.hpp"
#include "svg_reader.hpp"
#include "text_trace.hpp"

namespace gusset::paper {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::read_svg;
using ::testing::StartsWith;
using testing::SvgElement;
using traces::testing::trace_from_text;

using SharedTrace = std::shared_ptr<const traces::Trace>;

constexpr const char* two_workers =
    "aaaa\n..bb\na1: write x@0 [submit 0] [ready 0]\nb1: read x@1 [submit 0] [ready 4]\n";
constexpr const char* on_two_nodes =
    "n0/w0: aaaa\nn1/w0: .....bb\na1: write x@0 [submit 0] [ready 0]\n"
    "b1: read x@1 [submit 0] [ready 5]\nmessage x@1 n0->n1 4 5\n";

ReportedTrace reported(SharedTrace trace, const std::string& name = "t.gus") {
  ReportedTrace reported{{trace, default_title(*trace)}, name, "folder/" + name};
  return reported;
}

// Fails unless the document is well-formed; as strict as XML.
std::vector<SvgElement> elements_of(const std::string& html) {
  const std::size_t begin = html.find("<html");
  EXPECT_THAT(html, StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
  return read_svg(std::string_view(html).substr(begin));
}

std::vector<std::string> texts_of(const std::string& html, const std::string& name) {
  std::vector<std::string> texts;
  for (const SvgElement& element : elements_of(html)) {
    if (element.name == name) texts.push_back(element.text);
  }
  return texts;
}

std::string report_of(const Report& report) {
  auto html = html_report(report);
  EXPECT_TRUE(html.ok()) << (html.ok() ? "" : html.error().message());
  return html.ok() ? std::move(html).value() : std::string();
}

TEST(HtmlReport, HasATitleAndAHeadingForEachPart) {
  const std::string html = report_of({{reported(trace_from_text(two_workers))}});
  EXPECT_THAT(texts_of(html, "title"), Contains("t.gus – Gusset report"));
  EXPECT_THAT(texts_of(html, "h1"), ElementsAre("t.gus"));
  EXPECT_THAT(texts_of(html, "h2"),
              ElementsAre("What costs time", "Timeline", "Types and workers", "Where the workers' time went",
                          "Critical path", "Task graph", "About the trace"));
  EXPECT_THAT(texts_of(html, "h3"), ElementsAre());
}

TEST(HtmlReport, TracesThatDidNotRunLeaveTheOthersInPlace) {
  const SharedTrace graph = std::make_shared<const traces::Trace>();
  const SharedTrace ran = trace_from_text(two_workers);
  Report both{{reported(graph, "graph.dot"), reported(ran)}};
  both.figure.side_by_side = traces::SideBySide{{{1.0, 3'000.0}, {2.0, 0.0}}, {500, 0}, 12'000};
  Report one{{reported(ran)}};
  one.figure.side_by_side = traces::SideBySide{{{2.0, 0.0}}, {0}, 12'000};
  const auto picture = timeline_picture(both);
  ASSERT_TRUE(picture.ok()) << picture.error().message();
  EXPECT_EQ(picture->svg, timeline_picture(one)->svg);
}

TEST(HtmlReport, HasTheVerdictWithItsCommands) {
  const std::string html = report_of({{reported(trace_from_text(two_workers))}});
  EXPECT_THAT(texts_of(html, "li"), Contains(HasSubstr("too few tasks")));
  EXPECT_THAT(texts_of(html, "code"), Contains("gusset stats folder/t.gus"));
}

// The texts of the elements with a class, in order.
std::vector<std::string> texts_of_class(const std::string& html, const std::string& name) {
  std::vector<std::string> texts;
  for (const SvgElement& element : elements_of(html)) {
    const auto found = element.attributes.find("class");
    if (found != element.attributes.end() && found->second == name) texts.push_back(element.text);
  }
  return texts;
}

TEST(HtmlReport, BeginsWithTheHeadlineOfGussetReport) {
  const SharedTrace trace = trace_from_text(two_workers);
  const auto headline = traces::verdict(*trace).headline;
  ASSERT_TRUE(headline.has_value());
  const std::string html = report_of({{reported(trace)}});
  EXPECT_THAT(texts_of_class(html, "figure"), ElementsAre(headline->figure));
  EXPECT_THAT(texts_of_class(html, "cause"), ElementsAre(headline->cause));
  EXPECT_THAT(texts_of_class(html, "badge"), ElementsAre(traces::rating_text(headline->rating)));
  EXPECT_THAT(texts_of(html, "p"), Contains(headline->reason));
  EXPECT_LT(html.find("class=\"headline\""), html.find("class=\"lead\""));
}

TEST(HtmlReport, SeveralTracesHaveTheirHeadlinesOnTop) {
  const std::string html = report_of({{reported(trace_from_text(two_workers), "a.gus"),
                                       reported(trace_from_text("aaaa\nbbbb\n"), "b.gus")}});
  EXPECT_THAT(texts_of_class(html, "name"), ElementsAre("a.gus", "b.gus"));
  EXPECT_THAT(texts_of_class(html, "figure"), ElementsAre("25.0 %", "100.0 %"));
  EXPECT_LT(html.rfind("class=\"headline\""), html.find("<h2>"));
}

TEST(HtmlReport, ShowsWhatASearchHasShown) {
  ReportedTrace searched = reported(trace_from_text(two_workers));
  searched.headline = traces::verdict(*searched.panel.trace).headline;
  searched.headline->search = "14.3 % can be saved";
  EXPECT_THAT(texts_of_class(report_of({{searched}}), "badge"), ElementsAre("14.3 % can be saved"));
}

TEST(HtmlReport, TraceWithoutAFileIsNamedOnlyByItsName) {
  ReportedTrace found = reported(trace_from_text(two_workers), "found schedule: 2 workers");
  found.file.clear();
  const std::string html = report_of({{found}});
  EXPECT_THAT(texts_of(html, "code"), Contains("gusset stats T.gus"));
  EXPECT_THAT(texts_of(html, "dt"), ::testing::Not(Contains("File")));
}

TEST(HtmlReport, IncompleteRunHasNoHeadline) {
  auto trace = std::make_shared<traces::Trace>(*trace_from_text(two_workers));
  trace->metadata.incomplete = true;
  EXPECT_THAT(texts_of_class(report_of({{reported(trace)}}), "headline"), ElementsAre());
}

TEST(HtmlReport, EachPictureHasADescription) {
  const std::string html = report_of({{reported(trace_from_text(on_two_nodes))}});
  std::size_t pictures = 0;
  for (const SvgElement& element : elements_of(html)) {
    if (element.name != "svg") continue;
    ++pictures;
    EXPECT_EQ(element.attributes.at("role"), "img");
    EXPECT_NE(element.attributes.at("aria-label"), "");
  }
  EXPECT_EQ(pictures, 3u) << "timeline, graph and messages";
  EXPECT_THAT(html, HasSubstr("Task graph: measured: 2 tasks, longest path 2 tasks."));
  EXPECT_THAT(html, HasSubstr("Matrix of the payload that each of 2 nodes sent to each other node"));
}

TEST(HtmlReport, NeedsNoNetwork) {
  const std::string html = report_of({{reported(trace_from_text(on_two_nodes))}});
  for (const char* loads : {"src=", "href=", "url(", "@import", "<script", "<link", "<iframe"})
    EXPECT_THAT(html, Not(HasSubstr(loads)));
  std::size_t addresses = 0;
  for (std::size_t at = html.find("://"); at != std::string::npos; at = html.find("://", at + 1)) {
    EXPECT_EQ(html.substr(at - 4, 30), "http://www.w3.org/2000/svg\" wi") << "only the name space of SVG";
    ++addresses;
  }
  EXPECT_EQ(addresses, 3u);
}

TEST(HtmlReport, EscapesEveryName) {
  const std::string attack = "</title><script>alert(\"1\")</script>&amp;`'";
  auto trace = std::make_shared<traces::Trace>(*trace_from_text(on_two_nodes));
  for (std::string& type : trace->types) type = attack + type;
  for (traces::Node& node : trace->nodes) node.name = attack;
  for (traces::Worker& worker : trace->workers) worker.name = attack;
  for (std::string& handle : trace->handles.name) handle = attack;
  traces::Metadata& metadata = trace->metadata;
  metadata.program = metadata.host = metadata.cpu = metadata.compiler = metadata.runtime = attack;
  metadata.date = attack;
  metadata.command = {attack, attack};
  metadata.notes = {attack + "\n\x1b\xff"};
  Report report{{reported(trace, attack), reported(trace, attack)}};
  report.marks = {{5, attack}};
  const std::string html = report_of(report);
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  const auto elements = elements_of(html);
  EXPECT_EQ(std::count_if(elements.begin(), elements.end(),
                          [](const SvgElement& element) { return element.name == "script"; }),
            0);
  EXPECT_THAT(texts_of(html, "h1"), ElementsAre(attack + " and " + attack));
  EXPECT_THAT(texts_of(html, "td"), Contains(attack)) << "the mark's note";
}

TEST(HtmlReport, ListsMarksOnlyIfThereAreAny) {
  Report report{{reported(trace_from_text(two_workers))}};
  EXPECT_THAT(texts_of(report_of(report), "h2"), Not(Contains("Marks")));
  report.marks = {{1'500, "the second task waits"}, {2'000, ""}};
  const std::string html = report_of(report);
  EXPECT_THAT(texts_of(html, "h2"), Contains("Marks"));
  EXPECT_THAT(texts_of(html, "td"), Contains("the second task waits"));
  EXPECT_THAT(texts_of(html, "th"), Contains("1.50 µs"));
}

TEST(HtmlReport, ComparesEachFurtherTraceWithTheFirst) {
  const SharedTrace a = trace_from_text(two_workers);
  const SharedTrace b = trace_from_text("aaaaaa\n..bb\n");
  const std::string html = report_of({{reported(a, "a.gus"), reported(b, "b.gus"), reported(a, "c.gus")}});
  EXPECT_THAT(texts_of(html, "h1"), ElementsAre("a.gus, b.gus and c.gus"));
  EXPECT_THAT(texts_of(html, "h2"),
              ElementsAre("From A, a.gus, to B, b.gus", "From A, a.gus, to B, c.gus", "Timeline",
                          "A, a.gus, and B, b.gus, in figures", "A, a.gus, and B, c.gus, in figures", "a.gus",
                          "b.gus", "c.gus"));
  EXPECT_THAT(texts_of(html, "h3"), Contains("What costs time").Times(3));
}

TEST(HtmlReport, ShowsNestedTasksIfThereAreAny) {
  auto trace = std::make_shared<traces::Trace>(*trace_from_text("aaaabb"));
  trace->recorded.parents = true;
  trace->tasks.parent = {traces::TaskId(), traces::TaskId(0)};
  const std::string html = report_of({{reported(trace)}});
  EXPECT_THAT(texts_of(html, "h2"), Contains("Nested tasks"));
  EXPECT_THAT(html, HasSubstr("Flame graph of 2 tasks, nested up to 2 deep."));
  EXPECT_THAT(texts_of(html, "th"), Contains("  b"));
}

TEST(HtmlReport, GraphWithoutTimesHasNoTimeline) {
  auto trace = std::make_shared<traces::Trace>(*trace_from_text("ab\nb1: after a1\n"));
  for (traces::Lane& lane : trace->lanes) lane.spans = {};
  const std::string html = report_of({{reported(trace)}});
  EXPECT_THAT(texts_of(html, "p"), Contains(HasSubstr("a graph of 2 tasks that has not run")));
  EXPECT_THAT(texts_of(html, "h2"), AllOf(Contains("Task graph"), Not(Contains("Critical path"))));
}

// One task before many others.
SharedTrace wide_graph(std::size_t others) {
  auto trace = std::make_shared<traces::Trace>();
  trace->types = {"task"};
  trace->recorded.dependencies = true;
  trace->tasks.type.assign(others + 1, traces::TypeId(0));
  for (std::size_t i = 1; i <= others; ++i)
    trace->dependencies.push_back({traces::TaskId(0), traces::TaskId(i)});
  return trace;
}

TEST(HtmlReport, WideGraphShrinksToThePageWhileItsNamesCanBeRead) {
  const auto picture_of = [](const SharedTrace& trace) {
    return graph_picture(reported(trace), traces::TaskGraph(*trace)).value();
  };
  constexpr int page = 1120;
  const auto drawn_width = [](const ReportPicture& picture) {
    return std::stoi(read_svg(picture.svg).front().attributes.at("width"));
  };
  const ReportPicture wide = picture_of(wide_graph(16));
  EXPECT_GT(drawn_width(wide), page);
  EXPECT_LT(wide.min_width, page);
  EXPECT_THAT(wide.caption, Not(HasSubstr("Scroll")));
  const SharedTrace graph = wide_graph(60);
  const ReportPicture too_wide = picture_of(graph);
  EXPECT_GT(too_wide.min_width, page);
  EXPECT_THAT(too_wide.caption, HasSubstr("Scroll sideways to see all of the graph."));
  const std::string html = report_of({{reported(graph)}});
  EXPECT_THAT(html, HasSubstr("<div class=\"picture\" style=\"--min-width: " +
                              std::to_string(too_wide.min_width) + "px\"><svg"));
  EXPECT_THAT(html, HasSubstr("max-width: 100%; min-width: var(--min-width, 700px);"));
}

TEST(HtmlReport, EmptyTraceIsReported) {
  EXPECT_THAT(texts_of(report_of({{reported(std::make_shared<traces::Trace>())}}), "li"),
              Contains(StartsWith("No task ran.")));
}

TEST(HtmlReport, FailsWithoutATrace) {
  const auto html = html_report({});
  ASSERT_FALSE(html.ok());
  EXPECT_EQ(html.error().message(), "report: expected at least one trace, found none");
}

TEST(HtmlReport, SizeDoesNotGrowWithTheNumberOfTasks) {
  testing::Shape shape;
  shape.spans_per_lane = 20'000;
  const std::string many = report_of({{reported(testing::random_trace(shape))}});
  shape.spans_per_lane = 200'000;
  const std::string more = report_of({{reported(testing::random_trace(shape))}});
  EXPECT_LT(static_cast<double>(more.size()), 1.1 * static_cast<double>(many.size()));
}

TEST(HtmlReport, SameContentGivesSameBytes) {
  const Report report{{reported(trace_from_text(on_two_nodes))}};
  EXPECT_EQ(report_of(report), report_of(report));
}

TEST(HtmlReport, ColoursHaveCounterpartsOnDarkScreensAndPaperStaysWhite) {
  const std::string html = report_of({{reported(trace_from_text(two_workers))}});
  EXPECT_THAT(html, HasSubstr("  [fill=\"#ffffff\"] { fill: #1c2129; }"));
  EXPECT_THAT(html, HasSubstr("@media screen and (prefers-color-scheme: dark) {\n  [fill=\"#"));
  EXPECT_THAT(html, Not(HasSubstr("@media (prefers-color-scheme"))) << "would apply to paper too";
}

TEST(DarkPictureRules, CoverFillsAndStrokesOfElementsOnce) {
  EXPECT_EQ(dark_picture_rules("<path fill=\"none\" stroke=\"#000000\"/><path fill=\"#ffffff\"/>"
                               "<path fill=\"#ffffff\"/><p>fill=&quot;#123456&quot;</p>"),
            "@media screen and (prefers-color-scheme: dark) {\n"
            "  [fill=\"#ffffff\"] { fill: #1c2129; }\n"
            "  [stroke=\"#000000\"] { stroke: #ffffff; }\n"
            "}\n");
  EXPECT_EQ(dark_picture_rules("<p>no picture</p>"), "");
}

TEST(HtmlSentence, WordsBetweenBackticksAreCode) {
  EXPECT_EQ(html_sentence("`a<b` took `long`."), "<code>a&lt;b</code> took <code>long</code>.");
  EXPECT_EQ(html_sentence("one ` only"), "one ` only");
}

TEST(Html, TableLeavesOutRowsBeyondTheLimitAndHiddenColumns) {
  traces::Table table{.noun = "type", .columns = {{"type"}, {"", traces::Table::Kind::count, "number"}}};
  for (std::size_t i = 0; i < max_report_rows + 3; ++i)
    table.rows.push_back({{"row " + std::to_string(i), i}});
  table.rows.push_back({.cells = {"(sum)", 7}, .is_total = true});
  Html html;
  html.table(table);
  EXPECT_THAT(html.text(), HasSubstr("<th scope=\"row\">row 63</th>"));
  EXPECT_THAT(html.text(), Not(HasSubstr("row 64")));
  EXPECT_THAT(html.text(), HasSubstr("<tr class=\"total\"><th scope=\"row\">(sum)</th></tr>"));
  EXPECT_THAT(html.text(), EndsWith("<p class=\"note\">… and 3 more types</p>\n"));
  EXPECT_THAT(html.text(), Not(HasSubstr("<td>")));
}

TEST(Html, HistogramHasBars) {
  traces::Table table{.noun = "bar",
                      .columns = {{"from"}, {"tasks", traces::Table::Kind::count, "count"}},
                      .rows = {{{"0", 10}}, {{"1", 5}}},
                      .bars = 1};
  Html html;
  html.table(table);
  EXPECT_THAT(html.text(), HasSubstr("<td class=\"bar\"><span style=\"width:100%\"></span></td>"));
  EXPECT_THAT(html.text(), HasSubstr("<td class=\"bar\"><span style=\"width:50%\"></span></td>"));
}

}  // namespace
}  // namespace gusset::paper
