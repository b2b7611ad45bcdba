#include "node_workers.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "gusset/core/errors.hpp"

namespace gusset::simulator {
namespace {

// Limits repeated searches. A real thief that misses a task searches again at once; here time stands still
// meanwhile, so the search must end.
constexpr int searches_at_once = 16;

}  // namespace

NodeWorkers::NodeWorkers(const ScheduleOptions& options, std::uint64_t seed)
    : policy_(options.policy), workers_(options.workers), domains_(options.domains) {
  std::shared_ptr<SharedPolicyState> shared;
  for (unsigned w = 0; w < options.workers; ++w) {
    Worker& worker = workers_[w];
    worker.policy = make_policy(policy_, {WorkerId(w), options.workers, seed, domains_,
                                          options.socket_cache_bytes, options.boundary, &shared});
    worker.traits = worker.policy->traits();
    worker.runs_first_woken = worker.policy->runs_first_woken();
  }
  has_squads_ = workers_.front().traits.has_squads;
  if (!has_squads_) return;
  if (domains_.empty()) domains_.assign(options.workers, DomainId(0));
  pools_.resize(std::max_element(domains_.begin(), domains_.end())->value() + 1);
}

NodeWorkers::Found NodeWorkers::find(std::uint32_t w, bool may_steal) {
  Worker& self = workers_[w];
  if (self.next != none) return {std::exchange(self.next, none)};
  if (queued_ == 0) return {};
  --queued_;
  if (!self.bound.empty()) return {pop(self.bound)};
  if (!self.stack.empty()) return {self.stack.pop_newest()};
  if (!self.queue.empty()) return {self.queue.pop()};
  if (!self.guided.empty()) return {pop(self.guided)};
  if (!shared_.empty()) return {pop(shared_)};
  if (may_steal) {
    if (const std::uint32_t task = steal_guided(); task != none) return {task, true};
    if (const std::uint32_t task = steal(self); task != none) return {task, true};
    if (const Found found = take_from_pools(w); found.task != none) return found;
  }
  ++queued_;
  return {};
}

void NodeWorkers::put(Worker& by, const Policy::Place& place, std::uint32_t task) {
  if (has_squads_) mark_of(task).tier = place.tier;
  if (!place.pool.is_none()) return put_into_pool(place, task);
  if (place.worker.is_none()) {
    push(shared_, {place.rank, sequence_++, task});
    return;
  }
  Worker& host = checked(place.worker);
  // A stack belongs to its worker, so other workers put tasks into the queue.
  (place.lane == Policy::Lane::stack && &host == &by ? host.stack : host.queue).push(task);
}

void NodeWorkers::push(std::vector<Ranked>& heap, const Ranked& task) {
  heap.push_back(task);
  std::push_heap(heap.begin(), heap.end(), is_behind);
}

std::uint32_t NodeWorkers::pop(std::vector<Ranked>& heap) {
  std::pop_heap(heap.begin(), heap.end(), is_behind);
  const std::uint32_t task = heap.back().task;
  heap.pop_back();
  return task;
}

std::uint32_t NodeWorkers::steal(Worker& thief) {
  Policy& policy = *thief.policy;
  for (int search = 0; search < searches_at_once; ++search) {
    for (std::size_t attempt = 0;; ++attempt) {
      const std::optional<WorkerId> id = policy.next_victim(attempt);
      if (!id && attempt == 0) return none;  // the policy never steals
      if (!id) break;
      Worker& victim = checked(*id);
      Fifo<std::uint32_t>& from = victim.queue.empty() ? victim.stack : victim.queue;
      if (from.empty()) continue;
      const std::size_t most = std::min(from.size(), Policy::max_steal_count);
      const std::size_t count = std::clamp<std::size_t>(policy.steal_count(from.size()), 1, most);
      const auto take = [&] {
        const std::uint32_t task = from.pop();
        if (victims_ != nullptr) (*victims_)[task] = *id;
        return task;
      };
      const std::uint32_t task = take();
      for (std::size_t i = 1; i < count; ++i) thief.queue.push(take());
      return task;
    }
  }
  return none;
}

/// Takes the guided task with the highest priority, whichever worker has it.
std::uint32_t NodeWorkers::steal_guided() {
  Worker* victim = nullptr;
  for (Worker& worker : workers_) {
    if (worker.guided.empty()) continue;
    if (victim == nullptr || is_behind(victim->guided.front(), worker.guided.front())) victim = &worker;
  }
  if (victim == nullptr) return none;
  const std::uint32_t task = pop(victim->guided);
  if (victims_ != nullptr) (*victims_)[task] = WorkerId(static_cast<std::uint32_t>(victim - workers_.data()));
  return task;
}

/// Checks the policy's choice, because programs can define policies.
void NodeWorkers::put_into_pool(const Policy::Place& place, std::uint32_t task) {
  if (place.pool.value() >= pools_.size()) {
    throw UsageError("policy \"" + policy_ + "\": expected a pool of one of the workers' domains, found " +
                     std::to_string(place.pool.value()));
  }
  pools_[place.pool.value()].push(task);
}

NodeWorkers::Found NodeWorkers::take_from_pools(std::uint32_t w) {
  if (!has_squads_) return {};
  for (std::size_t attempt = 0;; ++attempt) {
    const std::optional<DomainId> domain = workers_[w].policy->next_pool(attempt);
    if (!domain) return {};
    Fifo<std::uint32_t>& pool = pools_.at(domain->value());
    if (pool.empty()) continue;
    const bool is_own = *domain == domains_[w];
    if (is_own) return {pool.pop_newest()};
    const std::uint32_t task = pool.pop();
    if (victims_ != nullptr) {
      const auto head = std::find(domains_.begin(), domains_.end(), *domain) - domains_.begin();
      (*victims_)[task] = WorkerId(static_cast<std::uint32_t>(head));
    }
    return {task, true};
  }
}

void NodeWorkers::begin_in_squad(std::uint32_t w, std::uint32_t task) {
  mark_of(task).squad = domains_[w];
  workers_[w].policy->begins(tier_of(task));
}

NodeWorkers::Mark& NodeWorkers::mark_of(std::uint32_t task) {
  if (task >= marks_.size()) marks_.resize(std::max<std::size_t>(task + 1, 2 * marks_.size()));
  return marks_[task];
}

/// Checks the policy's choice, because programs can define policies.
NodeWorkers::Worker& NodeWorkers::checked(WorkerId worker) {
  if (worker.value() < workers_.size()) return workers_[worker.value()];
  throw UsageError("policy \"" + policy_ + "\": expected a worker from 0 to " +
                   std::to_string(workers_.size() - 1) + ", found " + std::to_string(worker.value()));
}

}  // namespace gusset::simulator
