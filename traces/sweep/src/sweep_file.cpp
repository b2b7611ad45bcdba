#include "gusset/traces/sweep/sweep_file.hpp"

#include "gusset/base/json_field.hpp"
#include "gusset/traces/sweep/document_format.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::figure {
namespace {

using nlohmann::ordered_json;

constexpr const char* format = "gusset sweep";
constexpr std::uint64_t version = 1;

// Empty texts and zeros stand for what was not given.
template <class T>
ordered_json unless_empty(const T& value) {
  return value == T{} ? ordered_json(nullptr) : ordered_json(value);
}

ordered_json source_of(const SweepSource& source) {
  if (source.argument.empty()) return nullptr;
  return {{"argument", source.argument}, {"checksum", unless_empty(source.checksum)}};
}

ordered_json definition_json(const SweepDefinition& definition) {
  ordered_json parameters = ordered_json::array();
  for (const Parameter& parameter : definition.parameters) {
    parameters.push_back({{"name", parameter.name}, {"values", parameter.values}});
  }
  return {{"program", definition.program},
          {"parameters", parameters},
          {"grids", definition.grids},
          {"nodes", definition.nodes},
          {"threads", definition.threads},
          {"policies", definition.policies},
          {"platform", source_of(definition.platform)},
          {"costs", source_of(definition.costs)},
          {"seeds", definition.seeds}};
}

ordered_json loads_json(const NodeLoads& loads) {
  return {{"tasks_of", loads.tasks_of},
          {"most_tasks", loads.most_tasks},
          {"mean_tasks", loads.mean_tasks},
          {"tasks_deviation", loads.tasks_deviation},
          {"most_busy_s", or_null(loads.most_busy_s)},
          {"mean_busy_s", or_null(loads.mean_busy_s)},
          {"link_s", or_null(loads.link_s)}};
}

ordered_json measures_json(const Measures& measures) {
  ordered_json range = nullptr;
  if (measures.range) {
    range = {
        {"min", measures.range->min_s}, {"max", measures.range->max_s}, {"seeds", measures.range->seeds}};
  }
  return {{"network", unless_empty(measures.network)},
          {"grid", measures.grid},
          {"nodes", measures.nodes},
          {"threads", measures.threads},
          {"makespan_s", or_null(measures.makespan_s)},
          {"makespan_range_s", range},
          {"level1_tasks", measures.tasks},
          {"messages", measures.messages},
          {"payload_bytes", measures.payload_bytes},
          {"balance", measures.balance},
          {"balance_of", measures.balance_of},
          {"memory_bytes", measures.memory_bytes},
          {"memory_of", measures.memory_of},
          {"busy_share", or_null(measures.busy_share)},
          {"loads", measures.loads ? loads_json(*measures.loads) : ordered_json(nullptr)},
          {"extrapolated_tasks", measures.extrapolated_tasks},
          {"assumptions", measures.assumptions}};
}

ordered_json outcome_json(const std::optional<Outcome>& outcome) {
  if (!outcome) return nullptr;
  return {{"wall_s", outcome->wall_s},
          {"reason", unless_empty(outcome->reason)},
          {"measures", outcome->measures ? measures_json(*outcome->measures) : ordered_json(nullptr)}};
}

ordered_json row_json(const SweepRow& row) {
  const Configuration& configuration = row.configuration;
  return {{"number", configuration.number},
          {"values", configuration.values},
          {"grid", unless_empty(configuration.grid)},
          {"threads", unless_empty(configuration.threads)},
          {"policy", unless_empty(configuration.policy)},
          {"screen", outcome_json(row.screen)},
          {"confirm", outcome_json(row.confirm)}};
}

std::vector<unsigned> small_counts(const JsonField& field) {
  return field.list_of([](const JsonField& entry) { return entry.small_count(); });
}

SweepSource source_from(const JsonField& field) {
  if (field.is_null()) return {};
  return {field.at("argument").text(), field.at("checksum").optional_text()};
}

SweepDefinition definition_from(const JsonField& field) {
  SweepDefinition definition;
  definition.program = field.at("program").texts();
  if (definition.program.empty()) throw field.at("program").expected("at least one word");
  definition.parameters = field.at("parameters").list_of([](const JsonField& entry) {
    return Parameter{entry.at("name").text(), entry.at("values").texts()};
  });
  definition.grids = field.at("grids").texts();
  definition.nodes = small_counts(field.at("nodes"));
  definition.threads = small_counts(field.at("threads"));
  definition.policies = field.at("policies").texts();
  definition.platform = source_from(field.at("platform"));
  definition.costs = source_from(field.at("costs"));
  definition.seeds = field.at("seeds").small_count();
  return definition;
}

NodeLoads loads_from(const JsonField& field) {
  NodeLoads loads;
  loads.tasks_of = field.at("tasks_of").text();
  loads.most_tasks = field.at("most_tasks").number();
  loads.mean_tasks = field.at("mean_tasks").number();
  loads.tasks_deviation = field.at("tasks_deviation").number();
  loads.most_busy_s = field.at("most_busy_s").optional_number();
  loads.mean_busy_s = field.at("mean_busy_s").optional_number();
  loads.link_s = field.at("link_s").optional_number();
  return loads;
}

Measures measures_from(const JsonField& field) {
  Measures measures;
  measures.network = field.at("network").optional_text();
  measures.grid = field.at("grid").text();
  measures.nodes = field.at("nodes").small_count();
  measures.threads = field.at("threads").small_count();
  measures.makespan_s = field.at("makespan_s").optional_number();
  measures.range = field.at("makespan_range_s").unless_null([](const JsonField& f) {
    return TimeRange{f.at("min").number(), f.at("max").number(), f.at("seeds").count()};
  });
  measures.tasks = field.at("level1_tasks").count();
  measures.messages = field.at("messages").count();
  measures.payload_bytes = field.at("payload_bytes").count();
  measures.balance = field.at("balance").number();
  measures.balance_of = field.at("balance_of").text();
  measures.memory_bytes = field.at("memory_bytes").count();
  measures.memory_of = field.at("memory_of").text();
  measures.busy_share = field.at("busy_share").optional_number();
  if (const auto loads = field.find("loads")) measures.loads = loads_from(*loads);
  measures.extrapolated_tasks = field.at("extrapolated_tasks").count();
  measures.assumptions = field.at("assumptions").texts();
  return measures;
}

std::optional<Outcome> outcome_from(const JsonField& field) {
  return field.unless_null([](const JsonField& f) {
    return Outcome{f.at("measures").unless_null(measures_from), f.at("reason").optional_text(),
                   f.at("wall_s").number()};
  });
}

SweepRow row_from(const JsonField& field) {
  SweepRow row;
  row.configuration.number = field.at("number").count();
  row.configuration.values = field.at("values").texts();
  row.configuration.grid = field.at("grid").optional_text();
  if (const auto threads = field.find("threads")) row.configuration.threads = threads->small_count();
  row.configuration.policy = field.at("policy").optional_text();
  row.screen = outcome_from(field.at("screen"));
  row.confirm = outcome_from(field.at("confirm"));
  return row;
}

}  // namespace

