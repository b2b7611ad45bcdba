#include "edge_reduction.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace gusset::detail {

namespace {

/// How many edges may be looked at for one task.
constexpr std::size_t search_budget = 1 << 16;

/// A task's place in an order in which each comes after its predecessors; `unplaced` in and after cycles.
constexpr std::uint32_t unplaced = ~std::uint32_t{0};

std::vector<std::uint32_t> places(const Predecessors& before) {
  Predecessors after(before.size());
  std::vector<std::size_t> awaited(before.size());
  std::vector<std::uint32_t> ready;
  for (std::uint32_t task = 0; task < before.size(); ++task) {
    awaited[task] = before[task].size();
    for (const std::uint32_t predecessor : before[task]) after[predecessor].push_back(task);
    if (awaited[task] == 0) ready.push_back(task);
  }
  std::vector<std::uint32_t> place(before.size(), unplaced);
  for (std::size_t next = 0; next < ready.size(); ++next) {
    place[ready[next]] = static_cast<std::uint32_t>(next);
    for (const std::uint32_t successor : after[ready[next]]) {
      if (--awaited[successor] == 0) ready.push_back(successor);
    }
  }
  return place;
}

class Reduction {
 public:
  explicit Reduction(Predecessors before)
      : before_(std::move(before)), place_(places(before_)), seen_(before_.size(), 0) {}

  Predecessors reduced() {
    std::vector<std::uint32_t> order;
    for (std::uint32_t task = 0; task < before_.size(); ++task) {
      if (place_[task] != unplaced) order.push_back(task);
    }
    std::sort(order.begin(), order.end(), [this](auto a, auto b) { return place_[a] < place_[b]; });
    for (const std::uint32_t task : order) reduce(task);
    return std::move(before_);
  }

 private:
  void reduce(std::uint32_t task) {
    std::vector<std::uint32_t> candidates = before_[task];
    // Those that come last first: only they can follow another.
    std::sort(candidates.begin(), candidates.end(), [this](auto a, auto b) { return place_[a] > place_[b]; });
    std::vector<std::uint32_t> kept;
    std::size_t budget = search_budget;
    for (const std::uint32_t candidate : candidates) {
      const bool is_implied = std::any_of(
          kept.begin(), kept.end(), [&](std::uint32_t other) { return follows(other, candidate, budget); });
      if (!is_implied) kept.push_back(candidate);
    }
    std::sort(kept.begin(), kept.end());
    before_[task] = std::move(kept);
  }

  /// Whether `later` comes after `earlier`; both have been reduced.
  bool follows(std::uint32_t later, std::uint32_t earlier, std::size_t& budget) {
    std::vector<std::uint32_t> open{later};
    ++search_;
    while (!open.empty()) {
      const std::uint32_t task = open.back();
      open.pop_back();
      for (const std::uint32_t predecessor : before_[task]) {
        if (predecessor == earlier) return true;
        if (place_[predecessor] < place_[earlier] || seen_[predecessor] == search_ || budget == 0) continue;
        --budget;
        seen_[predecessor] = search_;
        open.push_back(predecessor);
      }
    }
    return false;
  }

  Predecessors before_;
  std::vector<std::uint32_t> place_;
  std::vector<std::uint64_t> seen_;  // the last search that came by
  std::uint64_t search_ = 0;
};

}  // namespace

Predecessors without_implied(Predecessors before) {
  for (std::vector<std::uint32_t>& list : before) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return Reduction(std::move(before)).reduced();
}

}  // namespace gusset::detail
