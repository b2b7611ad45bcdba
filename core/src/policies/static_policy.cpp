#include "built_in.hpp"
#include "dealer.hpp"

namespace gusset::detail {

namespace {

/// Each handle's tasks belong to one worker, whoever makes them ready, and stay there: nobody steals. Tasks
/// that want a worker get it, and those without handles are dealt.
class StaticPolicy final : public Policy {
 public:
  explicit StaticPolicy(const PolicyContext& context) : workers_(context.workers), dealer_(context) {}

  Place place(const TaskView& task, ReadyCause) override {
    if (!task.wanted.is_none()) return {task.wanted};
    if (task.handle.is_none()) return {dealer_.deal()};
    return {WorkerId(task.handle.value() % workers_)};
  }
  std::optional<WorkerId> next_victim(std::size_t) override { return std::nullopt; }
  std::size_t steal_count(std::size_t) override { return 1; }

 private:
  std::size_t workers_;
  Dealer dealer_;
};

}  // namespace

std::unique_ptr<Policy> make_static_policy(const PolicyContext& context) {
  return std::make_unique<StaticPolicy>(context);
}

}  // namespace gusset::detail
