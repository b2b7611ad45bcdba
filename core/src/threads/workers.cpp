#include "threads/workers.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "gusset/core/engine/handle_state.hpp"

namespace gusset::detail {

bool Workers::any_ready() const {
  return !shared.empty() || any_guided() || any_in_pools() ||
         std::any_of(all.begin(), all.end(), [](const auto& worker) { return worker->has_ready(); });
}

bool Workers::any_in_pools() const {
  return std::any_of(pools.begin(), pools.end(), [](const TaskQueue& pool) { return !pool.empty(); });
}

bool Workers::any_bound() const {
  return std::any_of(all.begin(), all.end(), [](const auto& worker) { return !worker->bound.empty(); });
}

bool Workers::any_guided() const {
  return std::any_of(all.begin(), all.end(), [](const auto& worker) { return !worker->guided.empty(); });
}

std::size_t Workers::ready() const {
  std::size_t sum = shared.size();
  for (const TaskQueue& pool : pools) sum += pool.size();
  for (const auto& worker : all) sum += worker->ready();
  return sum;
}

bool Workers::are_quiescent() const {
  std::uint64_t searches = 0;
  for (std::size_t index = 1; index < all.size(); ++index) {
    // Sequentially consistent, here and below: pairs with the changes in ThreadedEngine::work() and
    // go_idle().
    const std::uint32_t count = all[index]->searches.load(std::memory_order_seq_cst);
    if (count % 2 == 1) return false;
    searches += count;
  }
  if (any_ready() || any_bound()) return false;
  for (std::size_t index = 1; index < all.size(); ++index)
    searches -= all[index]->searches.load(std::memory_order_seq_cst);
  return searches == 0;
}

std::uint64_t Workers::in_flight() const {
  std::uint64_t done = 0;
  std::uint64_t submitted = 0;
  for (const auto& worker : all) {
    static_cast<void>(
        worker->searches.load(std::memory_order_seq_cst));  // pairs with ThreadedEngine::go_idle()
    done +=
        worker->done.load(std::memory_order_acquire);  // pairs with the release in ThreadedEngine::complete()
  }
  static_cast<void>(foreign.searches.load(std::memory_order_seq_cst));
  done += foreign.done.load(std::memory_order_acquire);
  done += ended_elsewhere.load(std::memory_order_acquire);  // pairs with NodeEngine::end_moved
  // Read after the `done` counts, so that each task counted as done is also counted here.
  for (const auto& worker : all) submitted += worker->submitted.load(std::memory_order_acquire);
  submitted += foreign.submitted.load(std::memory_order_acquire);
  return submitted - done;
}

namespace {

/// The number of the handle's smallest parts, as if every part had as many parts as the first one; the
/// numbers are nearly equal.
std::uint32_t count_leaves(const HandleState& handle) {
  std::uint32_t leaves = 1;
  for (const HandleState* each = &handle; each->parts != nullptr; each = each->parts)
    leaves *= each->part_rows * each->part_columns;
  return leaves;
}

}  // namespace

void add_tree(TaskView& view, Task& task) {
  view.level = 1;
  const Task* const parent = task.parent();
  for (const Task* each = parent; each != nullptr && !each->type_is_none(); each = each->parent())
    ++view.level;
  if (parent != nullptr && !parent->type_is_none()) view.parent_tier = parent->extra().tier;
  view.is_inter_socket = task.has_extra() && task.extra().is_inter_socket;
  const HandleState* touched = nullptr;
  bool is_modified = false;
  std::vector<std::pair<std::uint16_t, std::uint64_t>> bytes_at;  // by worker
  for (const TaskAccess& access : task) {
    if (access.is_covered()) continue;
    const HandleState& handle = access.handle();
    view.bytes += handle.size_bytes;
    if (modifies(access.mode())) view.modified_bytes += handle.size_bytes;
    if (touched == nullptr || (modifies(access.mode()) && !is_modified)) touched = &handle;
    is_modified = is_modified || modifies(access.mode());
    const std::uint16_t last = handle.last_worker.load(std::memory_order_relaxed);  // relaxed: a hint
    if (last == TaskExtra::no_worker) continue;
    const auto same = std::find_if(bytes_at.begin(), bytes_at.end(),
                                   [last](const auto& entry) { return entry.first == last; });
    (same == bytes_at.end() ? bytes_at.emplace_back(last, 0) : *same).second += handle.size_bytes;
  }
  if (touched != nullptr) view.leaves = count_leaves(*touched);
  const auto most = std::max_element(bytes_at.begin(), bytes_at.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most != bytes_at.end()) view.last_worker = WorkerId(most->first);
}

TaskView Workers::view_of(Task& task, bool sees_tree) const {
  TaskView view;
  view.type = task.type();
  const HandleState* touched = nullptr;
  for (const TaskAccess& access : task) {
    if (touched == nullptr) touched = &access.handle();
    if (!modifies(access.mode()) || access.is_covered()) continue;
    touched = &access.handle();
    break;
  }
  if (touched != nullptr) view.handle = touched->id;
  if (sees_tree) add_tree(view, task);
  if (!task.has_extra()) return view;
  const TaskExtra& extra = task.extra();
  view.work = extra.work;
  view.priority = extra.priority;
  switch (extra.affinity.kind) {
    case Affinity::Kind::none:
    case Affinity::Kind::bound:  // no policy places it
    case Affinity::Kind::guided:
      break;
    case Affinity::Kind::worker:
      if (extra.affinity.index < all.size()) view.preferred = WorkerId(extra.affinity.index);
      break;
    case Affinity::Kind::domain: {
      // Picks a worker of the domain by the task's address, which needs no shared state.
      std::vector<WorkerId> there;
      for (std::size_t worker = 0; worker < domains.size(); ++worker) {
        if (domains[worker].value() == extra.affinity.index) there.emplace_back(worker);
      }
      if (!there.empty())
        view.preferred =
            there[(reinterpret_cast<std::uintptr_t>(&task) >> task.log2_block_bytes()) % there.size()];
      break;
    }
    case Affinity::Kind::data: {
      // Relaxed: only a preference.
      const std::uint16_t last =
          touched == nullptr ? std::uint16_t{0xffff} : touched->last_worker.load(std::memory_order_relaxed);
      if (last < all.size()) view.preferred = WorkerId(last);
      break;
    }
  }
  return view;
}

}  // namespace gusset::detail
