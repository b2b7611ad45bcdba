#include "gusset/simulator/costs/cost_model.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "gusset/base/json_field.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/core/errors.hpp"
#include "message_fields.hpp"

namespace gusset::simulator {
namespace {

using nlohmann::ordered_json;

SimulationError no_work_declared(std::string_view type) {
  return SimulationError("task type '" + std::string(type) +
                         "': expected declared work, since the costs are work ÷ rate, found none");
}

SimulationError no_cost(const std::string& source, std::string_view type, const std::string& what,
                        const std::string& found) {
  return SimulationError(source + ": expected a cost for task type '" + std::string(type) + "'" + what +
                         ", found " + found);
}

class RateCosts final : public CostModel {
 public:
  RateCosts(double work_per_s, std::string source) : work_per_s_(work_per_s), source_(std::move(source)) {}

  TaskCost cost(const TaskShape& task) const override {
    if (task.work <= 0.0) throw no_work_declared(task.type);
    TaskCost cost;
    cost.seconds = task.work / work_per_s_;
    cost.deviation_s = cost.seconds * assumed_deviation;
    cost.measured_size = task.work;
    return cost;
  }

  bool assumes_deviation() const override { return true; }
  std::unique_ptr<CostModel> clone() const override { return std::make_unique<RateCosts>(*this); }

  std::string description() const override {
    return json_text({{"kind", "rate"}, {"source", source_}, {"work_per_s", work_per_s_}});
  }

 private:
  double work_per_s_;
  std::string source_;
};

class TableCosts final : public CostModel {
 public:
  TableCosts(CostTable table, std::string source) : table_(std::move(table)), source_(std::move(source)) {
    for (const CostEntry& entry : table_.entries)
      sizes_[{entry.type, entry.kind}].emplace(entry.size, Measured{entry.mean_s, entry.deviation_s});
  }

  TaskCost cost(const TaskShape& task) const override {
    TaskCost cost;
    cost.kind = task.work > 0 ? SizeKind::work : SizeKind::bytes;
    const double size = task.work > 0 ? task.work : static_cast<double>(task.bytes);
    const auto found = sizes_.find({std::string(task.type), cost.kind});
    if (found == sizes_.end()) throw unknown(task, cost.kind);
    const auto& [near, measured] = nearest(found->second, size);
    // A size of 0 has no ratio to other sizes.
    if (near != size && (near == 0.0 || size == 0.0)) throw unknown(task, cost.kind);
    cost.measured_size = near;
    cost.extrapolated = std::abs(near - size) > near_size * size;
    double scale = near == size ? 1.0 : size / near;
    if (cost.extrapolated && measured.mean_s > 0.0)
      scale = between(found->second, size).value_or(measured.mean_s * scale) / measured.mean_s;
    cost.seconds = measured.mean_s * scale;
    cost.deviation_s = measured.deviation_s * scale;
    return cost;
  }

  Overheads overheads() const override { return table_.overheads; }
  MessageCosts messages() const override { return table_.messages; }
  std::span<const CachePrice> cache_prices() const override { return table_.caches; }
  const Variation* variation() const override { return &table_.variation; }
  std::vector<std::string> doubts() const override {
    std::vector<std::string> texts = disturbances(table_);
    for (std::string& text : texts) text.insert(0, "during the calibration, ");
    return texts;
  }
  std::unique_ptr<CostModel> clone() const override { return std::make_unique<TableCosts>(*this); }

  std::string description() const override {
    const CostMachine& machine = table_.machine;
    ordered_json document{
        {"kind", "table"},
        {"source", source_},
        {"machine", {{"host", machine.host}, {"cpu", machine.cpu}, {"workers", machine.workers}}},
        {"trim", table_.trim}};
    if (table_.messages.count > 0) document["messages"] = messages_to_json(table_.messages);
    return json_text(document);
  }

 private:
  struct Measured {
    double mean_s = 0.0;
    double deviation_s = 0.0;
  };
  using Sizes = std::map<double, Measured>;

  /// Interpolates with the power law through the measured sizes below and above. Returns none if one of them
  /// is missing, or if a size or time is 0.
  static std::optional<double> between(const Sizes& sizes, double size) {
    const auto above = sizes.upper_bound(size);
    if (above == sizes.begin() || above == sizes.end()) return std::nullopt;
    const auto below = std::prev(above);
    const double low = below->second.mean_s;
    const double high = above->second.mean_s;
    if (below->first <= 0.0 || low <= 0.0 || high <= 0.0) return std::nullopt;
    const double exponent = std::log(high / low) / std::log(above->first / below->first);
    return low * std::pow(size / below->first, exponent);
  }

  /// Returns the measured size whose ratio to `size` is nearest to 1, whichever of the two is larger.
  static const Sizes::value_type& nearest(const Sizes& sizes, double size) {
    const auto above = sizes.lower_bound(size);
    if (above == sizes.begin()) return *above;
    const auto below = std::prev(above);
    if (above == sizes.end()) return *below;
    return above->first / size <= size / below->first ? *above : *below;
  }

  SimulationError unknown(const TaskShape& task, SizeKind kind) const {
    const bool by_work = kind == SizeKind::work;
    const SizeKind other = by_work ? SizeKind::bytes : SizeKind::work;
    const std::string type(task.type);
    if (sizes_.contains({type, other})) {
      return no_cost(source_, type, by_work ? " by declared work" : " by bytes, since it declares no work",
                     by_work ? "costs by bytes" : "costs by declared work");
    }
    if (sizes_.contains({type, kind})) {
      return no_cost(source_, type, " of " + std::to_string(task.bytes) + " bytes",
                     "only sizes that can't be scaled to it");
    }
    std::set<std::string> types;
    for (const CostEntry& entry : table_.entries) types.insert(entry.type);
    std::string known;
    for (const std::string& name : types) known += (known.empty() ? "" : ", ") + name;
    return no_cost(source_, type, "", known.empty() ? "no costs" : "costs for " + known);
  }

  CostTable table_;
  std::string source_;
  std::map<std::pair<std::string, SizeKind>, Sizes> sizes_;
};

}  // namespace

std::unique_ptr<CostModel> make_rate_costs(double work_per_s, std::string source) {
  return std::make_unique<RateCosts>(work_per_s, std::move(source));
}

std::unique_ptr<CostModel> make_table_costs(CostTable table, std::string source) {
  return std::make_unique<TableCosts>(std::move(table), std::move(source));
}

Result<std::unique_ptr<CostModel>> costs_from_argument(const std::string& argument,
                                                       const std::string& where) {
  constexpr std::string_view prefix = "work:";
  if (argument.empty()) return Error{where, "a file or work:RATE", "nothing"};
  if (argument.starts_with(prefix)) {
    const char* const begin = argument.data() + prefix.size();
    const char* const end = argument.data() + argument.size();
    double rate = 0.0;
    const auto [stop, failure] = std::from_chars(begin, end, rate);
    if (failure != std::errc() || stop != end || !(rate > 0.0) || !std::isfinite(rate)) {
      return Error{where, "work:RATE with a rate above 0", in_quotes(argument)};
    }
    return make_rate_costs(rate, "stated");
  }
  Result<CostTable> table = read_costs(argument);
  if (!table) return table.error();
  return make_table_costs(std::move(table).value(), argument);
}

}  // namespace gusset::simulator
