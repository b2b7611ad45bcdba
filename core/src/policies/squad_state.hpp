#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "gusset/core/policy.hpp"

namespace gusset::detail {

/// The squads of a node's workers, one for each domain, and what all their policies know. Thread-safe. All
/// operations are relaxed: decisions that miss a change are only slightly worse, and the next search sees it.
class SquadState final : public SharedPolicyState {
 public:
  struct Squad {
    DomainId domain;
    std::vector<WorkerId> workers;         // the first is the head
    std::atomic<std::int32_t> open{0};     // dividing tasks with running kernels, and incomplete leaves
    std::atomic<std::int32_t> running{0};  // its workers that run a kernel

    bool is_busy() const { return open.load(std::memory_order_relaxed) > 0; }
    bool is_running() const { return running.load(std::memory_order_relaxed) > 0; }
  };

  explicit SquadState(const PolicyContext& context);

  std::size_t size() const { return squads_.size(); }
  Squad& squad(std::size_t index) { return squads_[index]; }
  std::size_t squad_of(WorkerId worker) const { return of_worker_[worker.value()]; }
  /// Requires a domain with workers.
  std::size_t index_of(DomainId domain) const;

  /// The data of the program's largest task with parts, in bytes; 0: there is none yet.
  std::uint64_t data_bytes() const { return data_bytes_.load(std::memory_order_relaxed); }
  void saw_data(std::uint64_t bytes);

  /// Whether any task that divides work, or any leaf, has not completed.
  bool has_open_tasks() const { return open_.load(std::memory_order_relaxed) > 0; }
  void opened(Tier tier) {
    open_.fetch_add(1, std::memory_order_relaxed);
    (tier == Tier::leaf ? leaves_ : dividing_).fetch_add(1, std::memory_order_relaxed);
  }
  void closed() { open_.fetch_sub(1, std::memory_order_relaxed); }
  /// A task that divides work has submitted its subtasks, or was skipped.
  void divided() { dividing_.fetch_sub(1, std::memory_order_relaxed); }
  bool is_dividing() const { return dividing_.load(std::memory_order_relaxed) > 0; }
  /// The number of leaves so far.
  std::uint64_t leaves() const { return leaves_.load(std::memory_order_relaxed); }

 private:
  std::deque<Squad> squads_;  // in the order of their domains
  std::vector<std::size_t> of_worker_;
  std::atomic<std::uint64_t> data_bytes_{0};
  std::atomic<std::int64_t> open_{0};
  std::atomic<std::uint64_t> leaves_{0};
  std::atomic<std::uint64_t> dividing_{0};
};

/// How many domains the workers have.
std::size_t count_domains(const PolicyContext& context);

}  // namespace gusset::detail
