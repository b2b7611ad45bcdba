#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gusset::viewer {

/// The playback position of a schedule, and how it advances with real time. A value without a clock: the
/// owner passes the elapsed time.
///
/// At speed 1 a whole schedule plays in `whole_s` seconds, whatever its length. Speeds are powers of two from
/// 1/64 to 64.
class Player {
 public:
  static constexpr double whole_s = 20.0;
  static constexpr int max_doublings = 6;

  Player() = default;
  /// Starts at the beginning of a schedule that lasts `extent_ns`; at least 1.
  explicit Player(std::int64_t extent_ns) : extent_ns_(std::max<std::int64_t>(1, extent_ns)) {}

  std::int64_t extent_ns() const { return extent_ns_; }
  std::int64_t time_ns() const { return static_cast<std::int64_t>(std::floor(time_ns_)); }
  bool is_playing() const { return is_playing_; }
  bool is_at_end() const { return time_ns_ >= static_cast<double>(extent_ns_); }

  /// Plays from the current position, or from the start if the position is at the end.
  void play() {
    if (is_at_end()) time_ns_ = 0.0;
    is_playing_ = true;
  }
  void pause() { is_playing_ = false; }
  /// Moves to a time, clamped to the schedule, and pauses.
  void go_to(std::int64_t time_ns) {
    time_ns_ = static_cast<double>(std::clamp<std::int64_t>(time_ns, 0, extent_ns_));
    is_playing_ = false;
  }
  /// Advances by elapsed real time. Stops at the end.
  void pass(double seconds) {
    if (!is_playing_) return;
    time_ns_ = std::min(time_ns_ + seconds * ns_per_second(), static_cast<double>(extent_ns_));
    if (is_at_end()) is_playing_ = false;
  }

  /// 1, 2, 1/2, …
  double speed() const { return std::ldexp(1.0, doublings_); }
  int doublings() const { return doublings_; }
  /// Sets the speed to 2 to that power, clamped to ±max_doublings.
  void set_doublings(int doublings) { doublings_ = std::clamp(doublings, -max_doublings, max_doublings); }
  /// Nanoseconds of the schedule that play per second.
  double ns_per_second() const { return static_cast<double>(extent_ns_) / whole_s * speed(); }

  friend bool operator==(const Player&, const Player&) = default;

 private:
  std::int64_t extent_ns_ = 1;
  double time_ns_ = 0.0;
  bool is_playing_ = false;
  int doublings_ = 0;
};

}  // namespace gusset::viewer
