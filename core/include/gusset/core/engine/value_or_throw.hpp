#pragma once
#include <utility>

#include "gusset/base/result.hpp"
#include "gusset/core/errors.hpp"

namespace gusset {

/// The value of a result. Throws its error as a ConfigurationError, which engines report.
template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw ConfigurationError(result.error().message());
  return std::move(result).value();
}

}  // namespace gusset
