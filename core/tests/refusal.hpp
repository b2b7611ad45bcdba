#pragma once
#include <string>

#include "gusset/core/errors.hpp"

namespace gusset::testing {

/// The text of the error that an action throws; "accepted" if it throws none.
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
