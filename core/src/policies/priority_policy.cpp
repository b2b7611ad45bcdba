#include "built_in.hpp"

namespace gusset::detail {

namespace {

/// One queue for all: the highest priority first, then first come. A program that gives its critical path the
/// highest gets that run first.
class PriorityPolicy final : public Policy {
 public:
  Place place(const TaskView& task, ReadyCause) override { return {WorkerId(), Lane::queue, task.priority}; }
  std::optional<WorkerId> next_victim(std::size_t) override { return std::nullopt; }
  std::size_t steal_count(std::size_t) override { return 1; }
};

}  // namespace

std::unique_ptr<Policy> make_priority_policy(const PolicyContext&) {
  return std::make_unique<PriorityPolicy>();
}

}  // namespace gusset::detail