std::string sweep_text(const Sweep& sweep) {
  ordered_json rows = ordered_json::array();
  for (const SweepRow& row : sweep.rows) rows.push_back(row_json(row));
  const ordered_json document = {{"format", format},
                                 {"version", version},
                                 {"sweep", definition_json(sweep.definition)},
                                 {"objective", objective_name(sweep.objective)},
                                 {"memory_limit_bytes", or_null(sweep.memory_limit_bytes)},
                                 {"configurations", rows}};
  return json_text(document, 2) + "\n";
}

Sweep sweep_of(const nlohmann::json& document, const std::string& name) {
  const JsonField whole(document, name);
  whole.check_format(format, version);
  Sweep sweep;
  sweep.definition = definition_from(whole.at("sweep"));
  const JsonField objective = whole.at("objective");
  const auto known = objective_of(objective.text());
  if (!known) throw objective.expected("time, node-hours, bytes or balance");
  sweep.objective = *known;
  sweep.memory_limit_bytes = whole.at("memory_limit_bytes").optional_count();
  const auto rows = whole.at("configurations").list();
  const std::size_t combinations = combinations_of(sweep.definition);
  if (combinations > most_configurations)
    throw whole.at("sweep").expected("at most " + std::to_string(most_configurations) + " combinations",
                                     "more");
  if (rows.size() != combinations)
    throw whole.at("configurations")
        .expected("one for each of the sweep's " + std::to_string(combinations) + " combinations",
                  std::to_string(rows.size()));
  const std::vector<Configuration> expected = configurations_of(sweep.definition);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sweep.rows.push_back(row_from(rows[i]));
    if (sweep.rows.back().configuration != expected[i])
      throw rows[i].expected("the sweep's combination number " + std::to_string(i));
  }
  return sweep;
}

Sweep read_sweep(const std::string& path) {
  return sweep_of(read_json(path), path);
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
  if (a.platform != b.platform) return "--platform";
  if (a.costs != b.costs) return "--costs";
  return a.seeds != b.seeds ? "--seeds" : "";
}

}  // namespace gusset::figure
