#include "caches/cache_costs.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "gusset/base/json_field.hpp"
#include "network/simulated_time.hpp"

namespace gusset::simulator {

CachePrices::CachePrices(const CacheLevels& levels, std::span<const CachePrice> measured)
    : assumed_{levels.l2_s_per_byte, levels.l3_s_per_byte, 0.0}, assumption_(levels.assumption) {
  for (const CachePrice& each : measured) {
    Price price;
    (each.level == 2 ? price.l2_s_per_byte : price.l3_s_per_byte) = each.ns_per_byte * seconds_per_ns;
    price.time_share = each.time_share;
    measured_.emplace(each.type, price);
  }
}

const CachePrices::Price& CachePrices::of(std::string_view type) const {
  for (const auto* prices : {&measured_, &lowered_}) {
    const auto found = prices->find(type);
    if (found != prices->end()) return found->second;
  }
  return assumed_;
}

double CachePrices::seconds(std::string_view type, const CacheMisses& misses) const {
  const Price& price = of(type);
  return price.l2_s_per_byte * static_cast<double>(misses.l2_bytes) +
         price.l3_s_per_byte * static_cast<double>(misses.l3_bytes);
}

double CachePrices::time_share(std::string_view type) const {
  return of(type).time_share;
}

void CachePrices::lower(const std::string& type, double factor) {
  if (measured_.contains(type)) return;
  lowered_[type] = {assumed_.l2_s_per_byte * factor, assumed_.l3_s_per_byte * factor, 0.0};
}

std::string CachePrices::assumption() const {
  const auto names = [](const auto& prices) {
    std::string text;
    for (const auto& [type, price] : prices) text += (text.empty() ? "'" : ", '") + type + "'";
    return text;
  };
  std::string text = assumption_;
  if (!measured_.empty()) text += ", for tasks of types other than " + names(measured_);
  if (!lowered_.empty())
    text += ", but less for tasks of type " + names(lowered_) + ", whose times are shorter";
  return text;
}

TaskCost CacheCosts::cost(const TaskShape& task) const {
  TaskCost cost = costs_->cost(task);
  const double base = 1.0 - prices_.time_share(task.type);
  cost.seconds *= base;
  cost.deviation_s *= base;
  return cost;
}

double CacheCosts::on_start(const TaskShape& task, const TaskCost& cost, NodeId node, WorkerId worker) {
  const auto& [number, accesses] = *task.starting;
  const CacheMisses missing = model_.start(accesses, node, worker);
  if (misses_.size() <= number) misses_.resize(number + std::size_t{1});
  misses_[number] = {missing, model_.shared_cache_of(node, worker)};
  return costs_->on_start(task, cost, node, worker) + prices_.seconds(task.type, missing);
}

std::unique_ptr<CostModel> CacheCosts::clone() const {
  std::shared_ptr<CostModel> costs = costs_->clone();
  if (costs == nullptr) return nullptr;
  return std::make_unique<CacheCosts>(std::move(costs), model_.levels(), prices_);
}

void CacheCosts::restart() {
  costs_->restart();
  model_ = CacheModel(model_.levels());
  misses_.clear();
}

std::string CacheCosts::description() const {
  auto document = nlohmann::ordered_json::parse(costs_->description());
  const CacheLevels& levels = model_.levels();
  nlohmann::ordered_json caches;
  caches["l2_bytes"] = levels.l2 ? nlohmann::ordered_json(levels.l2->bytes) : nullptr;
  caches["l3_bytes"] = levels.l3 ? nlohmann::ordered_json(levels.l3->bytes) : nullptr;
  document["caches"] = std::move(caches);
  return json_text(document);
}

Result<std::shared_ptr<CostModel>> with_caches(std::shared_ptr<CostModel> costs, const Platform& platform,
                                               const std::string& name, unsigned threads,
                                               std::vector<std::string>& assumptions) {
  Result<CacheLevels> levels = cache_levels(platform, name, threads);
  if (!levels) return levels.error();
  CachePrices prices(*levels, costs->cache_prices());
  assumptions.push_back(prices.assumption());
  return std::shared_ptr<CostModel>(
      std::make_shared<CacheCosts>(std::move(costs), std::move(*levels), std::move(prices)));
}

}  // namespace gusset::simulator
