#include "lower_bounds.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "gusset/core/access_mode.hpp"

namespace gusset::simulator {
namespace {

/// Returns the bandwidth of the links next to the nodes, which every message takes.
double node_link_bytes_per_s(const Platform& platform) {
  return level_bandwidths(platform.topology, platform.bandwidth_bytes_per_s).front();
}

using StreamAccess = TaskStream::StreamAccess;
using StreamTask = TaskStream::StreamTask;

/// Tracks the earliest ends of a handle's groups of commuting accesses.
class Groups {
 public:
  /// Returns when an access may begin. It joins the current group or starts a new one.
  double begin(AccessMode mode) {
    if (mode != mode_ || !commutes(mode)) {
      before_ = last_end();
      end_ = before_;
      exclusive_.clear();
      mode_ = mode;
    }
    return before_;
  }
  void end(double end_s, double duration_s) {
    if (needs_lock(mode_)) exclusive_.push_back({end_s - duration_s, duration_s});
    end_ = std::max(end_, end_s);
  }
  /// When all groups so far have ended. Mutually exclusive accesses run one after the other, in any order:
  /// the ones that may begin at some time or later take the sum of their durations from that time on.
  double last_end() {
    if (exclusive_.size() < 2) return end_;
    const auto earlier = [](const Exclusive& a, const Exclusive& b) { return a.begin_s < b.begin_s; };
    if (!std::is_sorted(exclusive_.begin(), exclusive_.end(), earlier))
      std::sort(exclusive_.begin(), exclusive_.end(), earlier);
    double sum_s = 0.0;
    for (std::size_t i = exclusive_.size(); i-- > 0;) {
      sum_s += exclusive_[i].duration_s;
      end_ = std::max(end_, exclusive_[i].begin_s + sum_s);
    }
    return end_;
  }

 private:
  struct Exclusive {
    double begin_s = 0.0;  // the earliest time
    double duration_s = 0.0;
  };
  std::vector<Exclusive> exclusive_;  // the current group's accesses, if they exclude each other
  double before_ = 0.0;               // end of all earlier groups
  double end_ = 0.0;
  AccessMode mode_ = AccessMode::write;
};

/// Groups of the handles that children of one task access. One table serves one parent after another:
/// clearing it would take longer than filling it.
class Siblings {
 public:
  explicit Siblings(std::size_t handles) : entries_(handles) {}

  /// Starts the children of another parent.
  void begin() { ++parent_; }
  Groups& operator[](std::uint32_t handle) {
    Entry& entry = entries_[handle];
    if (entry.parent != parent_) entry = {parent_, {}};
    return entry.groups;
  }

 private:
  struct Entry {
    std::uint64_t parent = 0;
    Groups groups;
  };
  std::vector<Entry> entries_;
  std::uint64_t parent_ = 0;
};

/// How fast the nodes are, and which tasks may run on any of them.
class Speeds {
 public:
  Speeds(const Platform& platform, unsigned nodes, const Balance& balance)
      : speeds_(nodes, 1.0), balances_(balance.is_on()) {
    for (std::size_t n = 0; n < platform.node_speeds.size(); ++n) speeds_[n] = platform.node_speeds[n];
    fastest_ = *std::max_element(speeds_.begin(), speeds_.end());
  }

  bool may_run_anywhere(const StreamTask& task) const { return balances_ && task.is_migratable; }
  double of(NodeId node) const { return speeds_[node.value()]; }
  double fastest_for(const StreamTask& task) const {
    return may_run_anywhere(task) ? fastest_ : of(task.node);
  }
  double sum() const { return std::accumulate(speeds_.begin(), speeds_.end(), 0.0); }

 private:
  std::vector<double> speeds_;
  bool balances_;
  double fastest_ = 1.0;
};

/// Finds the longest chain, task by task in submission order.
class LongestChain {
 public:
  LongestChain(const TaskStream& stream, const Platform& platform, const Speeds& speeds)
      : stream_(stream), platform_(platform), speeds_(speeds), groups_(stream.handles().size()) {}

  void add(std::uint32_t task) {
    const StreamTask& what = stream_.tasks()[task];
    double begin = 0.0;
    for (const StreamAccess& access : stream_.accesses_of(task)) {
      double there = begin_of(access);
      if (access.transfer != TaskStream::none) there += message_s(access.handle);
      begin = std::max(begin, there);
    }
    const double end = end_of(what, begin);
    longest_ = std::max(longest_, end);
    for (const StreamAccess& access : stream_.accesses_of(task)) {
      // The owner waits until the message has arrived, not for the reader.
      Groups& groups = groups_[access.handle];
      if (access.transfer != TaskStream::none) {
        groups.end(groups.begin(access.mode) + message_s(access.handle), 0.0);
      } else {
        groups.end(end, end - begin);
      }
    }
  }
  double longest_s() {
    double longest_s = longest_;
    for (Groups& groups : groups_) longest_s = std::max(longest_s, groups.last_end());
    return longest_s;
  }

