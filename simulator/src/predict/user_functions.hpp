#pragma once
#include <exception>

#include "gusset/core/errors.hpp"

namespace gusset::simulator {

/// Calls a function of the program. Its exception becomes the failure of the task or message whose name
/// name() returns. A SimulationError passes unchanged, because the simulation can't continue after it.
template <class Name, class Function>
void call_of_task(Name&& name, Function&& function) {
  try {
    function();
  } catch (const SimulationError&) {
    throw;
  } catch (const std::exception& error) {
    throw TaskFailure(name(), error.what());
  } catch (...) {
    throw TaskFailure(name(), "unknown exception");
  }
}

}  // namespace gusset::simulator
