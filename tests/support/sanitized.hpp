#pragma once

namespace gusset {

/// Whether a sanitizer checks the test. More repetitions of the same kind then cost much and find no other
/// misuse; the other builds run all of them.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

}  // namespace gusset
