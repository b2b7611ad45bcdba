#pragma once
#include <exception>

#include "engine/report.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/runtime.hpp"

namespace gusset {

namespace detail {
inline constexpr int failure_status = 1;
}

/// Calls the action. A fatal error ends a program whose runtime was made from the environment.
template <class Action>
auto Runtime::guarded(Action&& action) const {
  try {
    return action();
  } catch (const std::exception& error) {
    const bool is_final = dynamic_cast<const SimulationError*>(&error) != nullptr ||
                          dynamic_cast<const UsageError*>(&error) != nullptr ||
                          dynamic_cast<const ConfigurationError*>(&error) != nullptr;
    // Inside a task or a message, a task fails instead.
    const bool is_inside = engine_->running_task() != nullptr || !engine_->place().is_none();
    if (!is_final || !from_environment_ || is_inside) throw;
    detail::end_program(error.what(), detail::failure_status);
  }
}

}  // namespace gusset
