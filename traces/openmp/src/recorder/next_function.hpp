#pragma once
#include <dlfcn.h>

namespace gusset::ompt {

/// The next function with this name, which this library's function overrides.
template <class Function>
Function next_of(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace gusset::ompt

/// Begins the definition of a function that a program calls instead of the runtime's.
#define GUSSET_OMPT_CALL extern "C" __attribute__((visibility("default")))