 private:
  /// When an access may begin on the owner's node.
  double begin_of(const StreamAccess& access) {
    const std::uint32_t message = stream_.handles()[access.handle].message;
    if (message == TaskStream::none || stream_.transfers()[message].after == TaskStream::none)
      return groups_[access.handle].begin(access.mode);
    return sent_at(access.handle);
  }
  /// When a message leaves that is sent by a function of another message. Follows such messages back to one
  /// that a task sends, or to one whose time is known.
  double sent_at(std::uint32_t message) {
    std::vector<std::uint32_t> chain;
    double time_s = 0.0;
    for (std::uint32_t at = message;;) {
      if (const auto known = sent_at_.find(at); known != sent_at_.end()) {
        time_s = known->second;
        break;
      }
      const std::uint32_t after = stream_.transfers()[stream_.handles()[at].message].after;
      if (after == TaskStream::none) {
        time_s = groups_[at].begin(AccessMode::read);
        break;
      }
      chain.push_back(at);
      at = after;
    }
    for (; !chain.empty(); chain.pop_back()) {
      const TaskStream::Transfer& what = stream_.transfers()[stream_.handles()[chain.back()].message];
      // The sender of the previous message may send the next one when the previous one has left.
      const bool is_received = stream_.handles()[what.after].owner != what.from;
      if (is_received) time_s += message_s(what.after);
      sent_at_.emplace(chain.back(), time_s);
    }
    return time_s;
  }

  double message_s(std::uint32_t handle) const {
    if (min_hops(platform_.topology) == 0) return 0.0;  // unknown: only SimGrid knows
    const double bytes = static_cast<double>(stream_.handles()[handle].size_bytes + platform_.header_bytes);
    return min_hops(platform_.topology) * platform_.latency_s + bytes / node_link_bytes_per_s(platform_);
  }
  double cost_s(const StreamTask& task) const {
    if (task.cost == TaskStream::none) return 0.0;
    return stream_.costs()[task.cost].cost.seconds / speeds_.fastest_for(task);
  }
  /// Returns the end of a task and of the tasks that it splits into. Their parent's accesses already order
  /// them with respect to outside tasks, so only conflicts among siblings count.
  double end_of(const StreamTask& task, double begin) {
    begin += cost_s(task);
    if (task.child_count == 0) return begin;
    while (siblings_.size() < task.level) siblings_.emplace_back(groups_.size());
    Siblings& siblings = siblings_[task.level - 1u];
    siblings.begin();
    double last = begin;
    for (std::uint32_t child = task.first_child; child < task.first_child + task.child_count; ++child) {
      double child_begin = begin;
      for (const StreamAccess& access : stream_.accesses_of(child))
        child_begin = std::max(child_begin, siblings[access.handle].begin(access.mode));
      const double child_end = end_of(stream_.tasks()[child], child_begin);
      for (const StreamAccess& access : stream_.accesses_of(child))
        siblings[access.handle].end(child_end, child_end - child_begin);
      last = std::max(last, child_end);
    }
    return last;
  }

  const TaskStream& stream_;
  const Platform& platform_;
  const Speeds& speeds_;
  std::vector<Groups> groups_;
  std::deque<Siblings> siblings_;                      // one per level that splits, because parents nest
  std::unordered_map<std::uint32_t, double> sent_at_;  // by message that a function of a message sends
  double longest_ = 0.0;
};

double work_bound_s(const TaskStream& stream, unsigned nodes, unsigned workers, const Speeds& speeds) {
  std::vector<double> bound(nodes);  // seconds of tasks that run there
  double all = 0.0;
  for (const StreamTask& task : stream.tasks()) {
    if (task.cost == TaskStream::none) continue;
    const double seconds = stream.costs()[task.cost].cost.seconds;
    all += seconds;
    if (!speeds.may_run_anywhere(task)) bound[task.node.value()] += seconds / speeds.of(task.node);
  }
  return std::max(all / speeds.sum(), *std::max_element(bound.begin(), bound.end())) / workers;
}

double network_bound_s(const TaskStream& stream, const Platform& platform, unsigned nodes) {
  std::vector<double> out(nodes);  // by link
  std::vector<double> in(nodes);
  for (const TaskStream::Transfer& transfer : stream.transfers()) {
    const auto bytes =
        static_cast<double>(stream.handles()[transfer.handle].size_bytes + platform.header_bytes);
    const unsigned from = transfer.from.value() / platform.nodes_per_link;
    const unsigned to = transfer.to.value() / platform.nodes_per_link;
    if (from == to && platform.nodes_per_link > 1) continue;  // on no link
    out[from] += bytes;
    in[to] += bytes;
  }
  const double most =
      std::max(*std::max_element(out.begin(), out.end()), *std::max_element(in.begin(), in.end()));
  const unsigned links = links_of_a_node(platform.topology);
  if (most == 0.0 || links == 0) return 0.0;
  return min_hops(platform.topology) * platform.latency_s + most / (links * node_link_bytes_per_s(platform));
}

}  // namespace

LowerBounds lower_bounds(const TaskStream& stream, const Platform& platform, unsigned nodes, unsigned workers,
                         const Balance& balance) {
  const Speeds speeds(platform, nodes, balance);
  LongestChain chain(stream, platform, speeds);
  for (const std::uint32_t task : stream.program_tasks()) chain.add(task);
  return {work_bound_s(stream, nodes, workers, speeds), chain.longest_s(),
          network_bound_s(stream, platform, nodes)};
}

}  // namespace gusset::simulator
