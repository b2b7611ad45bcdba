#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "data/replica.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/task.hpp"

namespace gusset::cluster {

/// The shapes of the data that a task accesses, one for each access that is not covered, in order. They
/// outlive the handles.
using Shapes = std::vector<std::shared_ptr<const Replica>>;

/// Other nodes' tasks that may move to this node, by their numbers in the program. Thread-safe.
class KeptTasks {
 public:
  struct Kept {
    Task* task = nullptr;
    Shapes shapes;
  };
  /// The numbers of the oldest and the latest kept task. If no task is kept, the latest is below the oldest.
  struct Range {
    std::uint64_t oldest = 1;
    std::uint64_t latest = 0;
    bool is_empty() const { return latest < oldest; }
  };

  explicit KeptTasks(Engine& engine) : engine_(engine) {}
  ~KeptTasks() { drop(0, true); }

  /// Takes ownership of a task. Destroys the oldest tasks if there are more than `most`, unless all are
  /// promised. Returns whether take() has asked for this task before it was kept.
  bool keep(Task& task, std::uint64_t number, Shapes shapes, std::size_t most);
  /// Takes a task out. Returns nothing if the program has not submitted the task yet; the later keep() of
  /// this task then returns true.
  std::optional<Kept> take(std::uint64_t number);
  /// Destroys all tasks.
  void clear() { drop(0, true); }
  /// promise(true) promises to keep all tasks, until promise(false). clear() may still destroy them. Returns
  /// the range of the kept tasks.
  Range promise(bool keeps_all);
  /// Destroys a task.
  void release(Task& task) const;

 private:
  void drop(std::size_t most, bool is_forced);

  Engine& engine_;
  detail::SpinLock lock_;
  bool keeps_all_ = false;
  std::map<std::uint64_t, Kept> tasks_;
  std::unordered_set<std::uint64_t> wanted_;
};

}  // namespace gusset::cluster
