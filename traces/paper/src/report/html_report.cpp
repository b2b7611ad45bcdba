#include "gusset/traces/paper/report/html_report.hpp"

#include <deque>
#include <optional>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/causes/message_idle.hpp"
#include "gusset/traces/analysis/compare/compare.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/analysis/time/flame_graph.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/comparison_answer.hpp"
#include "gusset/traces/answers/critical_path_answer.hpp"
#include "gusset/traces/answers/flame_answer.hpp"
#include "gusset/traces/answers/idle_answer.hpp"
#include "gusset/traces/answers/info_answer.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "gusset/traces/model/names.hpp"
#include "html.hpp"
#include "report_pictures.hpp"
#include "report_style.hpp"

namespace gusset::paper {
namespace {

using traces::CriticalPathAnalysis;
using traces::Table;
using traces::Trace;

Table mark_table(const std::vector<traces::Mark>& marks) {
  Table table{.noun = "mark",
              .columns = {{"time", Table::Kind::duration, "time_ns"}, {"note", Table::Kind::text, "note"}}};
  for (const traces::Mark& mark : marks) table.rows.push_back({{mark.time_ns, mark.note}});
  return table;
}

void add_facts(Html& html, const ReportedTrace& reported) {
  const traces::Metadata& metadata = reported.panel.trace->metadata;
  html.facts({{"File", reported.file},
              {"Origin", traces::origin_name(metadata.origin)},
              {"Program", metadata.program},
              {"Command", traces::command_text(metadata)},
              {"Runtime", metadata.runtime},
              {"Compiler", metadata.compiler},
              {"Host", metadata.host},
              {"Processor", metadata.cpu},
              {"Date", metadata.date}});
}

traces::VerdictOptions options_of(const ReportedTrace& reported) {
  traces::VerdictOptions options;
  if (!reported.file.empty()) options.file = reported.file;
  return options;
}

// What a report says about one trace. Headings begin at `level`.
class TraceSections {
 public:
  TraceSections(Html& html, const ReportedTrace& reported, int level)
      : html_(html),
        reported_(reported),
        trace_(*reported.panel.trace),
        graph_(trace_),
        level_(level),
        statistics_(traces::compute_statistics(trace_)),
        ran_(statistics_.tasks > 0 && statistics_.busy_ns > 0),
        limit_(traces::bound_limit(trace_, trace_.tasks.size())),
        verdict_(traces::verdict(trace_, options_of(reported))) {
    if (verdict_.headline && reported.headline) verdict_.headline = reported.headline;
    if (ran_ && graph_.known() && !limit_) path_ = traces::critical_path_analysis(trace_, graph_);
    std::optional<std::int64_t> bound_ns;
    if (has_path()) bound_ns = path_.bound.length_ns;
    info_ = traces::info_answer({trace_, statistics_, bound_ns, limit_},
                                reported.file.empty() ? reported.name : reported.file);
  }

  /// The headline of a complete run. `name` is empty if there is only one trace.
  void add_headline(std::string_view name) {
    if (verdict_.headline) html_.headline(*verdict_.headline, name);
  }

  void add_summary() {
    html_.paragraph(info_.verdict.findings.front().sentence, "lead");
    for (const std::string& note : info_.notes) html_.paragraph("Note: " + note, "note");
    html_.heading(level_, "What costs time");
    html_.findings(verdict_);
  }

  Result<Done> add_details() {
    if (!info_.tables.empty()) html_.heading(level_, "Types and workers");
    html_.tables(info_.tables);
    if (ran_) {
      const traces::IdleTime idle = traces::idle_time(trace_, graph_, pairs_);
      add("Where the workers' time went", traces::idle_answer(trace_, idle, pairs_));
    }
    if (ran_) add_nested();
    if (has_path()) add("Critical path", traces::critical_path_answer(trace_, path_));
    const auto graph = graph_picture(reported_, graph_);
    if (!graph) return graph.error();
    add("Task graph", *graph);
    add("Messages between nodes", message_picture(trace_, pairs_));
    html_.heading(level_, "About the trace");
    add_facts(html_, reported_);
    return Done{};
  }

 private:
  bool has_path() const { return path_.state == CriticalPathAnalysis::State::known; }

