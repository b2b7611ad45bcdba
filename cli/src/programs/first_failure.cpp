#include "first_failure.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>

namespace gusset::cli {
namespace {

constexpr std::int64_t longest_report_ns = 1'000'000'000;

// MPI and launchers end no process like this.
bool is_own_failure(const NodeEnd& end) {
  constexpr std::array own{SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  if (std::find(own.begin(), own.end(), end.signal) != own.end()) return true;
  return end.signal == 0 && (end.exit_status == 0 || !end.refusal.empty());
}

}  // namespace

const NodeEnd* first_failure(const std::map<unsigned, NodeEnd>& ends) {
  const NodeEnd* first = nullptr;
  const NodeEnd* first_own = nullptr;
  for (const auto& [node, end] : ends) {
    if (end.is_good() || end.was_stopped) continue;
    if (first == nullptr || end.time_ns < first->time_ns) first = &end;
    if (is_own_failure(end) && (first_own == nullptr || end.time_ns < first_own->time_ns)) first_own = &end;
  }
  const bool may_follow = first != nullptr && first_own != nullptr && first->signal != SIGKILL &&
                          first_own->time_ns - first->time_ns < longest_report_ns;
  return may_follow ? first_own : first;
}

}  // namespace gusset::cli
