#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::core_tracing::testing {

/// A random graph of the tasks 0, 1, …, each of which waits for up to four earlier ones.
class RandomGraph {
 public:
  using Edges = std::set<std::pair<std::string, std::string>>;  ///< from task to task, as their details

  RandomGraph(unsigned seed, int tasks) : before_(static_cast<std::size_t>(tasks)), after_(before_.size()) {
    std::mt19937 random(seed);
    for (int task = 1; task < tasks; ++task) {
      std::set<int> chosen;
      for (unsigned n = static_cast<unsigned>(random()) % 5; n > 0; --n)
        chosen.insert(task - 1 - static_cast<int>(random() % static_cast<unsigned>(std::min(task, 30))));
      for (const int earlier : chosen) {
        before_[static_cast<std::size_t>(task)].push_back(earlier);
        after_[static_cast<std::size_t>(earlier)].push_back(task);
        edges_.emplace(std::to_string(earlier), std::to_string(task));
      }
    }
  }

  std::size_t tasks() const { return before_.size(); }
  const Edges& edges() const { return edges_; }

  /// Runs the graph; each task calls the kernel with its number.
  template <class Run>
  void run(Runtime& runtime, const Run& kernel) const {
    TaskGraph<int> graph(runtime, "step");
    graph.define({.in_degree =
                      [this](int task) {
                        return std::max<std::uint32_t>(1,
                                                       static_cast<std::uint32_t>(of(before_, task).size()));
                      },
                  .run = kernel,
                  .then =
                      [&](int task) {
                        for (const int next : of(after_, task)) graph.fulfil(next);
                      }});
    for (int task = 0; task < static_cast<int>(tasks()); ++task) {
      if (of(before_, task).empty()) graph.fulfil(task);
    }
    runtime.wait();
  }

 private:
  static const std::vector<int>& of(const std::vector<std::vector<int>>& lists, int task) {
    return lists[static_cast<std::size_t>(task)];
  }

  std::vector<std::vector<int>> before_;
  std::vector<std::vector<int>> after_;
  Edges edges_;
};

/// Each task's detail; empty for tasks without one.
inline std::vector<std::string> details_of(const traces::Trace& trace) {
  std::vector<std::string> details(trace.tasks.size());
  for (const traces::Attribute& attribute : trace.attributes) {
    if (attribute.name != traces::task_detail) continue;
    const auto& values = std::get<std::vector<std::string>>(attribute.values);
    for (std::size_t row = 0; row < attribute.tasks.size(); ++row)
      details[attribute.tasks[row].value()] = values[row];
  }
  return details;
}

/// The dependencies of a recording, between the tasks' details.
inline RandomGraph::Edges edges_of(const traces::Trace& trace) {
  const std::vector<std::string> details = details_of(trace);
  const traces::TaskGraph graph(trace);
  RandomGraph::Edges edges;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    for (const traces::TaskId before : graph.predecessors(traces::TaskId(task)))
      edges.emplace(details[before.value()], details[task]);
  }
  return edges;
}

}  // namespace gusset::core_tracing::testing
