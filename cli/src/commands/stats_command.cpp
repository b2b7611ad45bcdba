#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/answers/stats_answer.hpp"
#include "gusset/traces/model/names.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/print_answer.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

struct StatsArguments : TraceArguments {
  std::string by = "type";
  std::string from;
  std::string to;
  std::string where;
};

traces::GroupBy group_of(const std::string& by) {
  using traces::GroupBy;
  for (const GroupBy group : {GroupBy::type, GroupBy::worker, GroupBy::node, GroupBy::level}) {
    if (by == traces::group_name(group)) return group;
  }
  // Any other word is the name of an attribute.
  return GroupBy::attribute;
}

std::string keys_text(const traces::Trace& trace) {
  std::string text = "type, worker, node, level";
  for (const traces::Attribute& attribute : trace.attributes) text += ", " + printable(attribute.name);
  return text;
}

int stats(const StatsArguments& arguments) {
  traces::TaskStatisticsOptions options;
  traces::StatsQuestion question{arguments.path, group_of(arguments.by), arguments.from, arguments.to,
                                 arguments.where};
  options.by = question.by;
  const bool is_by_attribute = question.by == traces::GroupBy::attribute;
  if (is_by_attribute) options.attribute = question.attribute = arguments.by;
  if (!arguments.from.empty()) options.from_ns = parse_time("stats", "--from", arguments.from);
  if (!arguments.to.empty()) options.to_ns = parse_time("stats", "--to", arguments.to);
  if (options.from_ns > options.to_ns) {
    throw errors::bad_value("stats", "--to", "a time at or after " + arguments.from, arguments.to);
  }
  std::shared_ptr<traces::SpanSource> spans;
  std::vector<traces::TypeCacheMisses> misses;
  if (arguments.where.empty() && options.by != traces::GroupBy::level && !is_by_attribute)
    spans = load_spans(arguments.path, arguments.strict);
  // Levels, attributes, conditions and cache misses may need the whole trace.
  if (spans == nullptr || traces::follows_caches(spans->frame().metadata)) {
    const TracePointer trace = load_trace(arguments.path, arguments.strict);
    spans = std::make_unique<traces::TraceSpans>(trace);
    if (is_by_attribute && traces::find_attribute(*trace, arguments.by) == nullptr)
      throw errors::bad_value("stats", "--by", keys_text(*trace), arguments.by);
    if (!arguments.where.empty()) {
      auto filter = traces::TaskFilter::parse(*trace, arguments.where);
      if (!filter.ok()) throw errors::refused_condition("stats", filter.error());
      options.filter = std::move(filter).value();
    }
    if (arguments.from.empty() && arguments.to.empty()) misses = traces::cache_misses(*trace, options.filter);
  }
  const auto statistics = traces::task_statistics(*spans, options);
  if (!statistics.ok())
    throw Failure(Error{arguments.path, statistics.error().expected, statistics.error().found});
  print(arguments.json ? traces::stats_json(*statistics, question, misses)
                       : answer_text(traces::stats_answer(*statistics, question, spans->tasks(), misses)));
  return 0;
}

}  // namespace

Command add_stats(CLI::App& gusset) {
  return add_trace_command<StatsArguments>(
      gusset,
      {"stats",
       "T.gus [--by KEY] [--from TIME] [--to TIME]\n"
       "         [--where CONDITIONS] [--json] [--strict]",
       "Show how long tasks took: totals, spread and a histogram.",
       "gusset stats cholesky.gus --by worker --where \"type=gemm and duration>1ms\""},
      [](CLI::App& command, StatsArguments& arguments) {
        add_option(command, "--by KEY", arguments.by,
                   "Group tasks by type, worker, node, level or an attribute's name, such as iteration\n"
                   "(default: type)");
        add_option(command, "--from TIME", arguments.from,
                   "Count only what happened after this time, such as 1.5ms");
        add_option(command, "--to TIME", arguments.to, "Count only what happened before this time");
        add_option(command, "--where CONDITIONS", arguments.where,
                   "Count only tasks that meet all conditions: KEY=VALUE and … with = != < <= > >=, where\n"
                   "KEY is type, worker, node, level, task, handle, duration, begin, submit, ready, work\n"
                   "or one of the trace's attributes");
      },
      stats);
}

}  // namespace gusset::cli
