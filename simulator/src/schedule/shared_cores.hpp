#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace gusset::simulator {

/// The cores of a host that has more workers than cores. All running tasks progress at the same rate: at full
/// speed if there are cores for all, otherwise each gets its share.
class SharedCores {
 public:
  explicit SharedCores(unsigned cores) : cores_(cores) {}

  /// The worker starts a task that takes duration_ns at full speed. Times never decrease from call to call.
  void start(std::uint32_t worker, std::int64_t duration_ns, std::int64_t now_ns);
  /// Returns when the next task ends if no other task starts before. Returns none if no task runs, or if an
  /// earlier call has already returned that time.
  std::optional<std::int64_t> plan();
  /// Returns true if plan() last returned this time.
  bool is_planned(std::int64_t time_ns) const { return planned_ns_ == time_ns; }
  /// Removes the tasks that have ended by now, and returns their workers in order of their ends.
  std::vector<std::uint32_t> take_ended(std::int64_t now_ns);

 private:
  void advance(std::int64_t now_ns);
  double rate() const {
    return running_.size() <= cores_ ? 1.0
                                     : static_cast<double>(cores_) / static_cast<double>(running_.size());
  }

  unsigned cores_;
  std::int64_t now_ns_ = 0;
  double progress_ns_ = 0.0;  // of a task that has run since time 0
  // Running tasks by the progress at which they end, and by the order of their starts.
  std::map<std::pair<double, std::uint64_t>, std::uint32_t> running_;
  std::uint64_t started_ = 0;
  std::optional<std::int64_t> planned_ns_;
};

}  // namespace gusset::simulator
