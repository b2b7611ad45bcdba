#include "policies/squads.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "policies/boundary.hpp"
#include "policies/squad_state.hpp"
#include "policies/stealing.hpp"

namespace gusset::detail {
namespace {

constexpr unsigned branching = 2;    // in CAB's programs and in this repository's
constexpr double size_slack = 1.01;  // halves of data are rarely equal

std::string level_text(unsigned level) {
  return "boundary level " + std::to_string(level);
}

std::size_t place_of(WorkerId worker, const std::vector<WorkerId>& workers) {
  return static_cast<std::size_t>(std::find(workers.begin(), workers.end(), worker) - workers.begin());
}

/// What both policies do: Algorithm I. Derived policies decide which tasks divide work among squads.
class SquadPolicy : public Policy {
 public:
  SquadPolicy(const PolicyContext& context, std::shared_ptr<SquadState> state)
      : state_(std::move(state)),
        index_(state_->squad_of(context.worker)),
        place_(place_of(context.worker, own().workers)),
        self_(context.worker),
        workers_(context.workers),
        random_(context) {}

  Traits traits() const final { return {.sees_tree = true, .has_squads = true}; }

  Place place(const TaskView& task, ReadyCause cause) final {
    if (!task.preferred.is_none()) return {task.preferred};
    if (task.level == 1 && task.leaves > 1) state_->saw_data(data_of(task));
    const Tier tier = task.parent_tier == Tier::inter_socket ? tier_of(task) : Tier::intra_socket;
    if (tier == Tier::intra_socket) {
      // Newest first: kernels can't suspend, so a task's own subtasks come before the tasks submitted
      // earlier.
      const bool is_own = cause == ReadyCause::woken || task.level > 1;
      return {self_, is_own ? Lane::stack : Lane::queue};
    }
    state_->opened(tier);
    Place result = place_between_squads(task, tier);
    result.tier = tier;
    return result;
  }

  std::optional<WorkerId> next_victim(std::size_t attempt) final {
    if (attempt == 0) is_searching_everywhere_ = !state_->has_open_tasks();
    const std::size_t size = is_searching_everywhere_ ? workers_ : own().workers.size();
    if (attempt + 1 >= size) return std::nullopt;
    if (attempt == 0) first_victim_ = random_.below(size - 1);
    const std::size_t distance = 1 + (first_victim_ + attempt) % (size - 1);
    if (is_searching_everywhere_) return WorkerId((self_.value() + distance) % workers_);
    return own().workers[(place_ + distance) % size];
  }

  std::size_t steal_count(std::size_t) final { return 1; }

  /// The head of a squad that is not busy looks into its own pool, then, if it may, into the others, starting
  /// with a random one. So does the head of a busy squad without a running kernel: what the squad waits for
  /// may be in a pool.
  std::optional<DomainId> next_pool(std::size_t attempt) final {
    if (own().workers.front() != self_ || attempt >= state_->size()) return std::nullopt;
    if (attempt == 0) {
      if (own().is_busy() && own().is_running()) return std::nullopt;
      first_pool_ = random_.below(state_->size() - 1);
      return own().domain;
    }
    if (!takes_from_others()) return std::nullopt;
    const std::size_t others = state_->size() - 1;
    return state_->squad((index_ + 1 + (first_pool_ + attempt - 1) % others) % state_->size()).domain;
  }

  void begins(Tier tier) final {
    own().running.fetch_add(1, std::memory_order_relaxed);
    if (tier != Tier::intra_socket) own().open.fetch_add(1, std::memory_order_relaxed);
  }
  void ran(Tier tier) final {
    own().running.fetch_sub(1, std::memory_order_relaxed);
    if (tier != Tier::inter_socket) return;
    own().open.fetch_sub(1, std::memory_order_relaxed);
    state_->divided();
  }
  bool completed(Tier tier, DomainId squad) final {
    if (tier == Tier::intra_socket) return false;
    if (tier == Tier::inter_socket && squad.is_none()) state_->divided();  // skipped
    if (tier == Tier::leaf && !squad.is_none())
      state_->squad(state_->index_of(squad)).open.fetch_sub(1, std::memory_order_relaxed);
    state_->closed();
    return true;
  }

 protected:
  SquadState& state() const { return *state_; }
  std::size_t index() const { return index_; }
  SquadState::Squad& own() const { return state_->squad(index_); }

 private:
  /// The bytes of data that a task of the program with parts accounts for.
  virtual std::uint64_t data_of(const TaskView& task) const = 0;
  /// The tier of a task that the program or a dividing task submits.
  virtual Tier tier_of(const TaskView& task) const = 0;
  virtual Place place_between_squads(const TaskView& task, Tier tier) const = 0;
  virtual bool takes_from_others() const { return true; }

  std::shared_ptr<SquadState> state_;
  std::size_t index_;  // its squad's index
  std::size_t place_;  // its place in its squad
  WorkerId self_;
  std::size_t workers_;
  RandomNumbers random_;
  bool is_searching_everywhere_ = false;
  std::size_t first_victim_ = 0;
  std::size_t first_pool_ = 0;
};

class CabPolicy final : public SquadPolicy {
 public:
  CabPolicy(const PolicyContext& context, std::shared_ptr<SquadState> state)
      : SquadPolicy(context, std::move(state)),
        given_(context.boundary),
        cache_bytes_(context.socket_cache_bytes) {}

