#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gusset {

/// How a task uses a handle (SuperGlue, Tillenius 2015, section 3). Programs define more modes with
/// define_access_mode. A value carries its traits in its low bits, so queries need no look-up.
enum class AccessMode : std::uint8_t {
  read = 0b00000'001,   ///< concurrent with other reads
  write = 0b00001'110,  ///< alone, in order; may also read
  add = 0b00010'111     ///< alone, in any order among adds
};

/// How accesses of one mode relate to each other on one handle.
struct AccessTraits {
  bool commutes = false;  ///< accesses of this mode may run in any order among themselves
  bool exclusive = true;  ///< no two of them may run at once
  bool modifies = true;   ///< changes the value
  friend bool operator==(const AccessTraits&, const AccessTraits&) = default;
};

inline constexpr int built_in_access_modes = 3;
inline constexpr int max_access_modes = 31;

/// Whether accesses of this mode may run in any order among themselves.
constexpr bool commutes(AccessMode mode) {
  return (static_cast<std::uint8_t>(mode) & 1) != 0;
}
/// Whether an access of this mode changes the value.
constexpr bool modifies(AccessMode mode) {
  return (static_cast<std::uint8_t>(mode) & 2) != 0;
}
/// Whether two accesses of this mode must not run at once.
constexpr bool is_exclusive(AccessMode mode) {
  return (static_cast<std::uint8_t>(mode) & 4) != 0;
}
/// Whether accesses of this mode run in any order, but one at a time. Such a task holds the handle's
/// exclusive lock while it runs.
constexpr bool needs_lock(AccessMode mode) {
  return (static_cast<std::uint8_t>(mode) & 5) == 5;
}
/// Whether an access of a task and an access of its subtask may run at once: neither of them modifies the
/// data or needs to be alone.
constexpr bool may_overlap(AccessMode a, AccessMode b) {
  return !modifies(a) && !modifies(b) && !is_exclusive(a) && !is_exclusive(b);
}
/// 0 … access_modes() − 1: read, write, add, then custom modes in order of definition.
constexpr int index_of(AccessMode mode) {
  return static_cast<std::uint8_t>(mode) >> 3;
}
/// The mode that covers both, if a task names a handle twice: read and add give write.
constexpr AccessMode combine(AccessMode a, AccessMode b) {
  return a == b ? a : AccessMode::write;
}

/// Defines a custom mode, for example a maximum. Accesses of different modes are ordered; accesses of one
/// mode follow its traits. The same name and traits give the same mode. Thread-safe. Throws UsageError if the
/// name is empty, if the name exists with other traits, if the traits contradict each other (a mode that does
/// not commute must be exclusive, and so must a mode that modifies), or after max_access_modes.
AccessMode define_access_mode(std::string_view name, AccessTraits traits);

/// "read", "write", "add", or the name that the program gave.
std::string name(AccessMode mode);

/// All modes known so far, by index.
std::vector<AccessMode> access_modes();

}  // namespace gusset
