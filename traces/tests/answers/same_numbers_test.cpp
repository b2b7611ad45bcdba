// The same number looks the same in the sentences, the tables and the documents of all answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include <nlohmann/json.hpp>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/answers/check_answer.hpp"
#include "gusset/traces/answers/comparison_answer.hpp"
#include "gusset/traces/answers/critical_path_answer.hpp"
#include "gusset/traces/answers/efficiency_answer.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "gusset/traces/answers/info_answer.hpp"
#include "gusset/traces/answers/speedup_answer.hpp"
#include "gusset/traces/answers/stats_answer.hpp"
#include "gusset/traces/answers/why_answer.hpp"
#include "random_trace.hpp"
#include "text_trace.hpp"

namespace gusset::traces {
namespace {

std::vector<std::shared_ptr<const Trace>> five_traces() {
  return {testing::trace_from_text("aaaabb..aa\nbb........", 1234),
          testing::trace_from_text("aa....bb", 1'000'001),
          testing::random_trace({.seed = 1, .tasks = 300, .nodes = 1}),
          testing::random_trace({.seed = 2, .tasks = 300, .nodes = 3}),
          testing::random_trace({.seed = 3, .tasks = 40, .nodes = 2})};
}

struct AnswerAndDocument {
  Answer answer;
  std::string json;
};

// A prediction with the trace's own work and path.
SpeedupCurve curve_of(const Trace& trace, const Statistics& statistics, const TaskGraph& graph) {
  SpeedupCurve curve;
  curve.excludes = has_exclusive_groups(graph);
  curve.work_s = seconds(statistics.busy_ns);
  const auto bound = critical_bound(trace, graph);
  curve.span_s = bound ? seconds(bound->length_ns) : 0.0;
  for (const unsigned threads : {1U, 3U, 8U}) {
    const double makespan_s = brent_makespan_s(*curve.work_s, *curve.span_s, threads);
    curve.points.push_back({threads, makespan_s, 0.9 * makespan_s, 1.1 * makespan_s});
  }
  return curve;
}

TaskId last_task(const TaskTimes& times) {
  return TaskId(static_cast<std::size_t>(std::ranges::max_element(times.end_ns) - times.end_ns.begin()));
}

// The answers to all ten questions. `other` is the trace to compare with.
std::vector<AnswerAndDocument> all_answers(const Trace& trace, const Trace& other) {
  const TaskGraph graph(trace);
  const Statistics statistics = compute_statistics(trace);
  const auto bound = critical_bound(trace, graph);
  const TraceTotals totals{trace, statistics, bound ? std::optional(bound->length_ns) : std::nullopt};
  const IdleTime idle = idle_time(trace, graph);
  const Efficiency used = efficiency(trace, &other);
  const auto spread = task_statistics(trace);
  const StatsQuestion question{"t.gus", GroupBy::type, "", "", ""};
  const VerdictOptions options{"t.gus", &other, "u.gus"};
  const Verdict found = verdict(trace, options);
  const CriticalPathAnalysis path = critical_path_analysis(trace, graph);
  const TaskId last = last_task(task_times(trace));
  const WhyAnalysis steps{why(trace, graph, last, 5), graph.known()};
  const Comparison comparison = compare(trace, other);
  const ComparisonCauses causes = comparison_causes(trace, other, comparison);
  const CheckResult checked = check(trace);
  const SpeedupCurve curve = curve_of(trace, statistics, graph);
  return {{{found}, report_json(trace, found, options)},
          {info_answer(totals, "t.gus"), info_json(totals, "t.gus")},
          {stats_answer(*spread, question, trace.tasks.size()), stats_json(*spread, question)},
          {idle_answer(trace, idle), idle_json(trace, idle, "t.gus")},
          {efficiency_answer(trace, used, {}), efficiency_json(used, {}, "t.gus", "u.gus")},
          {critical_path_answer(trace, path), critical_path_json(trace, path, "t.gus")},
          {why_answer(trace, steps), why_json(trace, {last, 1, {}}, steps, "t.gus")},
          {comparison_answer(trace, other, comparison, causes),
           comparison_json(trace, "t.gus", other, "u.gus", comparison, causes)},
          {check_answer(trace, checked, "t.gus"), check_json(trace, checked, "t.gus")},
          {speedup_answer(curve), speedup_json(curve, "t.gus", "locality", 10)}};
}

// Durations, sizes and shares in a text, with their units.
std::vector<std::string> numbers_in(const std::string& text) {
  static const std::regex number("-?[0-9]+(?:\\.[0-9]+)? (?:%|s|ms|µs|ns|B|kB|MB|GB)(?![a-z])");
  return {std::sregex_token_iterator(text.begin(), text.end(), number), {}};
}

// Whether the number is formatted as the formatter would write its value.
bool is_as_formatted(const std::string& number) {
  const std::size_t blank = number.find(' ');
  const double value = std::stod(number.substr(0, blank));
  const std::string unit = number.substr(blank + 1);
  if (unit == "%") return percent_text(value / 100.0) == number || number == "99.9 %" || number == "0.1 %";
  for (const auto& [name, size] : {std::pair("s", 1.0), {"ms", 1e-3}, {"µs", 1e-6}, {"ns", 1e-9}}) {
    if (unit == name)
      return duration_text(value * size) == number ||
             duration_text_ns(std::llround(value * size * 1e9)) == number;
  }
  for (const auto& [name, size] : {std::pair("B", 1.0), {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}}) {
    if (unit == name) return bytes_text(value * size) == number;
  }
  return false;
}

// Numbers that belong to the wording: the percentile p95, and the tolerance for divergence.
bool is_part_of_the_wording(const std::string& number) {
  return number == "95 %" || number == "1 %";
}

void expect_formatted(const std::string& text) {
  for (const std::string& number : numbers_in(text))
    EXPECT_TRUE(is_part_of_the_wording(number) || is_as_formatted(number)) << number << " in: " << text;
}

TEST(SameNumbers, LookTheSameInSentencesTablesAndTargets) {
  const auto traces = five_traces();
  for (std::size_t i = 0; i < traces.size(); ++i) {
    for (const AnswerAndDocument& each : all_answers(*traces[i], *traces[(i + 1) % traces.size()])) {
      EXPECT_FALSE(each.answer.verdict.findings.empty());
      EXPECT_TRUE(nlohmann::json::accept(each.json));
      for (const Finding& finding : each.answer.verdict.findings) {
        expect_formatted(finding.sentence);
        for (const FindingTarget& target : finding.targets) expect_formatted(target.text);
      }
      for (const Table& table : each.answer.tables) {
        expect_formatted(table.remark);
        for (const Table::Row& row : table.rows) {
          for (std::size_t column = 0; column < row.cells.size(); ++column)
            expect_formatted(cell_text(table.columns[column].kind, row.cells[column]));
        }
      }
    }
  }
}

// A program reads the same numbers from the document as the table shows.
TEST(SameNumbers, DocumentAndTableHaveTheSameNumbers) {
  for (const std::shared_ptr<const Trace>& trace : five_traces()) {
    const auto statistics = task_statistics(*trace);
    const Table table = stats_table(*statistics, GroupBy::type);
    const auto json = nlohmann::json::parse(stats_json(*statistics, {"t.gus", GroupBy::type, "", "", ""}));
    ASSERT_EQ(json.at("groups").size() + 1, table.rows.size());
    for (std::size_t row = 1; row < table.rows.size(); ++row) {
      for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const nlohmann::json& value = json.at("groups").at(row - 1).at(table.columns[i].key);
        const Cell read = value.is_string()           ? Cell(value.get<std::string>())
                          : value.is_number_integer() ? Cell(value.get<std::int64_t>())
                          : value.is_null()           ? Cell()
                                                      : Cell(value.get<double>());
        EXPECT_EQ(cell_text(table.columns[i].kind, read),
                  cell_text(table.columns[i].kind, table.rows[row].cells[i]));
      }
    }
  }
}

}  // namespace
}  // namespace gusset::traces
