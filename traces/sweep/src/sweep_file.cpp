#include "gusset/traces/sweep/sweep_file.hpp"

#include <fstream>

#include "gusset/base/json_fields.hpp"
#include "gusset/traces/exchange/read_trace.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::sweep {
namespace {

constexpr const char* format = "gusset sweep";
constexpr std::uint64_t version = 1;

}  // namespace

void fields(auto& io, IsOneOf<Parameter> auto& parameter) {
  io("name", parameter.name);
  io("values", parameter.values);
}

void fields(auto& io, IsOneOf<SweepSource> auto& source) {
  io("argument", source.argument);
  io.unless_empty("checksum", source.checksum);
}

void fields(auto& io, IsOneOf<SweepDefinition> auto& definition) {
  io("program", definition.program);
  io("parameters", definition.parameters);
  io("grids", definition.grids);
  io("nodes", definition.nodes);
  io("threads", definition.threads);
  io("policies", definition.policies);
  io.later("balancing", definition.balancing);
  io.unless_empty("platform", definition.platform);
  io.unless_empty("costs", definition.costs);
  io.later("caches", definition.caches);
  io("seeds", definition.seeds);
}

void fields(auto& io, IsOneOf<TimeRange> auto& range) {
  io("min", range.min_s);
  io("max", range.max_s);
  io("seeds", range.seeds);
}

void fields(auto& io, IsOneOf<TimeInterval> auto& interval) {
  io("low", interval.low_s);
  io("high", interval.high_s);
}

void fields(auto& io, IsOneOf<NodeLoads> auto& loads) {
  io("tasks_of", loads.tasks_of);
  io("most_tasks", loads.max_tasks);
  io("mean_tasks", loads.mean_tasks);
  io("tasks_deviation", loads.tasks_deviation);
  io("most_busy_s", loads.max_busy_s);
  io("mean_busy_s", loads.mean_busy_s);
  io("link_s", loads.link_s);
}

void fields(auto& io, IsOneOf<Measures> auto& measures) {
  io.unless_empty("network", measures.network);
  io("grid", measures.grid);
  io("nodes", measures.nodes);
  io("threads", measures.threads);
  io("makespan_s", measures.makespan_s);
  io("makespan_range_s", measures.range);
  io.if_known("makespan_90_percent_interval_s", measures.interval);
  io("level1_tasks", measures.tasks);
  io("messages", measures.messages);
  io("payload_bytes", measures.payload_bytes);
  io.later("migrated_tasks", measures.migrated_tasks);
  io("balance", measures.balance);
  io("balance_of", measures.balance_of);
  io("memory_bytes", measures.memory_bytes);
  io("memory_of", measures.memory_of);
  io("busy_share", measures.busy_share);
  io.later("loads", measures.loads);
  io("extrapolated_tasks", measures.extrapolated_tasks);
  io("assumptions", measures.assumptions);
  io.if_any("doubts", measures.doubts);
  io.later("one_rate", measures.has_one_rate);
  io.if_known("calibration_error", measures.calibration_error);
  io.later("cores", measures.cores);
}

void fields(auto& io, IsOneOf<Outcome> auto& outcome) {
  io("wall_s", outcome.wall_s);
  io.unless_empty("reason", outcome.reason);
  io("measures", outcome.measures);
}

void fields(auto& io, IsOneOf<SweepRow> auto& row) {
  auto& configuration = row.configuration;
  io("number", configuration.number);
  io("values", configuration.values);
  io.unless_empty("grid", configuration.grid);
  io.unless_empty("threads", configuration.threads);
  io.unless_empty("policy", configuration.policy);
  io.unless_empty("balancing", configuration.balancing);
  io.if_known("one_seed", row.one_seed);
  io("screen", row.screen);
  io("confirm", row.confirm);
}

// The front follows from the configurations, so it is written but never read.
std::vector<std::size_t> front_rows(const Ranking& ranking) {
  std::vector<std::size_t> rows;
  for (const RankedRow& ranked : ranking.ranked) {
    if (ranked.on_front) rows.push_back(ranked.row);
  }
  return rows;
}

std::string sweep_text(const Sweep& sweep) {
  JsonWriter io(2);
  io("format", std::string(format));
  io("version", version);
  io("sweep", sweep.definition);
  io("objective", objective_name(sweep.objective));
  io("memory_limit_bytes", sweep.limits.memory_bytes);
  io("time_limit_s", sweep.limits.time_s);
  io("core_hours_limit", sweep.limits.core_hours);
  io("search", sweep.is_search);
  const Ranking ranking = rank(sweep);
  io("front_of", front_criteria(sweep, ranking));
  io("front", front_rows(ranking));
  io("configurations", sweep.rows);
  return io.text() + "\n";
}

Sweep sweep_of(const nlohmann::json& document, const std::string& name) {
  const JsonField whole(document, name);
  whole.check_format(format, version);
  const JsonField definition = whole.at("sweep");
  Sweep sweep;
  sweep.definition = read_fields<SweepDefinition>(definition);
  if (sweep.definition.program.empty()) throw definition.at("program").expected("at least one word");
  const JsonField objective = whole.at("objective");
  const auto known = objective_of(objective.text());
  if (!known) throw objective.expected("time, node-hours, core-hours, bytes or balance");
  sweep.objective = *known;
  sweep.limits.memory_bytes = whole.at("memory_limit_bytes").optional_count();
  if (const auto limit = whole.find("time_limit_s")) sweep.limits.time_s = limit->optional_number();
  if (const auto limit = whole.find("core_hours_limit")) sweep.limits.core_hours = limit->optional_number();
  if (const auto search = whole.find("search")) sweep.is_search = search->flag();
  const auto rows = whole.at("configurations").list();
  const std::size_t combinations = combinations_of(sweep.definition);
  if (combinations > max_configurations)
    throw definition.expected("at most " + std::to_string(max_configurations) + " combinations", "more");
  if (rows.size() != combinations)
    throw whole.at("configurations")
        .expected("one for each of the sweep's " + std::to_string(combinations) + " combinations",
                  std::to_string(rows.size()));
  const std::vector<Configuration> expected = configurations_of(sweep.definition);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sweep.rows.push_back(read_fields<SweepRow>(rows[i]));
    if (sweep.rows.back().configuration != expected[i])
      throw rows[i].expected("the sweep's combination number " + std::to_string(i));
  }
  return sweep;
}

Sweep read_sweep(const std::string& path) {
  return sweep_of(read_json(path), path);
}

std::string document_format(const std::string& path) {
  constexpr std::size_t enough = 4096;
  std::string head(enough, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return traces::document_name(head);
}

bool is_sweep_file(const std::string& path) {
  return document_format(path) == format;
}

std::string difference_of(const SweepDefinition& a, const SweepDefinition& b) {
  if (a.program != b.program) return "PROGRAM ARGS…";
  if (a.parameters != b.parameters) return "--param";
  if (a.grids != b.grids) return "--grid";
  if (a.nodes != b.nodes) return "--nodes";
  if (a.threads != b.threads) return "--threads";
  if (a.policies != b.policies) return "--policy";
  if (a.balancing != b.balancing) return "--balance";
  if (a.platform != b.platform) return "--platform";
  if (a.costs != b.costs) return "--costs";
  if (a.caches != b.caches) return "--caches";
  return a.seeds != b.seeds ? "--seeds" : "";
}

}  // namespace gusset::sweep
