#pragma once
#include <array>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

#include "gusset/core/active_message.hpp"
#include "gusset/core/data_pool.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/task_graph.hpp"

namespace gusset::cluster::bench {

/// A task graph whose tasks form a chain and alternate between two nodes (or stay on one, in a run of one
/// node): each task adds 1 to a number and sends it in an active message that fulfils the next task. If
/// `bytes` is above 8, the number is the first element of a large message; a task then also waits until the
/// memory that it sends from may change.
class MessageHops {
 public:
  MessageHops(Runtime& runtime, std::size_t bytes);

  /// Runs the chain from its first task to its last, and waits until it has ended.
  void run(std::size_t hops);
  /// The number that this node's last task computed. On the node of the chain's last task it equals the
  /// number of hops. 0 on nodes without tasks.
  double result() const { return last_; }

 private:
  static constexpr std::size_t small_bytes = sizeof(double);

  bool is_large() const { return bytes_ > small_bytes; }
  NodeId node_of(std::size_t hop) const { return NodeId(hop % 2 % nodes_); }
  void step(std::size_t hop);

  Runtime& runtime_;
  std::size_t bytes_;
  unsigned nodes_;
  std::size_t hops_ = 0;
  double last_ = 0.0;
  DataPool pool_;
  std::pmr::vector<double> received_{&pool_};
  std::pmr::vector<double> sent_{&pool_};
  TaskGraph<std::size_t> chain_{runtime_, "hop"};
  ActiveMessage<std::size_t, double> small_{runtime_, "number"};
  LargeMessage<double, std::size_t> large_{runtime_, "numbers"};
};

}  // namespace gusset::cluster::bench
