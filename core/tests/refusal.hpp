#pragma once
#include <string>

#include "gusset/core/errors.hpp"

namespace gusset::testing {

/// What an action is refused with; "accepted" where it is not.
template <class Action>
std::string refusal(Action&& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace gusset::testing