  std::string explanation() const override {
    const std::uint64_t data = state().data_bytes();
    if (given_) return level_text(*given_) + ", as requested";
    if (data == 0) return level_text(0) + ": no task's data has parts to divide among sockets";
    const auto sockets = static_cast<unsigned>(state().size());
    const std::string of_sockets = "level " + std::to_string(level_for_sockets(branching, sockets)) +
                                   " is the first with a task for each of " + std::to_string(sockets) +
                                   " sockets";
    if (cache_bytes_ == 0)
      return level_text(boundary()) + ": " + of_sockets + ", and their caches are unknown";
    return level_text(boundary()) + ": " + of_sockets + ", level " +
           std::to_string(level_for_cache(branching, data, cache_bytes_)) + " the first whose share of " +
           bytes_text(data) + " fits a socket's cache of " + bytes_text(cache_bytes_);
  }

 private:
  unsigned boundary() const {
    return given_ ? *given_
                  : boundary_level(branching, static_cast<unsigned>(state().size()), state().data_bytes(),
                                   cache_bytes_);
  }
  /// The paper's input data: the arrays that programs modify, without the copies that they only read.
  std::uint64_t data_of(const TaskView& task) const override { return task.modified_bytes; }
  Tier tier_of(const TaskView& task) const override {
    const unsigned level = boundary();
    if (task.level < level) return Tier::inter_socket;
    return task.level == level || task.is_inter_socket ? Tier::leaf : Tier::intra_socket;
  }
  Place place_between_squads(const TaskView&, Tier) const override {
    Place place;
    place.pool = own().domain;
    return place;
  }

  std::optional<unsigned> given_;
  std::uint64_t cache_bytes_;
};

class SquadsPolicy final : public SquadPolicy {
 public:
  SquadsPolicy(const PolicyContext& context, std::shared_ptr<SquadState> state)
      : SquadPolicy(context, std::move(state)), cache_bytes_(context.socket_cache_bytes) {}

  std::string explanation() const override {
    if (state().data_bytes() == 0) return "no boundary: no task's data has parts to divide among sockets";
    std::string text = "boundary at tasks of " + bytes_text(share()) + ", a socket's share of " +
                       bytes_text(state().data_bytes());
    if (cache_bytes_ > 0 && static_cast<double>(cache_bytes_) < share())
      text += "; smaller tasks are divided, too, if they exceed a cache of " + bytes_text(cache_bytes_) +
              " and each half has at least " + count_text(own().workers.size(), "part");
    return text + "; " + count_text(state().leaves(), "task") + " went undivided to one socket";
  }

 private:
  double share() const {
    return static_cast<double>(state().data_bytes()) / static_cast<double>(state().size());
  }
  std::uint64_t data_of(const TaskView& task) const override { return task.bytes; }
  Tier tier_of(const TaskView& task) const override {
    if (task.leaves <= 1) return task.level > 1 || task.is_inter_socket ? Tier::leaf : Tier::intra_socket;
    const auto bytes = static_cast<double>(task.bytes);
    if (bytes > share() * size_slack) return Tier::inter_socket;
    const bool exceeds_cache = cache_bytes_ > 0 && task.bytes > cache_bytes_;
    return exceeds_cache && task.leaves / 2 >= own().workers.size() ? Tier::inter_socket : Tier::leaf;
  }
  /// Any worker divides, the largest tasks first, so that all leaves are soon in the pools of their squads.
  Place place_between_squads(const TaskView& task, Tier tier) const override {
    Place place;
    if (tier == Tier::inter_socket) {
      place.rank = -std::int64_t{task.level};
    } else {
      place.pool =
          state().squad(task.last_worker.is_none() ? index() : state().squad_of(task.last_worker)).domain;
    }
    return place;
  }
  /// Until everything is divided, a pool without leaves may still get some.
  bool takes_from_others() const override { return !state().is_dividing(); }

  std::uint64_t cache_bytes_;
};

/// With one squad there is nothing to divide; a boundary of 0 divides nothing.
class UndividedPolicy final : public LocalityPolicy {
 public:
  UndividedPolicy(const PolicyContext& context, std::string why)
      : LocalityPolicy(context), why_(std::move(why)) {}
  std::string explanation() const override { return why_; }

 private:
  std::string why_;
};

template <class Made>
std::unique_ptr<Policy> make_squad_policy(const PolicyContext& context) {
  std::shared_ptr<SharedPolicyState> own;
  std::shared_ptr<SharedPolicyState>& shared = context.shared == nullptr ? own : *context.shared;
  if (shared == nullptr) shared = std::make_shared<SquadState>(context);
  return std::make_unique<Made>(context, std::static_pointer_cast<SquadState>(shared));
}

}  // namespace

std::unique_ptr<Policy> make_cab_policy(const PolicyContext& context) {
  const std::string none = level_text(0);
  if (count_domains(context) <= 1)
    return std::make_unique<UndividedPolicy>(context, none + ": all workers share one socket");
  if (context.boundary == 0u) return std::make_unique<UndividedPolicy>(context, none + ", as requested");
  return make_squad_policy<CabPolicy>(context);
}

std::unique_ptr<Policy> make_squads_policy(const PolicyContext& context) {
  if (count_domains(context) <= 1)
    return std::make_unique<UndividedPolicy>(context, "no boundary: all workers share one socket");
  return make_squad_policy<SquadsPolicy>(context);
}

}  // namespace gusset::detail
