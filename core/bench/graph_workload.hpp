#pragma once
#include <cstddef>
#include <cstdint>

#include "gusset/core.hpp"
#include "workload.hpp"

namespace gusset::bench {

/// A workload as a task graph, in which each task fulfils the tasks that wait for it. Only for the shapes
/// independent, chain and stencil.
template <class Body>
class GraphWorkload {
 public:
  GraphWorkload(Runtime& runtime, const Workload& workload, Body body)
      : runtime_(runtime), workload_(workload), graph_(runtime, "task") {
    graph_.define({.in_degree = [this](std::size_t task) { return in_degree(task); },
                   .run = [body](std::size_t) { body(); },
                   .then = [this](std::size_t task) { fulfil_after(task); }});
  }

  /// Runs all tasks, and waits. May be repeated.
  void execute() {
    const std::size_t first = workload_.shape == Shape::chain     ? 1
                              : workload_.shape == Shape::stencil ? workload_.width
                                                                  : workload_.size;
    for (std::size_t task = 0; task < first && task < workload_.size; ++task) graph_.fulfil(task);
    runtime_.wait();
  }

 private:
  std::uint32_t in_degree(std::size_t task) const {
    const bool waits_for_layer = workload_.shape == Shape::stencil && task >= workload_.width;
    return waits_for_layer ? static_cast<std::uint32_t>(workload_.reads) : 1;
  }
  void fulfil_after(std::size_t task) {
    if (workload_.shape == Shape::chain && task + 1 < workload_.size) graph_.fulfil(task + 1);
    if (workload_.shape != Shape::stencil) return;
    const std::size_t width = workload_.width;
    const std::size_t next_layer = (task / width + 1) * width;
    for (std::size_t i = 0; i < workload_.reads; ++i) {
      const std::size_t next = next_layer + (task + width - i) % width;
      if (next < workload_.size) graph_.fulfil(next);
    }
  }

  Runtime& runtime_;
  Workload workload_;
  TaskGraph<std::size_t> graph_;
};

}  // namespace gusset::bench
