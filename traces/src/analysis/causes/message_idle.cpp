#include "gusset/traces/analysis/causes/message_idle.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace gusset::traces {
namespace {

/// A change of the number of idle workers (`from` is none) or of the tasks that wait for a sender.
struct Change {
  std::int64_t time_ns = 0;
  NodeId from;
  int by = 0;
};

/// The idle time that each sender explains on one node. Between two changes, each idle worker's time is
/// divided evenly among the waiting tasks.
class Division {
 public:
  explicit Division(std::size_t nodes) : senders_(nodes) {}

  void apply(const Change& change) {
    const auto length_ns = static_cast<double>(change.time_ns - now_ns_);
    if (waiting_ > 0) per_task_ns_ += static_cast<double>(idle_) * length_ns / static_cast<double>(waiting_);
    now_ns_ = change.time_ns;
    if (change.from.is_none()) {
      idle_ += change.by;
      return;
    }
    Sender& sender = senders_[change.from.value()];
    settle(sender);
    sender.waiting += change.by;
    waiting_ += change.by;
  }

  std::int64_t idle_ns(NodeId from) {
    settle(senders_[from.value()]);
    return std::llround(senders_[from.value()].idle_ns);
  }

 private:
  struct Sender {
    std::int64_t waiting = 0;
    double settled_at_ns = 0.0;  ///< value of per_task_ns_ up to which idle_ns is complete
    double idle_ns = 0.0;
  };

  void settle(Sender& sender) const {
    sender.idle_ns += static_cast<double>(sender.waiting) * (per_task_ns_ - sender.settled_at_ns);
    sender.settled_at_ns = per_task_ns_;
  }

  std::vector<Sender> senders_;
  std::int64_t now_ns_ = 0;
  std::int64_t idle_ = 0;
  std::int64_t waiting_ = 0;
  double per_task_ns_ = 0.0;
};

}  // namespace

std::vector<MessageIdle> message_idle(const Trace& trace, const IdleHistory& history, std::int64_t begin_ns,
                                      std::int64_t end_ns) {
  std::vector<std::vector<Change>> changes(trace.nodes.size());
  const auto add = [&](NodeId node, NodeId from, std::int64_t begin, std::int64_t end) {
    begin = std::max(begin, begin_ns);
    end = std::min(end, end_ns);
    if (begin >= end) return;
    changes[node.value()].push_back({begin, from, 1});
    changes[node.value()].push_back({end, from, -1});
  };
  for (const MessageWait& wait : history.message_waits()) add(wait.to, wait.from, wait.begin_ns, wait.end_ns);
  for (std::size_t w = 0; w < trace.workers.size(); ++w) {
    for (const IdleHistory::Stretch& stretch : history.stretches(WorkerId(w))) {
      if (stretch.cause() == IdleCause::message)
        add(trace.workers[w].node, NodeId(), stretch.begin_ns(), stretch.end_ns());
    }
  }
  std::vector<MessageIdle> pairs;
  for (std::size_t to = 0; to < changes.size(); ++to) {
    std::sort(changes[to].begin(), changes[to].end(),
              [](const Change& x, const Change& y) { return x.time_ns < y.time_ns; });
    Division division(trace.nodes.size());
    for (const Change& change : changes[to]) division.apply(change);
    for (std::size_t from = 0; from < trace.nodes.size(); ++from) {
      const std::int64_t idle_ns = division.idle_ns(NodeId(from));
      if (idle_ns > 0) pairs.push_back({NodeId(from), NodeId(to), idle_ns});
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const MessageIdle& x, const MessageIdle& y) {
    return std::tuple(x.from, x.to) < std::tuple(y.from, y.to);
  });
  return pairs;
}

IdleTime idle_time(const Trace& trace, const TaskGraph& graph, std::vector<MessageIdle>& pairs) {
  pairs.clear();
  if (trace.nodes.size() < 2) return idle_time(trace, graph);
  IdleHistory history;
  const IdleTime idle = idle_time(trace, graph, history);
  pairs = message_idle(trace, history, 0, idle.makespan_ns);
  return idle;
}

}  // namespace gusset::traces
