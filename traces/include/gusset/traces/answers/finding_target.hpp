#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/model/ids.hpp"

namespace gusset::traces {

/// Something in a trace that a sentence speaks of, so that a viewer can show it.
struct FindingTarget {
  enum class Kind {
    tasks,   ///< `tasks`
    range,   ///< [begin_ns, end_ns), of `worker` where it is about one
    worker,  ///< `worker`
    node,    ///< `node`
    type     ///< all tasks of `type`
  };
  Kind kind = Kind::tasks;
  /// Words for it: a part of the sentence, or else what may stand behind it.
  std::string text;
  std::vector<TaskId> tasks;
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  WorkerId worker;
  NodeId node;
  TypeId type;

  static FindingTarget of_tasks(std::string text, std::vector<TaskId> tasks);
  static FindingTarget of_range(std::string text, std::int64_t begin_ns, std::int64_t end_ns,
                                WorkerId worker = WorkerId());
  static FindingTarget of_worker(std::string text, WorkerId worker);
  static FindingTarget of_node(std::string text, NodeId node);
  static FindingTarget of_type(std::string text, TypeId type);
  friend bool operator==(const FindingTarget&, const FindingTarget&) = default;
};

/// "tasks", "range", …: the names that documents print.
std::string_view kind_name(FindingTarget::Kind kind);

}  // namespace gusset::traces
