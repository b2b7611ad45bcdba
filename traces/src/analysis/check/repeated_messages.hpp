#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "check_runs.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Judges whether a second message with the same version to the same node was needless. A program may write a
/// handle's contents outside of tasks, between waits, and then the same version travels again. So the second
/// message is needless only if tasks that read the version there were submitted but incomplete during the
/// whole time from the first message's arrival to the second one's sending: then the program did not wait in
/// between.
class RepeatedMessages {
 public:
  /// In simulations, sending a version once for each reader is a setting, so only measured traces count.
  RepeatedMessages(const Trace& trace, const CheckRuns& runs)
      : trace_(trace),
        runs_(runs),
        is_known_(trace.metadata.origin == Origin::measured && trace.recorded.submit) {}

  /// `awaiting` are the version's accesses on any node, each with its `task`.
  template <class Accesses>
  bool is_needless(const Message& first, const Message& again, const Accesses& awaiting) {
    if (!is_known_ || first.receive_ns == unknown_time || again.send_ns == unknown_time) return false;
    pending_.clear();
    for (const auto& access : awaiting) {
      const CheckRun& run = runs_.of(access.task);
      if (run.node == first.to)
        pending_.push_back({trace_.tasks.submit_ns[access.task.value()], run.completed_ns});
    }
    std::sort(pending_.begin(), pending_.end());
    std::int64_t covered_ns = first.receive_ns;
    for (const auto& [begin_ns, end_ns] : pending_) {
      if (begin_ns <= covered_ns) covered_ns = std::max(covered_ns, end_ns);
    }
    return covered_ns >= again.send_ns;
  }

 private:
  const Trace& trace_;
  const CheckRuns& runs_;
  bool is_known_;
  std::vector<std::pair<std::int64_t, std::int64_t>> pending_;  ///< of one version's readers on one node
};

}  // namespace gusset::traces
