#pragma once
#include <cstdint>

#include "gusset/core/access_mode.hpp"

namespace gusset {

/// Computes the version that each new access to a handle waits for. Each completed access raises the handle's
/// version by one, so an access that follows n others in order waits for version n. Consecutive commuting
/// accesses wait for the same version. For example, two reads, a write, three adds and a write wait for 0 0 2
/// 3 3 3 6 (SuperGlue, Tillenius 2015, figure 3). Versions wrap. Not thread-safe.
class VersionSequence {
 public:
  VersionSequence() = default;
  /// Starts at a version other than 0.
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

  /// Registers `accesses` accesses that wait for everything before them, that everything after waits for, and
  /// that order themselves: a plan. Returns the version that the first of them waits for.
  std::uint32_t next_block(std::uint32_t accesses) {
    group_ = count_;
    last_ = AccessMode::write;
    count_ += accesses;
    return group_;
  }

  /// The version that the handle has once all registered accesses have completed.
  std::uint32_t final_version() const { return count_; }

  /// The version that the latest access waits for; all accesses of its group share it.
  std::uint32_t current_group() const { return group_; }

 private:
  /// Cuts longer groups, so that `has_reached` stays correct for a group that never ends, for example readers
  /// of a constant.
  static constexpr std::uint32_t longest_group = std::uint32_t{1} << 30;

  std::uint32_t count_ = 0;
  std::uint32_t group_ = 0;
  AccessMode last_ = AccessMode::write;  // so that the first access starts a group
};

/// Whether a handle at `version` has reached `awaited`. Correct across a wrap while fewer than 2³¹ accesses
/// are in flight.
constexpr bool has_reached(std::uint32_t version, std::uint32_t awaited) {
  return static_cast<std::int32_t>(version - awaited) >= 0;
}

}  // namespace gusset
