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
  std::vector<Task*> watchers;  ///< represent no tasks of the program; see Watcher

  /// "2 tasks can never run: …"; empty if there are none.
  std::string text() const;
};

/// An engine's handles. After a deadlock, the tasks that wait for these handles are found here. Thread-safe.
class KnownHandles {
 public:
  void add(HandleState& handle);
  void remove(HandleState& handle);

  /// Takes every waiting task off its handle and signals observers. Call it only when nothing can ever run
  /// again. Afterwards each handle has the version that it would have if all its tasks had completed.
  StuckTasks take_waiting();

 private:
  std::mutex mutex_;
  std::unordered_set<HandleState*> handles_;
};

}  // namespace gusset::detail
