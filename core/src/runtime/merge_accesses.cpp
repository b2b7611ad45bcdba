#include "runtime/merge_accesses.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::detail {

namespace {

constexpr std::size_t few_accesses = 16;

void merge(TaskAccess& earlier, TaskAccess& access) {
  if (earlier.has_mark(TaskAccess::reserved) || access.has_mark(TaskAccess::reserved)) {
    throw UsageError(
        access.handle().label() +
        ": expected a reserved handle to be named only by its reservation, found it named twice");
  }
  earlier.set_mode(combine(earlier.mode(), access.mode()));
  access.cover();
}

bool merge_few(Task& task) {
  bool has_merged = false;
  for (TaskAccess& access : task) {
    for (TaskAccess* earlier = task.begin(); earlier != &access; ++earlier) {
      if (&earlier->handle() != &access.handle() || earlier->is_covered()) continue;
      merge(*earlier, access);
      has_merged = true;
      break;
    }
  }
  return has_merged;
}

/// Finds the first access to each handle by hashing. Each thread keeps its table, because tasks with many
/// accesses come in large numbers.
class FirstAccesses {
 public:
  void expect(std::size_t accesses) {
    std::size_t places = places_.size();
    while (places < 2 * accesses) places = places == 0 ? 64 : 2 * places;
    if (places > places_.size() || ++task_ == 0) {
      places_.assign(places, {});
      task_ = 1;
    }
  }
  /// Returns null if this is the first access to its handle.
  TaskAccess* find_or_insert(TaskAccess& access) {
    const std::size_t mask = places_.size() - 1;
    const auto address = reinterpret_cast<std::uintptr_t>(&access.handle());
    // Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4).
    for (std::size_t i = (address * 0x9e3779b97f4a7c15u) >> 32;; ++i) {
      Place& place = places_[i & mask];
      if (place.task != task_) {
        place = {&access, task_};
        return nullptr;
      }
      if (&place.access->handle() == &access.handle()) return place.access;
    }
  }

 private:
  struct Place {
    TaskAccess* access = nullptr;
    std::uint32_t task = 0;  // the search that filled this place
  };
  std::vector<Place> places_;  // size is a power of two
  std::uint32_t task_ = 0;
};

/// For tasks with so many accesses that comparing all pairs would be slow.
bool merge_many(Task& task) {
  static thread_local FirstAccesses first;
  first.expect(task.access_count());
  bool has_merged = false;
  for (TaskAccess& access : task) {
    TaskAccess* const earlier = first.find_or_insert(access);
    if (earlier == nullptr) continue;
    merge(*earlier, access);
    has_merged = true;
  }
  return has_merged;
}

}  // namespace

bool merge_accesses(Task& task) {
  return task.access_count() <= few_accesses ? merge_few(task) : merge_many(task);
}

}  // namespace gusset::detail
