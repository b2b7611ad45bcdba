#include "first_failure.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <vector>

namespace gusset::cli {
namespace {

// How long after the first end another node's end may still be reported as the cause.
constexpr std::int64_t longest_report_ns = 1'000'000'000;

// Whether the launcher ended the process `later_ns` after the first failure. It uses SIGKILL, but only after
// the node that failed has waited.
bool is_ended_by_launcher(const NodeEnd& end, std::int64_t later_ns) {
  return end.signal == SIGKILL && std::chrono::nanoseconds(later_ns) >= failed_node_waits;
}

// Whether the process failed by itself: neither MPI nor a launcher ended it.
bool is_own_failure(const NodeEnd& end) {
  constexpr std::array own{SIGKILL, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  if (std::ranges::find(own, end.signal) != own.end()) return true;
  return end.signal == 0 && (end.exit_status == 0 || !end.refusal.empty());
}

}  // namespace

const NodeEnd* first_failure(const std::map<unsigned, NodeEnd>& ends) {
  std::vector<const NodeEnd*> failures;
  for (const auto& [node, end] : ends) {
    if (!end.is_good() && !end.was_stopped) failures.push_back(&end);
  }
  if (failures.empty()) return nullptr;
  std::ranges::sort(failures, {}, &NodeEnd::time_ns);
  const std::int64_t begin_ns = failures.front()->time_ns;
  std::erase_if(failures, [begin_ns](const NodeEnd* each) {
    return is_ended_by_launcher(*each, each->time_ns - begin_ns);
  });
  std::stable_partition(failures.begin(), failures.end(),
                        [](const NodeEnd* each) { return !each->lost_peer; });
  for (const NodeEnd* const each : failures) {
    if (each->time_ns - begin_ns < longest_report_ns && is_own_failure(*each)) return each;
  }
  return failures.front();
}

}  // namespace gusset::cli
