#pragma once
#include <exception>
#include <string>
#include <utility>

#include "gusset/base/result.hpp"

namespace gusset::ompt {

/// Ends a conversion: there is no space or no memory, or the event file cannot be read. Thrown from deep
/// inside the conversion, where every access to an array may fail. `convert_events` turns it into a Result.
class ConversionFailure : public std::exception {
 public:
  explicit ConversionFailure(Error error) : error_(std::move(error)), text_(error_.message()) {}
  const Error& error() const { return error_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  Error error_;
  std::string text_;
};

}  // namespace gusset::ompt
