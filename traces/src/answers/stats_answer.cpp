#include "gusset/traces/answers/stats_answer.hpp"

#include <algorithm>
#include <array>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/answers/answer_json.hpp"
#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

using Kind = Table::Kind;

constexpr std::array<std::string_view, 5> group_names{"type", "worker", "node", "level", "attribute"};

// The columns number, name and share precede those of the distribution.
constexpr std::size_t first_of_distribution = 3;

std::vector<Cell> row_cells(Cell number, std::string name, double share, const Distribution& d) {
  const auto if_any = [&](auto value) { return d.count > 0 ? Cell(value) : Cell(); };
  return {std::move(number), std::move(name),     share,
          d.count,           d.total_ns,          if_any(d.mean_ns),
          if_any(d.min_ns),  if_any(d.median_ns), if_any(d.p95_ns),
          if_any(d.p99_ns),  if_any(d.max_ns),    if_any(d.deviation_ns)};
}

Table histogram_table(const TaskStatistics& statistics) {
  Table table{.noun = "bar",
              .columns = {{"duration from", Kind::duration, "from_ns"},
                          {"", Kind::duration, "to_ns"},
                          {"count", Kind::count, "count"}},
              .bars = 2};
  for (const HistogramBin& bin : statistics.histogram)
    table.rows.push_back({{bin.from_ns, bin.to_ns, bin.count}});
  return table;
}

std::string sentence(const TaskStatistics& statistics, const StatsQuestion& question, std::uint64_t tasks) {
  const Distribution& all = statistics.all;
  if (all.count == 0) {
    if (!question.is_of_all()) return "No matching task ran.";
    return is_graph_only(tasks, 0) ? "No task ran: this is " + graph_only_text(tasks) + "." : "No task ran.";
  }
  const std::string text = count_text(all.count, "task") + " took " + duration_text_ns(all.total_ns) +
                           " in all: median " + duration_text_ns(all.median_ns) + ", 95 % at most " +
                           duration_text_ns(all.p95_ns) + ", longest " + duration_text_ns(all.max_ns) + ".";
  if (statistics.groups.size() < 2 || all.total_ns == 0) return text;
  const auto heaviest = std::max_element(
      statistics.groups.begin(), statistics.groups.end(),
      [](const auto& a, const auto& b) { return a.durations.total_ns < b.durations.total_ns; });
  const bool is_place = question.by == GroupBy::worker || question.by == GroupBy::node;
  const std::string key = question.by == GroupBy::attribute ? "with " + question.attribute + " " : "";
  return text + " The largest part, " + percent_text(heaviest->share) + ", was " + key + heaviest->name +
         (is_place ? "'s." : ".");
}

}  // namespace

std::string_view group_name(GroupBy by) {
  return group_names.at(static_cast<std::size_t>(by));
}

std::string StatsQuestion::key() const {
  return by == GroupBy::attribute ? attribute : std::string(group_name(by));
}

Table stats_table(const TaskStatistics& statistics, GroupBy by, const std::string& attribute) {
  const std::string key = by == GroupBy::attribute ? attribute : std::string(group_name(by));
  const std::string own = "a task's own running time, without tasks that ran within it and without waits";
  Table table{.noun = by == GroupBy::attribute ? "value" : key,
              .columns = {{"", Kind::count, "number"},
                          {key, Kind::text, "name"},
                          {"share", Kind::share, "share"},
                          {"count", Kind::count, "count"},
                          {"total", Kind::duration, "total_ns", own},
                          {"mean", Kind::duration, "mean_ns", own},
                          {"", Kind::duration, "min_ns"},
                          {"median", Kind::duration, "median_ns", own},
                          {"p95", Kind::duration, "p95_ns", "95 % of the tasks took at most this long"},
                          {"p99", Kind::duration, "p99_ns", "99 % of the tasks took at most this long"},
                          {"max", Kind::duration, "max_ns", own},
                          {"deviation", Kind::duration, "deviation_ns", "the standard deviation"}}};
  const Distribution& all = statistics.all;
  table.rows.push_back(
      {.cells = row_cells(Cell(), "all tasks", all.total_ns > 0 ? 1.0 : 0.0, all), .is_total = true});
  for (const TaskGroupStatistics& group : statistics.groups)
    table.rows.push_back({row_cells(group.number, group.name, group.share, group.durations)});
  return table;
}

Table cache_table(const std::vector<TypeCacheMisses>& misses) {
  Table table{.noun = "type",
              .columns = {{"missed in caches", Kind::text, "name"},
                          {"count", Kind::count, "count"},
                          {"L2", Kind::bytes, "l2_missing_bytes", "bytes that were not in the worker's L2"},
                          {"L3", Kind::bytes, "l3_missing_bytes", "bytes that came from memory"}}};
  for (const TypeCacheMisses& each : misses)
    table.rows.push_back({{each.type, each.tasks, each.l2_bytes, each.l3_bytes}});
  return table;
}

Answer stats_answer(const TaskStatistics& statistics, const StatsQuestion& question, std::uint64_t tasks,
                    const std::vector<TypeCacheMisses>& misses) {
  Answer answer;
  answer.verdict.add(sentence(statistics, question, tasks));
  if (statistics.all.count == 0 && question.is_of_all()) return answer;
  answer.tables.push_back(stats_table(statistics, question.by, question.attribute));
  if (!statistics.histogram.empty()) answer.tables.push_back(histogram_table(statistics));
  if (!misses.empty()) answer.tables.push_back(cache_table(misses));
  return answer;
}

std::string stats_json(const TaskStatistics& statistics, const StatsQuestion& question,
                       const std::vector<TypeCacheMisses>& misses) {
  const Table table = stats_table(statistics, question.by, question.attribute);
  Json json = answer_document("stats", question.file);
  json["by"] = question.key();
  json["from"] = text_or_null(question.from);
  json["to"] = text_or_null(question.to);
  json["where"] = text_or_null(question.where);
  json["all"] = row_json(table, table.rows.front(), first_of_distribution);
  json["groups"] = rows_json(table);
  json["histogram"] = rows_json(histogram_table(statistics));
  if (!misses.empty()) json["caches"] = rows_json(cache_table(misses));
  return document_text(json);
}

}  // namespace gusset::traces
