#include "gusset/traces/answers/finding_target.hpp"

#include <utility>

namespace gusset::traces {
namespace {

FindingTarget named_target(FindingTarget::Kind kind, std::string text) {
  FindingTarget target;
  target.kind = kind;
  target.text = std::move(text);
  return target;
}

}  // namespace

FindingTarget FindingTarget::of_tasks(std::string text, std::vector<TaskId> tasks) {
  FindingTarget target = named_target(Kind::tasks, std::move(text));
  target.tasks = std::move(tasks);
  return target;
}

FindingTarget FindingTarget::of_range(std::string text, std::int64_t begin_ns, std::int64_t end_ns,
                                      WorkerId worker) {
  FindingTarget target = named_target(Kind::range, std::move(text));
  target.begin_ns = begin_ns;
  target.end_ns = end_ns;
  target.worker = worker;
  return target;
}

FindingTarget FindingTarget::of_worker(std::string text, WorkerId worker) {
  FindingTarget target = named_target(Kind::worker, std::move(text));
  target.worker = worker;
  return target;
}

FindingTarget FindingTarget::of_node(std::string text, NodeId node) {
  FindingTarget target = named_target(Kind::node, std::move(text));
  target.node = node;
  return target;
}

FindingTarget FindingTarget::of_type(std::string text, TypeId type) {
  FindingTarget target = named_target(Kind::type, std::move(text));
  target.type = type;
  return target;
}

std::string_view kind_name(FindingTarget::Kind kind) {
  switch (kind) {
    case FindingTarget::Kind::tasks:
      return "tasks";
    case FindingTarget::Kind::range:
      return "range";
    case FindingTarget::Kind::worker:
      return "worker";
    case FindingTarget::Kind::node:
      return "node";
    case FindingTarget::Kind::type:
      break;
  }
  return "type";
}

}  // namespace gusset::traces
