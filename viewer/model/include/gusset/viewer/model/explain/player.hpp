#pragma once
#include <cstdint>

namespace gusset::viewer {

/// Plays a schedule: which of its times is shown, and how that goes on while real time passes. A value
/// without a clock: who has one tells how much time has passed.
///
/// At speed 1 a whole schedule takes `whole_s` seconds to play, however long it is; speeds are powers of two
/// from 1/64 to 64.
class Player {
 public:
  static constexpr double whole_s = 20.0;
  static constexpr int most_doublings = 6;

  Player() = default;
  /// At the start of a schedule that lasts `extent_ns`; at least 1.
  explicit Player(std::int64_t extent_ns);

  std::int64_t extent_ns() const { return extent_ns_; }
  std::int64_t time_ns() const;
  bool is_playing() const { return is_playing_; }
  bool is_at_end() const { return time_ns_ >= static_cast<double>(extent_ns_); }

  /// From where it is; from the start where it is at the end.
  void play();
  void pause() { is_playing_ = false; }
  /// Goes to a time, bounded by the schedule, and pauses.
  void go_to(std::int64_t time_ns);
  /// Real time has passed. Ends at the end.
  void pass(double seconds);

  /// 1, 2, 1/2, …
  double speed() const;
  int doublings() const { return doublings_; }
  /// 2 to that power, bounded.
  void set_doublings(int doublings);
  /// How much of the schedule a second shows.
  double ns_per_second() const;

  friend bool operator==(const Player&, const Player&) = default;

 private:
  std::int64_t extent_ns_ = 1;
  double time_ns_ = 0.0;
  bool is_playing_ = false;
  int doublings_ = 0;
};

}  // namespace gusset::viewer
