#pragma once
#include <cstdint>

#include "gusset/core/access_mode.hpp"

namespace gusset {

/// Tells each new access of one handle which version it must wait for. Each completed access raises the
/// handle's version by one, so an access that follows n others in order waits for version n; commuting
/// accesses in a row wait for the same one. Two reads, a write, three adds and a write wait for 0 0 2 3 3 3 6
/// (SuperGlue, Tillenius 2015, figure 3). Versions wrap. Not thread-safe.
class VersionSequence {
 public:
  VersionSequence() = default;
  /// A sequence that starts at another version than 0.
  explicit VersionSequence(std::uint32_t first_version) : count_(first_version), group_(first_version) {}

  /// Registers an access and returns the version it waits for.
  std::uint32_t next(AccessMode mode) {
    if (mode != last_ || !commutes(mode) || count_ - group_ >= longest_group) {
      group_ = count_;
      last_ = mode;
    }
    ++count_;
    return group_;
  }

  /// Registers `accesses` that wait for everything before them and are waited for by everything after, and
  /// order themselves: a plan. Returns the version that the first of them waits for.
  std::uint32_t next_block(std::uint32_t accesses) {
    group_ = count_;
    last_ = AccessMode::write;
    count_ += accesses;
    return group_;
  }

  /// The version that the handle has when all registered accesses have completed.
  std::uint32_t final_version() const { return count_; }

  /// The version that the latest access waits for: accesses of its group share it.
  std::uint32_t current_group() const { return group_; }

 private:
  /// Longer groups are cut, so that `has_reached` stays right for one that never ends: readers of something
  /// constant.
  static constexpr std::uint32_t longest_group = std::uint32_t{1} << 30;

  std::uint32_t count_ = 0;
  std::uint32_t group_ = 0;
  AccessMode last_ = AccessMode::write;  // so that the first access starts a group
};

/// Whether a handle at `version` has reached `awaited`; right across a wrap as long as fewer than 2³¹
/// accesses are in flight.
constexpr bool has_reached(std::uint32_t version, std::uint32_t awaited) {
  return static_cast<std::int32_t>(version - awaited) >= 0;
}

}  // namespace gusset
