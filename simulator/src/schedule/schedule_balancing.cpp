// How nodes share the work of tasks that may migrate: questions for work, and tasks that run elsewhere.
#include <algorithm>
#include <utility>

#include "network/simulated_time.hpp"
#include "schedule.hpp"

namespace gusset::simulator {

/// The node that the event's message or timer is for.
NodeId Schedule::destination_of(EventKind kind, std::uint32_t number) const {
  switch (kind) {
    case EventKind::question:
      return balancing_->nodes[number].question.asked;
    case EventKind::moved:
      return balancing_->moves[number].receiver;
    case EventKind::result:
      return balancing_->moves[number].home;
    default:
      return NodeId(number);
  }
}

/// The bytes of contents in the event's message.
std::uint64_t Schedule::bytes_of(EventKind kind, std::uint32_t number) const {
  if (kind == EventKind::moved) return balancing_->moves[number].contents.bytes_there;
  return kind == EventKind::result ? balancing_->moves[number].contents.bytes_back : 0;
}

/// Handles one of the events from `question` on. Arrivals count when the node has seen them.
void Schedule::handle_balancing(EventKind kind, std::uint32_t number) {
  switch (kind) {
    case EventKind::retry:
      --balancing_->pending_talk;
      return retry(NodeId(number));
    case EventKind::closing:
      --balancing_->pending_talk;
      return close_promise(NodeId(number));
    case EventKind::move_departure:
      return depart_move(number);
    case EventKind::question:
    case EventKind::refusal:
      --balancing_->pending_talk;
      break;
    default:
      break;
  }
  if (options_.messages) return reach(destination_of(kind, number), kind, number);
  see_balancing(kind, number);
}

void Schedule::see_balancing(EventKind kind, std::uint32_t number) {
  switch (kind) {
    case EventKind::question:
      return consider(NodeId(number));
    case EventKind::refusal:
      return end_question(NodeId(number));
    case EventKind::moved:
      return receive_task(number);
    default:
      return receive_result(number);
  }
}

/// Sends a short message about the question of a node, or sets a timer for it.
void Schedule::talk(NodeId from, NodeId to, EventKind kind, NodeId asking) {
  ++balancing_->pending_talk;
  send_trip(from, to, 0, kind, asking.value());
}
void Schedule::talk_at(std::int64_t time_ns, EventKind kind, NodeId asking) {
  ++balancing_->pending_talk;
  at(time_ns, kind, asking.value());
}

// ---- questions

/// A node with idle workers asks another one.
void Schedule::ask_for_work(NodeId n) {
  Balancing::Node& self = balancing_->of(n);
  const Node& node = nodes_[n.value()];
  if (self.question.is_open || self.is_waiting || node.idle.empty() || !balancing_->balance.asks()) return;
  const Load load{node.workers.queued() + self.coming, computing_workers(), self.task_s()};
  self.question = {true, self.search.next(), load};
  talk(n, self.question.asked, EventKind::question, n);
}

/// The node has waited after a refusal. If nothing else can happen, it stops asking, so that the schedule
/// ends or finds out that what it waits for will not come.
void Schedule::retry(NodeId n) {
  balancing_->of(n).is_waiting = false;
  if (pending_ > balancing_->pending_talk) ask_for_work(n);
}

/// The question reaches the asked node, which decides how many tasks it gives.
void Schedule::consider(NodeId asking) {
  Balancing::Question& question = balancing_->of(asking).question;
  Balancing::Node& self = balancing_->of(question.asked);
  const std::size_t ready = nodes_[question.asked.value()].workers.queued();
  std::size_t promised = 0;
  for (const NodeId other : self.promised) promised += balancing_->of(other).question.left;
  const Moves moves{self.transfer.seconds(), self.away + promised};
  promised = std::min(ready, promised);
  const Load load{ready - promised, computing_workers(), self.task_s()};
  const std::size_t left = tasks_to_give(balancing_->balance, load, question.asking, moves);
  const std::size_t own = ready - std::min(ready, promised + self.guests);
  question.left = std::min(left, own);
  if (question.left == 0) return refuse(asking);
  question.stays = tasks_that_stay(balancing_->balance, load, question.asking, moves);
  question.until_ns = now_ns_ + promise_ns(load.task_s);
  self.promised.push_back(asking);
  talk_at(question.until_ns, EventKind::closing, asking);
}

/// The asked node gives no more tasks.
void Schedule::refuse(NodeId asking) {
  Balancing::Question& question = balancing_->of(asking).question;
  question.left = 0;
  std::erase(balancing_->of(question.asked).promised, asking);
  talk(question.asked, asking, EventKind::refusal, asking);
}

void Schedule::close_promise(NodeId asking) {
  const Balancing::Question& question = balancing_->of(asking).question;
  if (question.is_open && question.left > 0 && question.until_ns == now_ns_) refuse(asking);
}

/// The asking node gets no more tasks. If it got none, it waits before it asks again.
void Schedule::end_question(NodeId asking) {
  Balancing::Node& self = balancing_->of(asking);
  self.question.is_open = false;
  if (self.question.has_given) {
    self.search.given();
    return ask_for_work(asking);
  }
  self.is_waiting = true;
  talk_at(now_ns_ + self.search.refused_ns(), EventKind::retry, asking);
}

// ---- moves

/// A worker is about to run a task that may migrate, and holds its locks. Returns true if the task leaves
/// instead.
bool Schedule::starts_elsewhere(NodeId n, std::uint32_t task) {
  Balancing::Node& self = balancing_->of(n);
  if (balancing_->move_of(task) != nullptr) {
    --self.guests;
    return false;
  }
  if (!balancing_->balance.asks()) {
    const auto found = balancing_->listed.find(task);
    if (found == balancing_->listed.end()) return false;
    move(task, found->second, false);
    return true;
  }
  if (self.promised.empty()) return false;
  const std::size_t ready = nodes_[n.value()].workers.queued() + 1;  // with this task
  while (!self.promised.empty() && ready <= balancing_->of(self.promised.front()).question.stays)
    refuse(self.promised.front());
  if (self.promised.empty()) return false;
  const NodeId asking = self.promised.front();
  Balancing::Question& question = balancing_->of(asking).question;
  question.has_given = true;
  const bool is_last = --question.left == 0;
  if (is_last) self.promised.pop_front();
  move(task, asking, is_last);
  return true;
}

/// Sends the task and everything that it accesses. The task keeps its locks at home.
void Schedule::move(std::uint32_t task, NodeId receiver, bool is_last) {
  const NodeId home = stream_.tasks()[task].node;
  Balancing::Move move;
  move.task = task;
  move.home = home;
  move.receiver = receiver;
  move.decided_ns = now_ns_;
  move.contents = contents_of(stream_, task);
  move.is_last = is_last;
  for (const StreamAccess& access : stream_.accesses_of(task)) {
    if (access.transfer != none && !access.is_event) memory_.access(access.transfer);
  }
  memory_.lend(receiver, move.contents.bytes_there);
  count_move(balancing_->of(home).counts, move.contents);
  ++balancing_->of(home).away;
  ++balancing_->of(receiver).coming;
  if (options_.records) record_.victims[task] = WorkerId();  // of a worker of its home
  const auto number = static_cast<std::uint32_t>(balancing_->moves.size());
  balancing_->move_numbers[task] = number;
  balancing_->moves.push_back(move);
  send_move(number);
}

/// Sends a task to its receiver, or its result home.
void Schedule::send_move(std::uint32_t number) {
  const Balancing::Move& move = balancing_->moves[number];
  const NodeId from = move.is_returning ? move.receiver : move.home;
  const auto handling_ns = whole_ns(options_.overheads.message_s);
  if (handling_ns == 0) return depart_move(number);
  std::int64_t& free_ns = nodes_[from.value()].port_free_ns;
  free_ns = std::max(free_ns, now_ns_) + handling_ns;
  at(free_ns, EventKind::move_departure, number);
}

/// All messages of a move travel as one, with a header for each.
void Schedule::depart_move(std::uint32_t number) {
  Balancing::Move& move = balancing_->moves[number];
  const NodeId from = move.is_returning ? move.receiver : move.home;
  const NodeId to = move.is_returning ? move.home : move.receiver;
  const std::uint32_t contents = move.is_returning ? move.contents.back : move.contents.there;
  if (options_.records) record_contents(move);
  if (options_.messages) handle_for(from, options_.messages->send_s.value_or(0.0));
  const EventKind kind = move.is_returning ? EventKind::result : EventKind::moved;
  send_trip(from, to, bytes_of(kind, number) + contents * options_.header_bytes, kind, number);
}

/// Adds the contents that leave now to the record, with the version that the task awaited or, on the way
/// back, the version that it produced.
void Schedule::record_contents(Balancing::Move& move) {
  move.first_content = record_.contents.size();
  const StreamTask& what = stream_.tasks()[move.task];
  const NodeId from = move.is_returning ? move.receiver : move.home;
  const NodeId to = move.is_returning ? move.home : move.receiver;
  for (std::uint64_t a = what.first_access; a < what.first_access + what.access_count; ++a) {
    const StreamAccess& access = stream_.accesses()[a];
    if (!(move.is_returning ? comes_back(stream_, access) : goes_there(stream_, access))) continue;
    const std::uint32_t version =
        move.is_returning ? handles_[access.handle].version + 1 : record_.versions[a];
    record_.contents.push_back({access.handle, version, from, to, now_ns_, 0});
  }
}

/// What was sent has arrived.
void Schedule::record_receipt(const Balancing::Move& move) {
  const std::uint32_t count = move.is_returning ? move.contents.back : move.contents.there;
  for (std::uint32_t i = 0; i < count; ++i) record_.contents[move.first_content + i].receive_ns = now_ns_;
}

/// A task reaches the node that runs it.
void Schedule::receive_task(std::uint32_t number) {
  Balancing::Move& move = balancing_->moves[number];
  const NodeId n = move.receiver;
  move.arrived_ns = now_ns_;
  Balancing::Node& self = balancing_->of(n);
  ++arrived_;
  --self.coming;
  ++self.guests;
  if (options_.records) record_receipt(move);
  if (move.is_last) {
    self.question.is_open = false;
    self.search.given();
  }
  enqueue({n, 0, ReadyCause::arrived}, move.task);
  find_work(n);
}

/// A task that may migrate has ended. Returns true if it has moved to this node, which sends the result home.
bool Schedule::end_migratable(NodeId n, std::uint32_t task, std::int64_t begin_ns) {
  Balancing::Move* const move = balancing_->move_of(task);
  if (move == nullptr) {
    Balancing::Node& self = balancing_->of(n);
    ++self.ran;
    self.ran_s += static_cast<double>(now_ns_ - begin_ns) / ns_per_s;
    return false;
  }
  move->away_ns = now_ns_ - move->arrived_ns;
  move->is_returning = true;
  send_move(balancing_->move_numbers[task]);
  return true;
}

/// The result reaches the task's home, where the task completes.
void Schedule::receive_result(std::uint32_t number) {
  const Balancing::Move move = balancing_->moves[number];
  ++arrived_;
  makespan_ns_ = std::max(makespan_ns_, now_ns_);
  if (options_.records) record_receipt(move);
  memory_.take_back(move.receiver, move.contents.bytes_there);
  const auto transfers_ns = static_cast<double>(now_ns_ - move.decided_ns - move.away_ns);
  Balancing::Node& home = balancing_->of(move.home);
  --home.away;
  home.transfer.add(transfers_ns / 2 / ns_per_s);
  complete({move.home, 0, ReadyCause::arrived}, move.task);
  resume_submitting(move.home);
  find_work(move.home);
}

}  // namespace gusset::simulator
