#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace gusset {

/// Attaches a named value to the tasks that this thread submits during its lifetime, for traces: an
/// iteration, a tile, a phase. Subtasks that these tasks' kernels submit do not carry it. It costs nothing
/// per task if nothing is recorded. Annotations of one thread must end in the reverse order of their
/// creation, as local variables do.
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

  /// Sets the value for tasks submitted from now on. The value must have the same type.
  void set(Value value) { value_ = std::move(value); }

  const std::string& name() const { return name_; }
  const Value& value() const { return value_; }

  /// Calls visit(annotation) for each annotation that this thread's next task carries. These are the
  /// annotations made in the kernel that the thread is in, or outside of kernels if the thread is in none.
  /// Among annotations of one name, visits only the latest.
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

  /// During its lifetime, the tasks that this thread submits carry no annotations made before.
  class Hidden {
   public:
    Hidden() : hidden_(std::exchange(innermost_, nullptr)) {}
    ~Hidden() { innermost_ = hidden_; }
    Hidden(const Hidden&) = delete;
    Hidden& operator=(const Hidden&) = delete;

   private:
    const Annotation* hidden_;
  };

  /// The calling thread's latest annotation; null if it has none.
  static const Annotation* innermost() { return innermost_; }
  /// The annotation that this thread made before this one.
  const Annotation* outer() const { return outer_; }

 private:
  static const void* this_task();

  static inline thread_local constinit const Annotation* innermost_ = nullptr;

  std::string name_;
  Value value_;
  const void* task_;  // compared only; it lives as long as its kernel runs
  const Annotation* outer_;
};

}  // namespace gusset
