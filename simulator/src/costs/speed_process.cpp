#include "costs/speed_process.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "costs/hashed_numbers.hpp"

namespace gusset::simulator {
namespace {

constexpr double kept_ns = 1e9;
/// Periods are at least this long, so that their number stays small.
constexpr double shortest_ns = 1e4;

}  // namespace

TwoStates::TwoStates(const SpeedStates& speed, std::uint64_t number)
    : fast_ns_(speed.fast_s * 1e9), slow_ns_(speed.slow_s * 1e9), number_(number) {
  // The time that is left of an exponential period is exponential, too.
  const bool is_slow = uniform(hashed(number_, drawn_++)) <= speed.slow_share();
  periods_.push_back({next_length_ns(is_slow), is_slow});
}

double TwoStates::next_length_ns(bool is_slow) {
  const double length_ns = -std::log(uniform(hashed(number_, drawn_++))) * (is_slow ? slow_ns_ : fast_ns_);
  return std::max(shortest_ns, length_ns);
}

TwoStates::Period TwoStates::at(double time_ns) {
  while (periods_.back().end_ns <= time_ns) {
    const Period last = periods_.back();
    periods_.push_back({last.end_ns + next_length_ns(!last.is_slow), !last.is_slow});
    while (periods_.front().end_ns < last.end_ns - kept_ns) periods_.pop_front();
  }
  return *std::ranges::upper_bound(periods_, time_ns, {}, &Period::end_ns);
}

SpeedProcess::Factors SpeedProcess::factors_of(const SpeedStates& speed, double strength) {
  Factors factors{std::pow(speed.fast_factor, strength), std::pow(speed.slow_factor, strength)};
  const double mean = 1.0 / ((1.0 - speed.slow_share()) / factors.fast + speed.slow_share() / factors.slow);
  factors.fast /= mean;
  factors.slow /= mean;
  return factors;
}

SpeedProcess::SpeedProcess(const SpeedStates& speed, std::vector<std::uint32_t> sockets, std::uint64_t seed)
    : shared_factors_(factors_of(speed, std::sqrt(speed.correlation))),
      own_factors_(factors_of(speed, std::sqrt(1.0 - speed.correlation))),
      sockets_(std::move(sockets)) {
  const std::uint32_t count = sockets_.empty() ? 0 : std::ranges::max(sockets_) + 1;
  const std::uint64_t shared_seed = hashed(seed, 1);
  const std::uint64_t own_seed = hashed(seed, 2);
  for (std::uint32_t i = 0; i < count; ++i) shared_.emplace_back(speed, hashed(shared_seed, i));
  for (std::size_t i = 0; i < sockets_.size(); ++i) own_.emplace_back(speed, hashed(own_seed, i));
}

double SpeedProcess::duration_ns(std::uint32_t core, double begin_ns, double mean_ns) {
  double now_ns = begin_ns;
  for (;;) {
    const TwoStates::Period shared = shared_[sockets_[core]].at(now_ns);
    const TwoStates::Period own = own_[core].at(now_ns);
    const double factor = shared_factors_.of(shared) * own_factors_.of(own);
    const double end_ns = std::min(shared.end_ns, own.end_ns);
    const double done_ns = (end_ns - now_ns) / factor;
    if (done_ns >= mean_ns || end_ns <= now_ns) return now_ns + mean_ns * factor - begin_ns;
    mean_ns -= done_ns;
    now_ns = end_ns;
  }
}

}  // namespace gusset::simulator
