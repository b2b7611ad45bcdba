#pragma once
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "caches/cache_levels.hpp"
#include "caches/cache_model.hpp"
#include "gusset/base/result.hpp"
#include "gusset/simulator/costs/cost_model.hpp"
#include "gusset/simulator/platform/platform.hpp"

namespace gusset::simulator {

/// What bytes missing in caches cost, by task type: as measured, otherwise as assumed.
class CachePrices {
 public:
  CachePrices(const CacheLevels& levels, std::span<const CachePrice> measured);

  /// Returns the time that a task's missing bytes take, ≥ 0.
  double seconds(std::string_view type, const CacheMisses& misses) const;
  /// Returns the share of the type's mean measured time that missing bytes took; 0 if it was not measured.
  double time_share(std::string_view type) const;
  /// Lowers the assumed prices of one type by this factor, because its tasks' measured times allow no more.
  void lower(const std::string& type, double factor);
  /// States what is assumed about the types without a measured price.
  std::string assumption() const;

 private:
  struct Price {
    double l2_s_per_byte = 0.0;
    double l3_s_per_byte = 0.0;
    double time_share = 0.0;
  };
  const Price& of(std::string_view type) const;

  Price assumed_;
  std::string assumption_;
  std::map<std::string, Price, std::less<>> measured_;
  std::map<std::string, Price, std::less<>> lowered_;
};

/// Adds the time of the bytes that tasks miss in caches to another model's times. Where missing bytes have a
/// measured price, `cost` excludes the time that they took in the measured tasks, so a task's cost remains
/// the least time that it takes.
class CacheCosts final : public CostModel {
 public:
  CacheCosts(std::shared_ptr<CostModel> costs, CacheLevels levels, CachePrices prices)
      : costs_(std::move(costs)), model_(std::move(levels)), prices_(std::move(prices)) {}

  TaskCost cost(const TaskShape& task) const override;
  double on_start(const TaskShape& task, const TaskCost& cost, NodeId node, WorkerId worker) override;
  bool needs_accesses() const override { return true; }
  const std::vector<TaskMisses>* misses() const override { return &misses_; }
  std::unique_ptr<CostModel> clone() const override;
  void restart() override;
  bool assumes_deviation() const override { return costs_->assumes_deviation(); }
  Overheads overheads() const override { return costs_->overheads(); }
  MessageCosts messages() const override { return costs_->messages(); }
  std::span<const CachePrice> cache_prices() const override { return costs_->cache_prices(); }
  const Variation* variation() const override { return costs_->variation(); }
  std::vector<std::string> doubts() const override { return costs_->doubts(); }
  std::string description() const override;

 private:
  std::shared_ptr<CostModel> costs_;
  CacheModel model_;
  CachePrices prices_;
  std::vector<TaskMisses> misses_;
};

/// Returns these costs with the time of missing bytes, on a machine whose nodes have that many threads. Adds
/// what is assumed to the list. Fails if the platform states neither L2 nor L3; `name` is its name in errors.
Result<std::shared_ptr<CostModel>> with_caches(std::shared_ptr<CostModel> costs, const Platform& platform,
                                               const std::string& name, unsigned threads,
                                               std::vector<std::string>& assumptions);

}  // namespace gusset::simulator
