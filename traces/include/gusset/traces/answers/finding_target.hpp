#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/model/ids.hpp"

namespace gusset::traces {

/// Something in a trace that a sentence refers to, so that a viewer can show it.
struct FindingTarget {
  enum class Kind {
    tasks,   ///< `tasks`
    range,   ///< [begin_ns, end_ns), of `worker` unless that is none
    worker,  ///< `worker`
    node,    ///< `node`
    type     ///< all tasks of `type`
  };
  Kind kind = Kind::tasks;
  /// The target's text: a part of the sentence, or text to append to it.
  std::string text = {};
  std::vector<TaskId> tasks = {};
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  WorkerId worker = {};
  NodeId node = {};
  TypeId type = {};

  static FindingTarget of_tasks(std::string text, std::vector<TaskId> tasks) {
    return {.kind = Kind::tasks, .text = std::move(text), .tasks = std::move(tasks)};
  }
  static FindingTarget of_range(std::string text, std::int64_t begin_ns, std::int64_t end_ns,
                                WorkerId worker = {}) {
    return {.kind = Kind::range,
            .text = std::move(text),
            .begin_ns = begin_ns,
            .end_ns = end_ns,
            .worker = worker};
  }
  static FindingTarget of_worker(std::string text, WorkerId worker) {
    return {.kind = Kind::worker, .text = std::move(text), .worker = worker};
  }
  static FindingTarget of_node(std::string text, NodeId node) {
    return {.kind = Kind::node, .text = std::move(text), .node = node};
  }
  static FindingTarget of_type(std::string text, TypeId type) {
    return {.kind = Kind::type, .text = std::move(text), .type = type};
  }
  friend bool operator==(const FindingTarget&, const FindingTarget&) = default;
};

}  // namespace gusset::traces
