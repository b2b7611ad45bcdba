// A custom scheduling policy that runs the longest task first. The short tasks then even out the workers' end
// times.
//
//     fifo           worker 0  1 1 4444        longest-first  worker 0  4444
//                    worker 1  1 1                            worker 1  1111
//
// `gusset run --policy NAME` and `gusset simulate --policy NAME` select another policy for the same program.
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "gusset/core/policy.hpp"
#include "gusset/core/runtime.hpp"

/// Only makes decisions: the runtime or the simulator owns queues, locks and threads. Each worker has its own
/// instance.
class LongestFirst final : public gusset::Policy {
 public:
  Place place(const gusset::TaskView& task, gusset::ReadyCause) override {
    return {gusset::WorkerId(), Lane::queue, static_cast<std::int64_t>(task.work)};  // shared by all workers
  }
  // Workers that share a queue need not steal.
  std::optional<gusset::WorkerId> next_victim(std::size_t) override { return std::nullopt; }
  std::size_t steal_count(std::size_t) override { return 1; }
};

int main() {
  gusset::register_policy("longest-first",
                          [](const gusset::PolicyContext&) { return std::make_unique<LongestFirst>(); });
  setenv("GUSSET_POLICY", "longest-first", 0);  // unless the environment already selects one

  const std::vector<int> works{1, 1, 1, 1, 4};
  std::vector<int> starts(works.size());
  std::atomic<int> started{0};

  gusset::Runtime runtime;
  const gusset::TaskType task("task");
  for (std::size_t i = 0; i < works.size(); ++i) {
    runtime.submit(task(works[i]), [&started, &start = starts[i]] { start = ++started; });
  }
  runtime.wait();
  if (!runtime.has_data()) return 0;
  for (std::size_t i = 0; i < works.size(); ++i)
    std::cout << "work " << works[i] << ": started as number " << starts[i] << '\n';
}
