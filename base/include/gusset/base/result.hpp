#pragma once
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace gusset {

/// What was wrong with data from outside: where, what was expected, and what was found.
struct Error {
  std::string where;     ///< a file, with an offset or line if known
  std::string expected;  ///< what would have been correct
  std::string found;     ///< what was found instead

  /// One line: "WHERE: expected EXPECTED, found FOUND".
  std::string message() const { return where + ": expected " + expected + ", found " + found; }

  friend bool operator==(const Error&, const Error&) = default;
};

/// Either a value or the reason why there is none. Asking a failed result for its value throws
/// std::logic_error (a caller's mistake).
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & {
    require();
    return std::get<0>(state_);
  }
  const T& value() const& {
    require();
    return std::get<0>(state_);
  }
  T&& value() && {
    require();
    return std::get<0>(std::move(state_));
  }
  const Error& error() const { return std::get<1>(state_); }

  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }

 private:
  void require() const {
    if (!ok()) throw std::logic_error("value of a failed result: " + std::get<1>(state_).message());
  }
  std::variant<T, Error> state_;
};

/// The success of an operation that returns no value.
struct Done {
  friend bool operator==(const Done&, const Done&) = default;
};

}  // namespace gusset