  void add_nested() {
    const traces::FlameGraph graph = traces::flame_graph(trace_);
    const ReportPicture picture = flame_picture(trace_, graph);
    if (picture.svg.empty()) return;
    add("Nested tasks", picture);
    const traces::Answer answer = traces::flame_answer(trace_, graph);
    html_.findings(answer.verdict);
    html_.tables(answer.tables);
  }

  void add(const char* heading, const traces::Answer& answer) {
    html_.heading(level_, heading);
    html_.findings(answer.verdict);
    html_.tables(answer.tables);
  }
  void add(const char* heading, const ReportPicture& picture) {
    if (picture.svg.empty()) return;
    html_.heading(level_, heading);
    html_.picture(picture.svg, picture.caption, picture.min_width);
  }

  Html& html_;
  const ReportedTrace& reported_;
  const Trace& trace_;
  traces::TaskGraph graph_;
  int level_;
  traces::Statistics statistics_;
  bool ran_;
  std::optional<std::uint64_t> limit_;
  traces::Verdict verdict_;
  CriticalPathAnalysis path_;
  std::vector<traces::MessageIdle> pairs_;
  traces::Answer info_;
};

Result<Done> add_timeline(Html& html, const Report& report) {
  const auto timeline = timeline_picture(report);
  if (!timeline) return timeline.error();
  if (!timeline->svg.empty()) {
    html.heading(2, "Timeline");
    html.picture(timeline->svg, timeline->caption);
  }
  if (!report.marks.empty()) {
    html.heading(2, "Marks");
    html.table(mark_table(report.marks));
  }
  return Done{};
}

traces::Answer comparison_of(const Trace& a, const Trace& b) {
  const traces::Comparison comparison = traces::compare(a, b);
  return traces::comparison_answer(a, b, comparison, traces::comparison_causes(a, b, comparison));
}

// Says how each further trace differs from the first, then what each trace shows.
Result<Done> add_several(Html& html, const Report& report) {
  const ReportedTrace& first = report.traces.front();
  std::deque<TraceSections> sections;
  html.markup("<div class=\"headlines\">\n");
  for (const ReportedTrace& reported : report.traces) {
    sections.emplace_back(html, reported, 3);
    sections.back().add_headline(reported.name);
  }
  html.markup("</div>\n");
  std::vector<traces::Answer> comparisons;
  for (std::size_t i = 1; i < report.traces.size(); ++i) {
    const ReportedTrace& other = report.traces[i];
    comparisons.push_back(comparison_of(*first.panel.trace, *other.panel.trace));
    html.heading(2, "From A, " + first.name + ", to B, " + other.name);
    html.findings(comparisons.back().verdict);
  }
  if (auto done = add_timeline(html, report); !done) return done;
  for (std::size_t i = 1; i < report.traces.size(); ++i) {
    html.heading(2, "A, " + first.name + ", and B, " + report.traces[i].name + ", in figures");
    html.tables(comparisons[i - 1].tables);
  }
  for (std::size_t i = 0; i < report.traces.size(); ++i) {
    html.heading(2, report.traces[i].name);
    sections[i].add_summary();
    if (auto done = sections[i].add_details(); !done) return done;
  }
  return Done{};
}

Result<Done> add_one(Html& html, const Report& report) {
  TraceSections sections(html, report.traces.front(), 2);
  sections.add_headline({});
  sections.add_summary();
  if (auto done = add_timeline(html, report); !done) return done;
  return sections.add_details();
}

std::string title_of(const Report& report) {
  std::string title = report.traces.front().name;
  for (std::size_t i = 1; i < report.traces.size(); ++i)
    title += (i + 1 == report.traces.size() ? " and " : ", ") + report.traces[i].name;
  return title;
}

}  // namespace

Result<std::string> html_report(const Report& report) {
  if (report.traces.empty()) return Error{"report", "at least one trace", "none"};
  const std::string title = title_of(report);
  Html html;
  html.heading(1, title);
  const auto done = report.traces.size() == 1 ? add_one(html, report) : add_several(html, report);
  if (!done) return done.error();
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" +
         html_text(title) + " – Gusset report</title>\n<style>" + report_style +
         dark_picture_rules(html.text()) + "</style>\n</head>\n<body>\n<main>\n" + html.text() +
         "</main>\n</body>\n</html>\n";
}

}  // namespace gusset::paper
