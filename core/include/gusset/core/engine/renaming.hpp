#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "gusset/core/engine/current_worker.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/spin_lock.hpp"

namespace gusset {

/// How adds to a busy handle use separate buffers (SuperGlue, Tillenius 2015, section 4.5). All three
/// functions may run concurrently on different buffers. merge and apply must commute.
struct RenamingFunctions {
  std::function<void(void* buffer)> create;                       ///< makes a buffer that adds nothing
  std::function<void(void* into, const void* buffer)> merge;      ///< into += buffer, both buffers
  std::function<void(void* contents, const void* buffer)> apply;  ///< contents += buffer
};

namespace detail {

/// The buffers of one handle: buffers that wait to be merged, and free buffers.
class Renaming {
 public:
  Renaming(std::size_t bytes, RenamingFunctions functions)
      : bytes_(bytes), functions_(std::move(functions)) {}
  Renaming(const Renaming&) = delete;
  Renaming& operator=(const Renaming&) = delete;

  /// The sum of `adds` adds.
  struct Buffer {
    void* contents = nullptr;
    std::uint32_t adds = 1;
  };

  /// Returns a buffer that `create` has just initialised. Throws what `create` throws, and std::bad_alloc.
  Buffer take();
  /// Frees a buffer for reuse.
  void give_back(Buffer buffer);

  /// Leaves a buffer for the task that holds the handle's exclusive lock, or for another task to merge.
  void leave(Buffer buffer);
  /// Takes one of the buffers that were left, if any.
  std::optional<Buffer> pick();

  void merge(Buffer& into, Buffer from);
  void apply(void* contents, Buffer from);

 private:
  static constexpr std::size_t alignment = 64;
  struct Free {
    void operator()(std::byte* memory) const { ::operator delete (memory, std::align_val_t{alignment}); }
  };

  std::size_t bytes_;
  RenamingFunctions functions_;
  SpinLock lock_;  // guards the members below
  std::vector<std::unique_ptr<std::byte, Free>> all_;
  std::vector<void*> free_;
  std::vector<Buffer> left_;
};

/// Keeps a handle alive while a thread still works on its buffers, although its version may be final already.
/// Uses `holders`, the counter of handles with parts: a handle whose adds are renamed has no parts.
class BufferKeeper {
 public:
  // Relaxed: the keeper's own access completes later, and the thread that destroys the handle waits for that
  // completion.
  explicit BufferKeeper(HandleState& handle) : handle_(handle) {
    handle.holders.fetch_add(1, std::memory_order_relaxed);
  }
  ~BufferKeeper() {
    handle_.holders.fetch_sub(1, std::memory_order_release);
  }  // pairs with wait_for_keepers()
  BufferKeeper(const BufferKeeper&) = delete;
  BufferKeeper& operator=(const BufferKeeper&) = delete;

 private:
  HandleState& handle_;
};

/// Waits for all keepers before the handle is destroyed.
inline void wait_for_keepers(const HandleState& handle) {
  if (handle.renaming == nullptr) return;
  while (handle.holders.load(std::memory_order_acquire) > 0) std::this_thread::yield();
}

/// The buffers that the running task writes to instead of its handles' contents.
struct RenamedContents {
  struct Item {
    HandleState* handle = nullptr;
    Renaming::Buffer buffer;
    bool is_discarded = false;  ///< its task failed
  };
  std::vector<Item> items;

  const Item* find(const HandleState& handle) const {
    for (const Item& item : items) {
      if (item.handle == &handle) return &item;
    }
    return nullptr;
  }
};

/// The address of an access's contents for the running task.
inline void* contents_of(const TaskAccess& access) {
  const HandleState& handle = access.handle();
  const CurrentWorker* const worker = CurrentWorker::innermost;
  if (worker != nullptr && worker->renamed != nullptr) [[unlikely]] {
    if (const auto* const item = worker->renamed->find(handle)) return item->buffer.contents;
  }
  return handle.data;
}

}  // namespace detail
}  // namespace gusset
