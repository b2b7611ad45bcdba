#include "gusset/traces/answers/advice_target.hpp"

#include <utility>

namespace gusset::traces {
namespace {

AdviceTarget named_target(AdviceTarget::Kind kind, std::string text) {
  AdviceTarget target;
  target.kind = kind;
  target.text = std::move(text);
  return target;
}

}  // namespace

AdviceTarget AdviceTarget::of_tasks(std::string text, std::vector<TaskId> tasks) {
  AdviceTarget target = named_target(Kind::tasks, std::move(text));
  target.tasks = std::move(tasks);
  return target;
}

AdviceTarget AdviceTarget::of_range(std::string text, std::int64_t begin_ns, std::int64_t end_ns,
                                    WorkerId worker) {
  AdviceTarget target = named_target(Kind::range, std::move(text));
  target.begin_ns = begin_ns;
  target.end_ns = end_ns;
  target.worker = worker;
  return target;
}

AdviceTarget AdviceTarget::of_worker(std::string text, WorkerId worker) {
  AdviceTarget target = named_target(Kind::worker, std::move(text));
  target.worker = worker;
  return target;
}

AdviceTarget AdviceTarget::of_node(std::string text, NodeId node) {
  AdviceTarget target = named_target(Kind::node, std::move(text));
  target.node = node;
  return target;
}

AdviceTarget AdviceTarget::of_type(std::string text, TypeId type) {
  AdviceTarget target = named_target(Kind::type, std::move(text));
  target.type = type;
  return target;
}

std::string_view kind_name(AdviceTarget::Kind kind) {
  switch (kind) {
    case AdviceTarget::Kind::tasks:
      return "tasks";
    case AdviceTarget::Kind::range:
      return "range";
    case AdviceTarget::Kind::worker:
      return "worker";
    case AdviceTarget::Kind::node:
      return "node";
    case AdviceTarget::Kind::type:
      break;
  }
  return "type";
}

}  // namespace gusset::traces
