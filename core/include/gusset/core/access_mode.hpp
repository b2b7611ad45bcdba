#pragma once
#include <cstdint>
#include <string_view>

namespace gusset {

/// How a task uses a handle (SuperGlue, Tillenius 2015, section 3).
enum class AccessMode : std::uint8_t {
  read,   ///< concurrent with other reads
  write,  ///< alone, in order; may also read
  add     ///< alone, in any order among adds
};

inline constexpr int access_mode_count = 3;

/// Whether accesses of this mode may run in any order among themselves.
constexpr bool commutes(AccessMode mode) {
  return mode != AccessMode::write;
}
/// Whether two accesses of this mode must not run at once.
constexpr bool is_exclusive(AccessMode mode) {
  return mode != AccessMode::read;
}
/// Whether an access of this mode leaves another value behind.
constexpr bool modifies(AccessMode mode) {
  return mode != AccessMode::read;
}
/// The one mode that stands for both, where a task names a handle twice: read and add is write.
constexpr AccessMode combine(AccessMode a, AccessMode b) {
  return a == b ? a : AccessMode::write;
}

constexpr std::string_view name(AccessMode mode) {
  constexpr std::string_view names[] = {"read", "write", "add"};
  return names[static_cast<int>(mode)];
}

}  // namespace gusset
