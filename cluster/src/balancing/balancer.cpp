#include "balancing/balancer.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <utility>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/subtasks.hpp"

namespace gusset::cluster {
namespace {

/// How many tasks of other nodes a node keeps.
constexpr std::size_t most_kept = 16384;

constexpr double ns_per_s = 1e9;

}  // namespace

Balancer::Balancer(Balance balance, std::uint64_t seed, NodeEngine& engine,
                   core_tracing::PartRecorder* recorder, Messenger& messenger, DataPool& pool)
    : balance_(std::move(balance)),
      here_(messenger.node()),
      nodes_(messenger.nodes()),
      engine_(engine),
      messenger_(messenger),
      departures_(engine, recorder, messenger, keys_),
      kept_(engine),
      guests_(engine, recorder, messenger, pool, keys_, kept_),
      search_(here_, nodes_, seed) {
  balance_.check_nodes(nodes_, "GUSSET_BALANCE");
}

bool Balancer::may_move(Task& task) {
  const TaskClass& kind = task.task_class();
  if (!task.is_migratable() || task.is_bound() || task.is_everywhere() || kind.then != nullptr ||
      task.access_count() == 0 || task.access_count() > max_moved_accesses ||
      (kind.can_split && has_parts(task)))
    return false;
  return std::none_of(task.begin(), task.end(), [](const TaskAccess& access) {
    const bool may_share = modifies(access.mode()) && !is_exclusive(access.mode());
    return may_share || access.handle().owner == every_node || access.handle().renaming != nullptr;
  });
}

bool Balancer::keeps(std::uint64_t number) const {
  return balance_.asks() || balance_.listed(number) == here_;
}

void Balancer::keep(Task& task, std::uint64_t number, Shapes shapes) {
  if (kept_.keep(task, number, std::move(shapes), balance_.asks() ? most_kept : SIZE_MAX))
    guests_.keeps(number);
}

Load Balancer::load() const {
  Load load{engine_.ready(), engine_.workers()};
  const std::uint64_t ran = own_tasks_.load(std::memory_order_relaxed);
  if (ran == 0) return load;
  load.task_s = static_cast<double>(own_tasks_ns_.load(std::memory_order_relaxed)) /
                static_cast<double>(ran) / ns_per_s;
  return load;
}

// ---- tasks that leave

bool Balancer::takes_away(Task& task) {
  if (is_abandoned_.load(std::memory_order_relaxed)) return false;
  if (balance_.asks()) return gives_away(task);
  const NodeId to = balance_.listed(task.extra().number);
  if (to.is_none() || to == here_) return false;
  departures_.start(task, to);
  return true;
}

bool Balancer::gives_away(Task& task) {
  // Relaxed: if this task misses a new question, a later task finds it.
  if (open_questions_.load(std::memory_order_relaxed) == 0) return false;
  const std::lock_guard guard(lock_);
  close_if_over(steady_ns());
  if (questions_.empty()) return false;
  Question& question = questions_.front();
  const std::uint64_t number = task.extra().number;
  if (number < question.kept.oldest || number > question.kept.latest) return false;
  ++question.given;
  departures_.start(task, NodeId(question.from));
  close_if_over(0);
  return true;
}

/// Answers the questions that need not stay open. Requires the lock.
void Balancer::close_if_over(std::int64_t now) {
  while (!questions_.empty()) {
    const Question& first = questions_.front();
    if (first.given < first.most && now <= first.deadline_ns && engine_.ready() > first.stays) return;
    messenger_.post_message(first.from, {.kind = Kind::given, .bytes = first.given});
    questions_.pop_front();
    open_questions_.store(questions_.size(), std::memory_order_relaxed);
  }
}

void Balancer::ran_here(std::int64_t duration_ns) {
  own_tasks_.fetch_add(1, std::memory_order_relaxed);  // relaxed, here and below: statistics
  own_tasks_ns_.fetch_add(duration_ns, std::memory_order_relaxed);
}

void Balancer::asked(Transport& transport, unsigned from, const Header& header) {
  Load mine = load();
  const Load asking{header.bytes, header.version, static_cast<double>(header.reference) / ns_per_s};
  Moves moves{departures_.transfer_s(), departures_.under_way()};
  const std::lock_guard guard(lock_);
  for (const Question& earlier : questions_) {
    moves.away += earlier.most - earlier.given;
    mine.ready -= std::min(mine.ready, earlier.most - earlier.given);
  }
  const std::size_t most = tasks_to_give(balance_, mine, asking, moves);
  if (most == 0) return cluster::send(transport, from, {.kind = Kind::given});
  questions_.push_back({from,
                        most,
                        0,
                        tasks_that_stay(balance_, mine, asking, moves),
                        {header.event, header.hash},
                        steady_ns() + promise_ns(mine.task_s)});
  open_questions_.store(questions_.size(), std::memory_order_relaxed);
}

// ---- tasks that come

void Balancer::polled(Transport& transport, bool is_idle) {
  if (!balance_.asks() || is_abandoned_.load(std::memory_order_relaxed)) return;
  if (open_questions_.load(std::memory_order_relaxed) > 0) {
    const std::lock_guard guard(lock_);
    close_if_over(steady_ns());
  }
  if (is_idle && has_answer() && steady_ns() >= next_question_ns_) ask(transport);
}

void Balancer::ask(Transport& transport) {
  // The other node may send any of the kept tasks.
  const KeptTasks::Range kept = kept_.promise(true);
  if (kept.is_empty()) {
    kept_.promise(false);
    return;
  }
  is_open_.store(true, std::memory_order_seq_cst);
  came_ = 0;
  answer_.reset();
  const Load mine = load();
  cluster::send(transport, search_.next().value(),
                {.kind = Kind::ask,
                 .version = mine.workers,
                 .bytes = mine.ready + guests_.coming(),
                 .reference = static_cast<std::uint64_t>(mine.task_s * ns_per_s),
                 .event = kept.oldest,
                 .hash = kept.latest});
}

void Balancer::received(Transport& transport, unsigned from, const Header& header,
                        std::span<const std::byte> body) {
  if (header.kind == Kind::ask) return asked(transport, from, header);
  if (header.kind == Kind::result) return departures_.received(transport, header, body);
  if (header.kind == Kind::given) {
    answer_ = header.bytes;
  } else {
    ++came_;
    guests_.received(transport, from, header, body);
  }
  close_own();
}

/// Closes this node's question once the answer and all tasks have come. They may come in any order.
void Balancer::close_own() {
  if (has_answer() || answer_ != came_) return;
  if (came_ > 0) {
    search_.given();
  } else {
    next_question_ns_ = steady_ns() + search_.refused_ns();
  }
  kept_.promise(false);
  is_open_.store(false, std::memory_order_seq_cst);
}

void Balancer::abandon(const std::exception_ptr& failure) {
  is_abandoned_.store(true, std::memory_order_relaxed);
  messenger_.post_call([this, failure](Transport&) {
    departures_.abandon(failure);
    guests_.abandon(failure);
    is_open_.store(false, std::memory_order_seq_cst);
  });
}

}  // namespace gusset::cluster
