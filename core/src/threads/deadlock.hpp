#pragma once
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// Tasks that can never run, and what some of them waited for.
struct StuckTasks {
  std::unordered_set<Task*> tasks;
  std::vector<std::string> waits;

  /// "2 tasks can never run: …"; empty if there are none.
  std::string text() const;
};

/// An engine's handles, so that the watchdog finds the tasks that wait at them. Thread-safe.
class KnownHandles {
 public:
  void add(HandleState& handle);
  void remove(HandleState& handle);

  /// Takes every waiting task off its handle and signals observers. Call it only when nothing can ever run
  /// again. Afterwards all handles have their final version.
  StuckTasks take_waiting();

 private:
  std::mutex mutex_;
  std::unordered_set<HandleState*> handles_;
};

}  // namespace gusset::detail
