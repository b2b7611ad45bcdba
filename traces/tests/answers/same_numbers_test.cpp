// The same number looks the same in the sentences, the tables and the documents of all answers.
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include <nlohmann/json.hpp>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/answers/efficiency_answer.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "gusset/traces/answers/info_answer.hpp"
#include "gusset/traces/answers/stats_answer.hpp"
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

struct Said {
  Answer answer;
  std::string json;
};

std::vector<Said> all_answers(const Trace& trace) {
  const TaskGraph graph(trace);
  const Statistics statistics = compute_statistics(trace);
  const auto bound = critical_bound(trace, graph);
  const TraceTotals totals{trace, statistics, bound ? std::optional(bound->length_ns) : std::nullopt};
  const IdleTime idle = idle_time(trace, graph);
  const Efficiency used = efficiency(trace);
  const auto spread = task_statistics(trace);
  const StatsQuestion question{"t.gus", GroupBy::type, "", "", ""};
  const VerdictOptions options{"t.gus", nullptr, ""};
  const Verdict found = verdict(trace, options);
  return {{{found}, report_json(trace, found, options)},
          {info_answer(totals, "t.gus"), info_json(totals, "t.gus")},
          {idle_answer(trace, idle), idle_json(trace, idle, "t.gus")},
          {efficiency_answer(trace, used, {}), efficiency_json(used, {}, "t.gus", "")},
          {stats_answer(*spread, question, trace.tasks.size()), stats_json(*spread, question)}};
}

// Durations, sizes and shares in a text, with their units.
std::vector<std::string> numbers_in(const std::string& text) {
  static const std::regex number("-?[0-9]+(?:\\.[0-9]+)? (?:%|s|ms|µs|ns|B|kB|MB|GB)(?![a-z])");
  return {std::sregex_token_iterator(text.begin(), text.end(), number), {}};
}

// The number as the formatter writes what it reads.
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

void expect_formatted(const std::string& text) {
  for (const std::string& number : numbers_in(text))
    EXPECT_TRUE(number == "95 %" || is_as_formatted(number)) << number << " in: " << text;
}

TEST(SameNumbers, LookTheSameInSentencesTablesAndTargets) {
  for (const std::shared_ptr<const Trace>& trace : five_traces()) {
    for (const Said& said : all_answers(*trace)) {
      for (const Finding& finding : said.answer.verdict.findings) {
        expect_formatted(finding.sentence);
        for (const FindingTarget& target : finding.targets) expect_formatted(target.text);
      }
      for (const Table& table : said.answer.tables) {
        expect_formatted(table.remark);
        for (const Table::Row& row : table.rows) {
          for (std::size_t i = 0; i < row.cells.size(); ++i)
            expect_formatted(cell_text(table.columns[i].kind, row.cells[i]));
        }
      }
    }
  }
}

// What a program reads from the document is what the table shows.
TEST(SameNumbers, OfADocumentAreThoseOfTheTable) {
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
