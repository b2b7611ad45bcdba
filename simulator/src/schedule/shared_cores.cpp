#include "shared_cores.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::simulator {
namespace {

/// Times are rounded to whole ns, and the progress is exact to 15 digits.
double rounding_ns(double progress_ns) {
  return 0.51 + progress_ns * 1e-15;
}

}  // namespace

void SharedCores::start(std::uint32_t worker, std::int64_t duration_ns, std::int64_t now_ns) {
  advance(now_ns);
  running_.emplace(std::pair(progress_ns_ + static_cast<double>(duration_ns), started_++), worker);
}

std::optional<std::int64_t> SharedCores::plan() {
  if (running_.empty()) return std::nullopt;
  const double missing_ns = running_.begin()->first.first - progress_ns_;
  const std::int64_t next_ns = now_ns_ + std::llround(std::max(0.0, missing_ns) / rate());
  return std::exchange(planned_ns_, next_ns) == next_ns ? std::nullopt : planned_ns_;
}

std::vector<std::uint32_t> SharedCores::take_ended(std::int64_t now_ns) {
  advance(now_ns);
  planned_ns_.reset();
  std::vector<std::uint32_t> workers;
  while (!running_.empty() && running_.begin()->first.first <= progress_ns_ + rounding_ns(progress_ns_)) {
    workers.push_back(running_.begin()->second);
    running_.erase(running_.begin());
  }
  return workers;
}

void SharedCores::advance(std::int64_t now_ns) {
  progress_ns_ += static_cast<double>(now_ns - now_ns_) * rate();
  now_ns_ = now_ns;
}

}  // namespace gusset::simulator
