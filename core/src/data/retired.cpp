#include "data/retired.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "gusset/core/engine/renaming.hpp"

namespace gusset::detail {

namespace {

#ifdef NDEBUG
constexpr std::size_t max_kept = 0;
#else
constexpr std::size_t max_kept = 65536;  // handles: about 16 MB
#endif

[[maybe_unused]] void keep(std::shared_ptr<void> handles, std::size_t count) {
  struct Kept {
    std::mutex mutex;
    std::deque<std::pair<std::shared_ptr<void>, std::size_t>> handles;  // and the number of handles
    std::size_t count = 0;
  };
  static Kept& kept = *new Kept;  // never destroyed: handles may be static objects
  const std::lock_guard guard(kept.mutex);
  kept.count += count;
  kept.handles.emplace_back(std::move(handles), count);
  while (kept.count > max_kept) {
    kept.count -= kept.handles.front().second;
    kept.handles.pop_front();
  }
}

}  // namespace

void DeleteRenaming::operator()(Renaming* renaming) const {
  delete renaming;
}

void retire(std::unique_ptr<HandleState> handle) {
  if constexpr (max_kept > 0) keep(std::shared_ptr<HandleState>(std::move(handle)), 1);
}

void retire(std::unique_ptr<HandleState[]> handles, [[maybe_unused]] std::size_t count) {
  if constexpr (max_kept > 0) keep(std::shared_ptr<HandleState[]>(std::move(handles)), count);
}

}  // namespace gusset::detail
