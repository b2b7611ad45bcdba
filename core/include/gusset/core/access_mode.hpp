#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gusset {

/// How a task uses a handle (SuperGlue, Tillenius 2015, section 3). Programs define more modes by
/// define_access_mode. A value carries its traits in its low bits, so that asking costs no look-up.
enum class AccessMode : std::uint8_t {
  read = 0b00000'001,   ///< concurrent with other reads
  write = 0b00001'110,  ///< alone, in order; may also read
  add = 0b00010'111     ///< alone, in any order among adds
};

/// What a mode means beside others on one handle.
struct AccessTraits {
  bool commutes = false;  ///< accesses of this mode may run in any order among themselves
  bool exclusive = true;  ///< two of them must not run at once
  bool modifies = true;   ///< leaves another value behind
  friend bool operator==(const AccessTraits&, const AccessTraits&) = default;
};

inline constexpr int built_in_access_modes = 3;
inline constexpr int max_access_modes = 31;

/// Whether accesses of this mode may run in any order among themselves.
constexpr bool commutes(AccessMode mode) {
  return (static_cast<std::uint8_t>(mode) & 1) != 0;
}
/// Whether an access of this mode leaves another value behind.
constexpr bool modifies(AccessMode mode) {
  return (static_cast<std::uint8_t>(mode) & 2) != 0;
}
/// Whether two accesses of this mode must not run at once.
constexpr bool is_exclusive(AccessMode mode) {
  return (static_cast<std::uint8_t>(mode) & 4) != 0;
}
/// Whether accesses of this mode come in any order, but one at a time: such a task takes its turn.
constexpr bool takes_turns(AccessMode mode) {
  return (static_cast<std::uint8_t>(mode) & 5) == 5;
}
/// Whether accesses of these modes may be under way at once, one of a task and one of its subtask: neither
/// leaves another value behind nor needs to be alone.
constexpr bool may_overlap(AccessMode a, AccessMode b) {
  return !modifies(a) && !modifies(b) && !is_exclusive(a) && !is_exclusive(b);
}
/// 0 … access_modes() − 1: read, write, add, then a program's own in order of definition.
constexpr int index_of(AccessMode mode) {
  return static_cast<std::uint8_t>(mode) >> 3;
}
/// The one mode that stands for both, where a task names a handle twice: read and add is write.
constexpr AccessMode combine(AccessMode a, AccessMode b) {
  return a == b ? a : AccessMode::write;
}

/// A mode of the program's own, such as a maximum: accesses of different modes are ordered, accesses of one
/// mode are as its traits say. The same name and traits give the same mode. Thread-safe. Throws UsageError
/// without a name, where the name is known with other traits, where traits contradict each other (what does
/// not commute excludes; what modifies excludes) and after max_access_modes.
AccessMode define_access_mode(std::string_view name, AccessTraits traits);

/// "read", "write", "add", or the name a program gave.
std::string name(AccessMode mode);

/// All modes known so far, by index.
std::vector<AccessMode> access_modes();

}  // namespace gusset
