#include <new>
#include <string>

#include "runtime/c_interface.hpp"

namespace gusset::c_interface {
namespace {

thread_local std::string last_error;

int set_error(gusset_status status, const char* why) noexcept {
  try {
    last_error = why;
  } catch (...) {
    last_error.clear();  // no memory to say so
  }
  return status;
}

}  // namespace

int status_of_exception() noexcept {
  try {
    throw;
  } catch (const TaskFailure& error) {
    return set_error(GUSSET_TASK_FAILED, error.what());
  } catch (const Cancelled& error) {
    return set_error(GUSSET_CANCELLED, error.what());
  } catch (const Deadlock& error) {
    return set_error(GUSSET_DEADLOCK, error.what());
  } catch (const SimulationError& error) {
    return set_error(GUSSET_SIMULATION, error.what());
  } catch (const ConfigurationError& error) {
    return set_error(GUSSET_CONFIGURATION, error.what());
  } catch (const UsageError& error) {
    return set_error(GUSSET_USAGE, error.what());
  } catch (const std::bad_alloc&) {
    return set_error(GUSSET_NO_MEMORY, "expected memory, found none left");
  } catch (const std::exception& error) {
    return set_error(GUSSET_OTHER, error.what());
  } catch (...) {
    return set_error(GUSSET_OTHER, "an exception that is not a std::exception");
  }
}

UsageError misuse(const char* function, const std::string& expected, const std::string& found) {
  return UsageError(std::string(function) + ": expected " + expected + ", found " + found);
}

void refuse_inside_kernels(const Runtime& runtime, const char* function) {
  if (runtime.engine().running_task() != nullptr)
    throw misuse(function, "a call outside of kernels", "one inside");
}

}  // namespace gusset::c_interface

extern "C" const char* gusset_last_error(void) {
  return gusset::c_interface::last_error.c_str();
}
