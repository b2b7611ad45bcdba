#include "gusset/traces/sweep/sweep_csv.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "gusset/traces/sweep/sweep_limits.hpp"

namespace gusset::sweep {
namespace {

// The fewest digits that read back as the same number.
std::string digits(double value) {
  return nlohmann::json(value).dump();
}
std::string digits(const std::optional<double>& value) {
  return value ? digits(*value) : "";
}

std::vector<std::string> measured(const Measures* measures) {
  if (measures == nullptr) return std::vector<std::string>(17);
  const auto& range = measures->range;
  const auto hours = [&](Objective objective) {
    const auto value = value_of(*measures, objective);
    return value ? digits(value->value) : "";
  };
  return {measures->network,
          digits(measures->makespan_s),
          range ? digits(range->min_s) : "",
          range ? digits(range->max_s) : "",
          range ? std::to_string(range->seeds) : "",
          measures->interval ? digits(measures->interval->low_s) : "",
          measures->interval ? digits(measures->interval->high_s) : "",
          hours(Objective::node_hours),
          hours(Objective::core_hours),
          std::to_string(measures->tasks),
          std::to_string(measures->messages),
          std::to_string(measures->payload_bytes),
          measures->migrated_tasks ? std::to_string(*measures->migrated_tasks) : "",
          digits(measures->balance),
          std::to_string(measures->memory_bytes),
          digits(measures->busy_share),
          std::to_string(measures->nodes)};
}

}  // namespace

traces::CsvTable sweep_csv(const Sweep& sweep, const Ranking& ranking) {
  // The prefix keeps a parameter named "type" from making the table look like a trace.
  std::vector<std::string> header{"number"};
  for (const Parameter& parameter : sweep.definition.parameters) header.push_back("param_" + parameter.name);
  for (const char* name : {"grid",
                           "threads",
                           "policy",
                           "balancing",
                           "network",
                           "makespan_s",
                           "makespan_min_s",
                           "makespan_max_s",
                           "seeds",
                           "makespan_5_percent_s",
                           "makespan_95_percent_s",
                           "node_hours",
                           "core_hours",
                           "level1_tasks",
                           "messages",
                           "payload_bytes",
                           "migrated_tasks",
                           "balance",
                           "memory_bytes",
                           "busy_share",
                           "nodes",
                           "rank",
                           "ties_best",
                           "on_front",
                           "reason"}) {
    header.push_back(name);
  }
  std::map<std::size_t, std::size_t> rank_of;
  for (std::size_t i = 0; i < ranking.ranked.size(); ++i) rank_of[ranking.ranked[i].row] = i;

  traces::CsvTable table{std::move(header), {}};
  for (const SweepRow& row : sweep.rows) {
    const Configuration& configuration = row.configuration;
    const Measures* const measures = row.measures();
    std::vector<std::string> cells{std::to_string(configuration.number)};
    cells.insert(cells.end(), configuration.values.begin(), configuration.values.end());
    cells.push_back(measures != nullptr ? measures->grid : configuration.grid);
    const unsigned threads = measures != nullptr ? measures->threads : configuration.threads;
    cells.push_back(threads == 0 ? "" : std::to_string(threads));
    cells.push_back(configuration.policy);
    cells.push_back(configuration.balancing);
    const auto values = measured(measures);
    cells.insert(cells.end(), values.begin(), values.end());
    const auto rank = rank_of.find(configuration.number);
    if (rank == rank_of.end()) {
      cells.insert(cells.end(), {"", "", ""});
    } else {
      const RankedRow& ranked = ranking.ranked[rank->second];
      cells.insert(cells.end(), {std::to_string(rank->second + 1), ranked.ties_best ? "1" : "0",
                                 ranked.on_front ? "1" : "0"});
    }
    const auto limit = measures != nullptr ? exceeded_limit(*measures, sweep.limits) : std::nullopt;
    cells.push_back(row.has_failed() ? row.screen->reason
                    : limit          ? limit_reason(*limit)
                    : !row.screen    ? (sweep.is_search ? "left out by the search" : "not simulated yet")
                                     : "");
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace gusset::sweep
