#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace gusset {

/// While it lives, the tasks that this thread submits carry a named value in traces: an iteration, a tile, a
/// phase. Those that their kernels submit do not. Where nothing is recorded it costs nothing per task.
/// Annotations of one thread end in the opposite order of their beginnings, as local variables do.
///
///     gusset::Annotation iteration("iteration", 0);
///     for (std::int64_t i = 0; i < iterations; ++i) {
///       iteration.set(i);
///       runtime.submit(…);
///     }
class Annotation {
 public:
  using Value = std::variant<std::int64_t, double, std::string>;

  Annotation(std::string name, Value value)
      : name_(std::move(name)),
        value_(std::move(value)),
        task_(this_task()),
        outer_(std::exchange(innermost_, this)) {}
  ~Annotation() { innermost_ = outer_; }
  Annotation(const Annotation&) = delete;
  Annotation& operator=(const Annotation&) = delete;

  /// For the tasks submitted from now on; a value of the same kind.
  void set(Value value) { value_ = std::move(value); }

  const std::string& name() const { return name_; }
  const Value& value() const { return value_; }

  /// Calls visit(annotation) for each that what this thread submits now is to carry: those made in the kernel
  /// that it is in, or outside of kernels if it is; of several of one name the latest.
  template <class Visit>
  static void for_each(Visit&& visit) {
    if (innermost_ == nullptr) return;
    const void* const task = this_task();
    for (const Annotation* each = innermost_; each != nullptr; each = each->outer_) {
      const Annotation* later = innermost_;
      while (later != each && (later->name_ != each->name_ || later->task_ != task)) later = later->outer_;
      if (each->task_ == task && later == each) visit(*each);
    }
  }

  /// The calling thread's latest; null where it has none.
  static const Annotation* innermost() { return innermost_; }
  /// The one that this thread made before.
  const Annotation* outer() const { return outer_; }

 private:
  static const void* this_task();

  static inline thread_local constinit const Annotation* innermost_ = nullptr;

  std::string name_;
  Value value_;
  const void* task_;  // which lives as long as its kernel
  const Annotation* outer_;
};

}  // namespace gusset
