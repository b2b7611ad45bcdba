#include "built_in.hpp"

namespace gusset::detail {

namespace {

/// One queue for all, first come, first served: the eager scheduler. Nothing is ever stolen.
class FifoPolicy final : public Policy {
 public:
  Place place(const TaskView&, ReadyCause) override { return {}; }
  std::optional<WorkerId> next_victim(std::size_t) override { return std::nullopt; }
  std::size_t steal_count(std::size_t) override { return 1; }
};

}  // namespace

std::unique_ptr<Policy> make_fifo_policy(const PolicyContext&) {
  return std::make_unique<FifoPolicy>();
}

}  // namespace gusset::detail
