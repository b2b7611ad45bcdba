// How the program waits.
#include <algorithm>
#include <mutex>

#include "engine/distributed_engine.hpp"
#include "gusset/core/errors.hpp"
#include "messages/failure_text.hpp"

namespace gusset::cluster {
namespace {

constexpr std::chrono::milliseconds look_around_interval{250};
/// How long to look for the first difference between programs.
constexpr std::chrono::seconds divergence_timeout{5};

std::string version_text(const HandleState& handle, std::uint32_t version) {
  return "waits for version " + std::to_string(version) + " of " + handle.label();
}

/// A sum that is under way.
struct PendingSum final : Operation {
  std::atomic<bool> is_complete{false};
  void completed() override { is_complete.store(true, std::memory_order_seq_cst); }
};

struct Reached final : VersionWatcher {
  std::atomic<bool> is_reached{false};
  void reached() noexcept override { is_reached.store(true, std::memory_order_seq_cst); }
};

}  // namespace

/// Executes tasks and polls until is_done(). Throws if the run can't go on. `awaited` says in reports what
/// the program waits for.
void DistributedEngine::help_until(const Condition& is_done, const std::string& awaited) {
  const auto begin = std::chrono::steady_clock::now();
  messenger_.wake();
  for (;;) {
    const auto due = std::chrono::steady_clock::now() + look_around_interval;
    bool is_over = false;
    inner_->help([&] {
      is_over = is_over || is_done();  // don't ask again: a condition may have taken what it waited for
      return is_over || trouble_.load(std::memory_order_seq_cst) != Trouble::none ||
             std::chrono::steady_clock::now() >= due;
    });
    if (is_over) return;
    throw_if_broken();
    look_around(begin, awaited);
  }
}

void DistributedEngine::run_everywhere() {
  everywhere_.run([this](const Condition& is_done) { help_until(is_done); });
}

/// Replaces the values by their sums over all nodes.
void DistributedEngine::sum(std::span<std::uint64_t> values) {
  // Not on the stack: the network may still use it after an exception.
  struct Request {
    std::vector<std::uint64_t> values;
    PendingSum operation;
  };
  const auto request = std::make_shared<Request>();
  request->values.assign(values.begin(), values.end());
  messenger_.post_call([request](Transport& transport) {
    transport.sum(request->values, static_cast<Operation*>(&request->operation));
  });
  ++sums_;
  unfinished_sum_ = request;
  help_until([&] { return request->operation.is_complete.load(std::memory_order_seq_cst); });
  unfinished_sum_.reset();
  std::copy(request->values.begin(), request->values.end(), values.begin());
}

DistributedEngine::Agreement DistributedEngine::agree(std::uint64_t actions_ended) {
  constexpr std::uint64_t low = 0xffffffff;
  std::uint64_t hash = 0;
  {
    const std::lock_guard guard(stream_lock_);
    hash = stream_.hash();
  }
  std::uint64_t values[] = {
      hash & low,        hash >> 32,   listeners_.sent() - replicas_.received(), inner_->failure() != nullptr,
      messages_.begun(), actions_ended};
  sum(values);
  const std::uint64_t nodes = messenger_.nodes();
  const bool has_same_program = values[0] == nodes * (hash & low) && values[1] == nodes * (hash >> 32);
  return {has_same_program, values[2], values[3], values[4], values[5]};
}

/// Waits until the programs of all nodes have come to this point.
void DistributedEngine::fence() {
  throw_if_broken();
  if (const HandleState* const written = exchange_.written())
    report_write(*written, stream_.tasks(), std::nullopt);
  if (!agree().has_same_program) require_same_program();
  exchange_.clear();
  ++fences_;
  fenced_tasks_ = stream_.tasks();
  is_open_ = must_fence_ = false;
}

/// The programs differ: finds out where, and throws.
void DistributedEngine::require_same_program() {
  divergence_.start(0);
  const auto begin = std::chrono::steady_clock::now();
  help_until([&] { return std::chrono::steady_clock::now() - begin > divergence_timeout; });
  break_off(Trouble::divergence, "the nodes' programs differ; expected the same tasks on every node");
  throw_if_broken();
}

/// The program has made a step: other nodes' programs may now look at the contents of this node.
void DistributedEngine::end_step() {
  exchange_.step();
  if (stream_.tasks() != fenced_tasks_) is_open_ = must_fence_ = true;
}

void DistributedEngine::wait(HandleState& handle, std::uint32_t version) {
  if (messages_.is_handling() && !has_reached(handle.version(), version)) refuse_in_message();
  if (!is_in_program() || handle.slot.is_none()) return inner_->wait(handle, version);
  throw_if_broken();
  const Rest at_end(*this);
  if (!is_alone()) run_everywhere();
  const bool is_known = stream_.tasks() == finished_tasks_ && has_reached(submitted_version(handle), version);
  if (!is_alone() && is_known) return end_step();
  const ActiveMessages::Wait waiting(messages_);
  const bool is_shared = !is_alone() && handle.owner != every_node;
  if (is_shared) {
    const std::lock_guard guard(stream_lock_);
    stream_.wait(handle.slot.value(), version);
    if (handle.owner == here_) listeners_.add_notices(handle, version, stream_);
  }
  const std::exception_ptr failure =
      is_local(handle) ? wait_here(handle, version) : wait_for_other(handle, version);
  if (!is_alone()) end_step();
  if (failure != nullptr) std::rethrow_exception(is_alone() ? failure : with_node(failure, here_.value()));
}

std::exception_ptr DistributedEngine::wait_here(HandleState& handle, std::uint32_t version) {
  if (!has_reached(handle.version(), version)) {
    Reached reached;
    inner_->watch(handle, version, reached);
    help_until([&] { return reached.is_reached.load(std::memory_order_seq_cst); },
               version_text(handle, version));
  }
  return inner_->failure_of(handle, version);
}

/// Waits for the readers on this node, and for the owner's message.
std::exception_ptr DistributedEngine::wait_for_other(HandleState& handle, std::uint32_t version) {
  HandleEntry& entry = handles_[handle];
  const std::uint64_t key = key_of(entry.number, version);
  std::exception_ptr failure;
  const Condition is_reached = [&] {
    if (!Replicas::are_idle(entry)) return false;
    const std::lock_guard guard(news_lock_);
    const auto notice = notices_.find(key);
    if (notice == notices_.end()) return false;
    failure = notice->second;
    notices_.erase(notice);
    return true;
  };
  help_until(is_reached, version_text(handle, version));
  replicas_.collect();
  handle.set_version(version);
  return failure;
}

void DistributedEngine::wait_all() {
  if (messages_.is_handling()) refuse_in_message();
  if (inner_->running_task() != nullptr) return inner_->wait_all();
  throw_if_broken();
  if (is_alone()) {
    help_until([&] { return inner_->in_flight() == 0; });
    note_end();
    if (const std::exception_ptr failure = inner_->take_failure()) std::rethrow_exception(failure);
    return;
  }
  const Rest at_end(*this);
  run_everywhere();
  if (is_finished_so_far()) return exchange_.step();
  const ActiveMessages::Wait waiting(messages_);
  {
    const std::lock_guard guard(stream_lock_);
    stream_.wait_all();
  }
  const Agreement agreement = complete();
  if (balancer_) end_questions();
  replicas_.collect();
  finished_tasks_ = stream_.tasks();
  is_fulfilling_.store(false, std::memory_order_relaxed);  // see place()
  note_end();
  handles_.for_each_shared([this](HandleEntry& entry) {
    HandleState& handle = *entry.handle;
    if (!is_local(handle)) handle.set_version(handle.sequence.final_version());
  });
  const std::exception_ptr failure =
      agreement.failed_nodes > 0 ? common_failure(agreement.failed_nodes) : nullptr;
  ++waits_;
  end_step();
  if (messages_.has_kinds()) is_open_ = must_fence_ = true;  // tasks of graphs are not in the stream
  if (failure != nullptr) std::rethrow_exception(failure);
}

// How the nodes find out that everything has ended. A node is idle when its own tasks have ended and all
// contents that it sends have left. The program's tasks are known, so without active messages an idle node
// stays idle, and one round, in which each node takes part once it is idle, is enough.
//
// With active messages (and task graphs, which send them) an idle node can become busy again: a message's
// function submits a task. But only an action of a message does that (ActiveMessages), and only a task or
// another action begins an action. Each node counts the actions that it has begun, before the task or action
// that begins them ends, and those that it has ended, after the tasks that they submit are counted as in
// flight. This is the four-counter method (Mattern, "Algorithms for distributed termination detection",
// 1987). In each round each node
//   1. reads E, its number of ended actions,
//   2. then finds itself idle,
//   3. then reads B, its number of begun actions,
// and both are summed up over all nodes. A round begins after all nodes have taken part in the one before.
//
// Claim: if the sum of E in one round equals the sum of B in the next, everything had ended at the moment t
// between the two. Both numbers only grow, and no node ends what no node has begun, so
//   E(round) ≤ E(t) ≤ B(t) ≤ B(next round).
// Since the first and the last are equal, all are. E(t) = B(t): at t no action is under way. E(round) = E(t):
// no node has ended an action since it read E; and as none is under way at t, none has begun and ended one
// either. So no node has become busy since it found itself idle in step 2, and at t no task is left, nor
// anything that could bring one.
//
// The first round of a wait needs none before it: if B equals the number of all actions before the wait, no
// node had begun another when it read B. The first that a node begins later would need a task on an idle
// node, and only an action brings one.
//
// So no wait ends too early. Each wait also ends: once everything has ended, the numbers no longer change,
// and the next two rounds find them equal.
DistributedEngine::Agreement DistributedEngine::complete() {
  std::uint64_t ended_before = finished_actions_;
  for (;;) {
    std::uint64_t ended = 0;
    help_until([&] {
      ended = messages_.ended();
      return inner_->in_flight() == 0 && listeners_.pending() == 0 && (!balancer_ || balancer_->is_still());
    });
    const Agreement agreement = agree(ended);
    if (!agreement.has_same_program) require_same_program();
    if (agreement.in_flight == 0 && agreement.actions_begun == ended_before) {
      finished_actions_ = ended_before;
      return agreement;
    }
    ended_before = agreement.actions_ended;
  }
}

/// All tasks have ended. Waits until no node asks or answers another: messages may rest from now on.
void DistributedEngine::end_questions() {
  balancer_->forget_kept();
  help_until([this] { return balancer_->has_answer() && balancer_->is_still(); });
  if (!settings_.balance.asks()) return;
  std::uint64_t nothing[1] = {};
  sum(nothing);
}

void DistributedEngine::refuse_in_message() const {
  throw UsageError("a message can't wait");
}

/// Notes the makespan: all tasks so far have ended.
void DistributedEngine::note_end() {
  if (!begin_) return;
  makespan_s_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - *begin_).count();
}

/// The failure that all nodes throw: the one of the first node that has one.
std::exception_ptr DistributedEngine::common_failure(std::uint64_t failed_nodes) {
  if (const std::exception_ptr mine = with_node(inner_->take_failure(), messenger_.node())) {
    for (unsigned node = 0; node < messenger_.nodes(); ++node) {
      if (node == messenger_.node()) continue;
      messenger_.post_message(node, {.kind = Kind::failure, .reference = waits_}, bytes_of(mine));
    }
    const std::lock_guard guard(news_lock_);
    failures_[waits_][messenger_.node()] = mine;
  }
  help_until([&] {
    const std::lock_guard guard(news_lock_);
    return failures_[waits_].size() == failed_nodes;
  });
  const std::lock_guard guard(news_lock_);
  const std::exception_ptr first = failures_[waits_].begin()->second;
  failures_.erase(waits_);
  return first;
}

}  // namespace gusset::cluster
