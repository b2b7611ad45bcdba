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

// Whether the process failed by itself: neither MPI nor a launcher ended it. `later_ns` is the time from the
// first failure to its end. Launchers end processes with SIGKILL, but only after the node that failed has
// waited.
bool is_own_failure(const NodeEnd& end, std::int64_t later_ns) {
  constexpr std::array own{SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  if (later_ns >= longest_report_ns) return false;
  if (end.signal == SIGKILL) return std::chrono::nanoseconds(later_ns) < failed_node_waits;
  if (std::find(own.begin(), own.end(), end.signal) != own.end()) return true;
  return end.signal == 0 && (end.exit_status == 0 || !end.refusal.empty());
}

}  // namespace

const NodeEnd* first_failure(const std::map<unsigned, NodeEnd>& ends) {
  const auto is_earlier = [](const NodeEnd* a, const NodeEnd* b) { return a->time_ns < b->time_ns; };
  std::vector<const NodeEnd*> failures;
  for (const auto& [node, end] : ends) {
    if (!end.is_good() && !end.was_stopped) failures.push_back(&end);
  }
  if (failures.empty()) return nullptr;
  std::ranges::sort(failures, is_earlier);
  for (const NodeEnd* const each : failures) {
    if (is_own_failure(*each, each->time_ns - failures.front()->time_ns)) return each;
  }
  return failures.front();
}

}  // namespace gusset::cli
