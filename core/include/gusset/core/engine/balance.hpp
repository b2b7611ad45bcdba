#pragma once
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "gusset/core/ids.hpp"
#include "gusset/core/options.hpp"

namespace gusset {

/// How nodes share the work of tasks that may migrate (TaskCall::migratable): a node without work asks
/// others, one after another in random order, and a node that has more ready tasks than it needs gives some
/// away. The receiver runs them and sends home what they modify (Zafari and Larsson, "Distributed dynamic
/// load balancing for task parallel programming", 2018, which describes basic, equalize and smart). Unlike in
/// the paper, all three keep tasks whose moves cost more than they save (tasks_that_stay, tasks_to_give).
struct Balance {
  enum class Policy : std::uint8_t {
    off,
    basic,     ///< gives away all ready tasks that need not stay
    equalize,  ///< leaves as many ready tasks per worker on one node as on the other
    smart,     ///< like equalize, but only tasks that will probably end sooner there, including the transfer
    list       ///< no node asks: `moves` says which tasks migrate
  };

  Policy policy = Policy::off;
  std::size_t threshold = 0;                          ///< this many ready tasks stay; 0: one per worker
  std::unordered_map<std::uint64_t, NodeId> moves{};  ///< by the task's number, as in traces

  bool is_on() const { return policy != Policy::off; }
  /// Whether nodes without work ask others.
  bool asks() const { return is_on() && policy != Policy::list; }
  /// How many ready tasks stay on a node with that many workers.
  std::size_t kept(std::size_t workers) const { return threshold != 0 ? threshold : workers; }
  /// The node to which the list sends that task; none: the task stays.
  NodeId listed(std::uint64_t task) const;
  /// Throws ConfigurationError, which names `source`, if the list names a node that a run on that many nodes
  /// does not have.
  void check_nodes(unsigned nodes, const std::string& source) const;
  /// As in the setting: "smart", "smart,4"; "list" without its file.
  std::string text() const;

  /// Parses off, basic, equalize, smart, one of the last three with a threshold ("smart,4"), or list:FILE, a
  /// text file with a task's number and a node in each line. Off if the text is empty. `source` says in
  /// errors where the text comes from. Throws ConfigurationError.
  static Balance parse(const std::string& text, const std::string& source);
  /// Parses the setting `balance` (GUSSET_BALANCE). Throws ConfigurationError.
  static Balance from(const Options& options);
};

/// What a node has to do.
struct Load {
  std::size_t ready = 0;  ///< ready tasks that no worker has taken
  unsigned workers = 1;
  double task_s = 0.0;  ///< mean time of the tasks that may migrate and that it ran itself; 0: not known yet
};

/// What a node knows about its tasks that other nodes run.
struct Moves {
  double transfer_s = 0.0;  ///< TransferTime::seconds()
  std::size_t away = 0;     ///< tasks that are promised or have left, and whose results have not come yet
};

/// How many ready tasks of a node stay there if the other one asks: as many as the threshold, and as many as
/// its workers can run until a task that leaves would begin on the other node. What would wait for less time
/// than it travels stays.
std::size_t tasks_that_stay(const Balance& balance, Load mine, Load asking, Moves moves);

/// How many ready tasks a node gives to a node that asks. No policy lets so many be away that they fill the
/// network; until the node knows what moves cost, it gives one. Not for the policies off and list.
std::size_t tasks_to_give(const Balance& balance, Load mine, Load asking, Moves moves);

/// How long a node that has decided to give tasks may take to give them, in ns: its workers give them when
/// they finish their current tasks. `task_s` as in Load.
std::int64_t promise_ns(double task_s);

/// How long the tasks of a node travel, one way, on average. Old moves count less and less, because they may
/// have shared the network with many others.
class TransferTime {
 public:
  void add(double seconds);
  /// 0: not known yet.
  double seconds() const { return seconds_; }

 private:
  double seconds_ = 0.0;
  std::uint64_t count_ = 0;
};

/// Whom a node without work asks, and when. Reproducible.
class WorkSearch {
 public:
  /// Requires at least two nodes.
  WorkSearch(NodeId here, unsigned nodes, std::uint64_t seed);

  /// The node to ask next: all others in random order, then all of them in another random order, and so on.
  NodeId next();
  /// The node asked had nothing to give. Returns how long to wait before asking again, in ns: the time
  /// doubles after each round of refusals by all nodes, up to a limit.
  std::int64_t refused_ns();
  /// The node asked has given tasks.
  void given() { refusals_ = 0; }

 private:
  std::vector<NodeId> others_;
  std::size_t asked_ = 0;  // how many of others_ so far, over all rounds
  std::uint64_t refusals_ = 0;
  std::mt19937_64 random_;
};

}  // namespace gusset
