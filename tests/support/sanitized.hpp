#pragma once

namespace gusset {

/// Whether the test is built with the address or the thread sanitizer. Repeating a check is then slow and
/// finds no further errors, so tests repeat it less often; the other builds run all repetitions.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace gusset
