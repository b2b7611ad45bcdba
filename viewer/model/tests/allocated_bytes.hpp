#pragma once
#include <cstddef>

namespace gusset::viewer::testing {

/// The bytes that this thread has allocated with `new` so far, freed or not. Linking this function replaces
/// the program's operators `new` and `delete`.
std::size_t allocated_bytes();

}  // namespace gusset::viewer::testing
