#pragma once
#include <cstdlib>

namespace gusset::testing {

/// How often to repeat a random test: `usual` times, or as often as the variable GUSSET_TEST_ROUNDS says.
/// scripts/soak sets it.
inline unsigned test_rounds(unsigned usual) {
  const char* const text = std::getenv("GUSSET_TEST_ROUNDS");
  return text == nullptr ? usual : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

}  // namespace gusset::testing
