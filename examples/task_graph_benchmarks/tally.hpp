#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

#include "gusset/core/runtime.hpp"
#include "gusset/core/worker_local.hpp"

namespace task_graph_benchmarks {

/// Checks that this node has run each of its tasks once: it has as many tasks as it should, and the sum of
/// their hashed numbers is right.
class Tally {
 public:
  explicit Tally(gusset::Runtime& runtime) : runtime_(runtime), ran_(runtime) {}

  /// A task runs. Call it in kernels.
  void ran(std::uint64_t task) { ran_.local().count(task); }

  /// Call it after a wait. `node` says where a task should have run.
  template <class Node>
  void check(std::uint64_t tasks, Node&& node) const {
    if (!runtime_.has_data()) return;
    Sum found, expected;
    ran_.for_each([&](const Sum& each) {
      found.tasks += each.tasks;
      found.numbers += each.numbers;
    });
    for (std::uint64_t task = 0; task < tasks; ++task) {
      if (runtime_.engine().holds(node(task))) expected.count(task);
    }
    if (found.tasks == expected.tasks && found.numbers == expected.numbers) return;
    throw std::runtime_error("expected each of " + std::to_string(expected.tasks) +
                             " tasks once on this node, found " + std::to_string(found.tasks) +
                             (found.tasks == expected.tasks ? ", some of them twice" : ""));
  }

 private:
  struct Sum {
    std::uint64_t tasks = 0;
    std::uint64_t numbers = 0;
    void count(std::uint64_t task) {
      ++tasks;
      task = (task + 1) * 0x9E3779B97F4A7C15U;  // so that sums of different tasks differ
      numbers += task ^ (task >> 31U);
    }
  };

  gusset::Runtime& runtime_;
  gusset::WorkerLocal<Sum> ran_;
};

}  // namespace task_graph_benchmarks
