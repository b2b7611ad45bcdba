#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "command.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "gusset/traces/model/graph_alone.hpp"
#include "gusset/traces/analysis/time/task_statistics.hpp"
#include "output/table.hpp"
#include "trace_arguments.hpp"
#include "output/trace_text.hpp"
#include "output/units.hpp"

namespace gusset::cli {
namespace {

struct StatsArguments : TraceArguments {
  std::string by = "type";
  std::string from;
  std::string to;
  std::string where;
};

// The longest bar of the histogram, in characters.
constexpr std::size_t bar_width = 50;

traces::GroupBy group_of(const std::string& by) {
  if (by == "type") return traces::GroupBy::type;
  if (by == "worker") return traces::GroupBy::worker;
  if (by == "node") return traces::GroupBy::node;
  if (by == "level") return traces::GroupBy::level;
  throw errors::bad_value("stats", "--by", "type, worker, node or level", by);
}

// Where no option left tasks out.
std::string nothing_ran_text(std::uint64_t tasks) {
  if (!traces::is_graph_alone(tasks, 0)) return "No task ran.\n";
  return "No task ran: this is " + traces::graph_alone_text(tasks) + ".\n";
}

std::string verdict(const traces::TaskStatistics& statistics, const StatsArguments& arguments) {
  const auto& all = statistics.all;
  if (all.count == 0) return "No task ran that fits.\n";
  std::string text = count_text(all.count, "task") + " took " + duration_text_ns(all.total_ns) +
                     " in all: half of them " + duration_text_ns(all.median_ns) + " or less, 95 % of them " +
                     duration_text_ns(all.p95_ns) + " or less, the longest " + duration_text_ns(all.max_ns) +
                     ".";
  const auto heaviest = std::max_element(
      statistics.groups.begin(), statistics.groups.end(),
      [](const auto& a, const auto& b) { return a.durations.total_ns < b.durations.total_ns; });
  if (statistics.groups.size() > 1) {
    text += " Most of it, " + percent_text(heaviest->share) + ", was " + heaviest->name +
            (arguments.by == "type" || arguments.by == "level" ? ".\n" : "'s.\n");
    return text;
  }
  return text + "\n";
}

std::string table_text(const traces::TaskStatistics& statistics, const std::string& by) {
  Table table({by, "count", "total", "share", "mean", "median", "p95", "p99", "max", "deviation"});
  const auto add = [&table](const std::string& name, const traces::Distribution& d, double share) {
    if (d.count == 0) {
      table.add_row({name, "0", "0 s", percent_text(0.0), "-", "-", "-", "-", "-", "-"});
      return;
    }
    table.add_row({name, std::to_string(d.count), duration_text_ns(d.total_ns), percent_text(share),
                   mean_duration_text(d.mean_ns), duration_text_ns(d.median_ns), duration_text_ns(d.p95_ns),
                   duration_text_ns(d.p99_ns), duration_text_ns(d.max_ns),
                   mean_duration_text(d.deviation_ns)});
  };
  const std::size_t shown = std::min(statistics.groups.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& group = statistics.groups[i];
    add(group.name, group.durations, group.share);
  }
  if (statistics.groups.size() != 1) add("(all)", statistics.all, statistics.all.total_ns > 0 ? 1.0 : 0.0);
  return table.text() + more_rows_text(statistics.groups.size() - shown, by);
}

std::string histogram_text(const traces::TaskStatistics& statistics) {
  std::uint64_t most = 0;
  for (const auto& bin : statistics.histogram) most = std::max(most, bin.count);
  Table table({"duration", "count"});
  std::string text;
  for (const auto& bin : statistics.histogram) {
    table.add_row(
        {"from " + (bin.from_ns == 0 ? "0 ns" : duration_text_ns(bin.from_ns)), std::to_string(bin.count)});
  }
  const std::string rows = table.text();
  std::size_t line = 0;
  for (std::size_t begin = 0; begin < rows.size(); ++line) {
    const std::size_t end = rows.find('\n', begin);
    text += rows.substr(begin, end - begin);
    if (line > 0) {
      const std::uint64_t count = statistics.histogram[line - 1].count;
      // At least one mark, so that nothing vanishes.
      const std::uint64_t marks = count == 0 ? 0 : std::max<std::uint64_t>(1, count * bar_width / most);
      if (marks > 0) text += "  " + std::string(static_cast<std::size_t>(marks), '#');
    }
    text += "\n";
    begin = end + 1;
  }
  return text;
}

nlohmann::ordered_json distribution_json(const traces::Distribution& d) {
  nlohmann::ordered_json json{{"count", d.count}, {"total_ns", d.total_ns}};
  const bool any = d.count > 0;
  const auto value = [any](auto number) {
    return any ? nlohmann::ordered_json(number) : nlohmann::ordered_json(nullptr);
  };
  json["mean_ns"] = value(d.mean_ns);
  json["min_ns"] = value(d.min_ns);
  json["median_ns"] = value(d.median_ns);
  json["p95_ns"] = value(d.p95_ns);
  json["p99_ns"] = value(d.p99_ns);
  json["max_ns"] = value(d.max_ns);
  json["deviation_ns"] = value(d.deviation_ns);
  return json;
}

nlohmann::ordered_json document(const traces::TaskStatistics& statistics, const StatsArguments& arguments) {
  nlohmann::ordered_json json{{"format", "gusset stats"}, {"version", 1}, {"file", arguments.path}};
  const auto given = [](const std::string& text) {
    return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
  };
  json["by"] = arguments.by;
  json["from"] = given(arguments.from);
  json["to"] = given(arguments.to);
  json["where"] = given(arguments.where);
  json["all"] = distribution_json(statistics.all);
  json["groups"] = nlohmann::ordered_json::array();
  for (const auto& group : statistics.groups) {
    nlohmann::ordered_json entry{{"number", group.number}, {"name", group.name}, {"share", group.share}};
    entry.update(distribution_json(group.durations));
    json["groups"].push_back(std::move(entry));
  }
  json["histogram"] = nlohmann::ordered_json::array();
  for (const auto& bin : statistics.histogram) {
    json["histogram"].push_back({{"from_ns", bin.from_ns}, {"to_ns", bin.to_ns}, {"count", bin.count}});
  }
  return json;
}

int stats(const StatsArguments& arguments) {
  traces::TaskStatisticsOptions options;
  options.by = group_of(arguments.by);
  if (!arguments.from.empty()) options.from_ns = parse_time("stats", "--from", arguments.from);
  if (!arguments.to.empty()) options.to_ns = parse_time("stats", "--to", arguments.to);
  if (options.from_ns > options.to_ns) {
    throw errors::bad_value("stats", "--to", "a time at or after " + arguments.from, arguments.to);
  }
  std::shared_ptr<traces::SpanSource> spans;
  if (arguments.where.empty() && options.by != traces::GroupBy::level) {
    spans = load_spans(arguments.path, arguments.strict);
  } else {  // levels and conditions may ask for anything
    const TracePointer trace = load_trace(arguments.path, arguments.strict);
    spans = traces::share_spans(trace);
    if (!arguments.where.empty()) {
      auto filter = traces::TaskFilter::parse(*trace, arguments.where);
      if (!filter.ok()) throw errors::refused_condition("stats", filter.error());
      options.filter = std::move(filter).value();
    }
  }
  const auto statistics = traces::task_statistics(*spans, options);
  if (!statistics.ok())
    throw Failure(Error{arguments.path, statistics.error().expected, statistics.error().found});
  if (arguments.json) {
    print(json_text(document(*statistics, arguments)));
    return 0;
  }
  const bool is_whole = arguments.from.empty() && arguments.to.empty() && arguments.where.empty();
  if (is_whole && statistics->all.count == 0) {
    print(nothing_ran_text(spans->tasks()));
    return 0;
  }
  std::string text = verdict(*statistics, arguments) + "\n" + table_text(*statistics, arguments.by);
  if (!statistics->histogram.empty()) text += "\n" + histogram_text(*statistics);
  print(text);
  return 0;
}

}  // namespace

Command add_stats(CLI::App& gusset) {
  const auto arguments = std::make_shared<StatsArguments>();
  CLI::App* command =
      add_command(gusset, {"stats",
                           "T.gus [--by type|worker|node|level] [--from TIME] [--to TIME]\n"
                           "         [--where CONDITIONS] [--json] [--strict]",
                           "Says how long tasks lasted: totals, spread and a histogram.",
                           "gusset stats cholesky.gus --by worker --where \"type=gemm and duration>1ms\""});
  add_trace_arguments(*command, *arguments);
  command
      ->add_option("--by", arguments->by,
                   "What tasks are put together by: type, worker, node or level;\ntype if not given")
      ->type_name("WHAT");
  command->add_option("--from", arguments->from, "Count what lies behind this time only, such as 1.5ms")
      ->type_name("TIME");
  command->add_option("--to", arguments->to, "Count what lies before this time only")->type_name("TIME");
  command
      ->add_option("--where", arguments->where,
                   "Count tasks only that meet all of these: KEY=VALUE and … with = != < <= > >=\n"
                   "of type, worker, node, level, task, handle, duration, begin, submit, ready,\n"
                   "work and the trace's attributes")
      ->type_name("CONDITIONS");
  return {command, [command, arguments] {
            require_trace(*command, *arguments);
            return stats(*arguments);
          }};
}

}  // namespace gusset::cli
