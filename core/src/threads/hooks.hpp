#pragma once
#include <span>
#include <string>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Empty hooks for a run that is not recorded; they generate no code. ThreadedEngine calls its hooks at each
/// event that a recorder needs. core_tracing has another class with these members.
struct Plain {
  static constexpr bool records = false;
  static constexpr bool is_open = false;  // other nodes raise no versions; see Open

  Plain(const Options&, unsigned) {}
  bool needs_extra() const { return false; }
  void acts_as(unsigned) {}
  void handle_added(const HandleState&) {}
  void submitting(Task&, bool, bool) {}
  void ready_at_once(Task&) {}
  struct Time {};
  Time now() const { return {}; }
  void woken(Task&) {}
  void kernel_ended(unsigned) {}  ///< the task's function `then` follows
  bool follows_events() const { return false; }
  void ran(unsigned, Task&, Time) {}
  void skipped(unsigned, Task&) {}
  void stole(unsigned, Time, unsigned, std::span<Task* const>) {}
  void waited(unsigned, Time) {}
  void note(const std::string&) {}  ///< for answers about the run
  void finish() {}
};

}  // namespace gusset::detail
