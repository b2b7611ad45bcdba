#include "gusset/viewer/model/explain/player.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::viewer {

Player::Player(std::int64_t extent_ns) : extent_ns_(std::max<std::int64_t>(1, extent_ns)) {}

std::int64_t Player::time_ns() const {
  return static_cast<std::int64_t>(std::floor(time_ns_));
}

void Player::play() {
  if (is_at_end()) time_ns_ = 0.0;
  is_playing_ = true;
}

void Player::go_to(std::int64_t time_ns) {
  time_ns_ = static_cast<double>(std::clamp<std::int64_t>(time_ns, 0, extent_ns_));
  is_playing_ = false;
}

void Player::pass(double seconds) {
  if (!is_playing_) return;
  time_ns_ = std::min(time_ns_ + seconds * ns_per_second(), static_cast<double>(extent_ns_));
  if (is_at_end()) is_playing_ = false;
}

double Player::speed() const {
  return std::ldexp(1.0, doublings_);
}

void Player::set_doublings(int doublings) {
  doublings_ = std::clamp(doublings, -max_doublings, max_doublings);
}

double Player::ns_per_second() const {
  return static_cast<double>(extent_ns_) / whole_s * speed();
}

}  // namespace gusset::viewer
