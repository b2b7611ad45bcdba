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

/// How adds to a busy handle go to buffers of their own (SuperGlue, Tillenius 2015, section 4.5). All run
/// concurrently on different buffers; merge and apply must commute.
struct RenamingFunctions {
  std::function<void(void* buffer)> create;                       ///< makes a buffer that adds nothing
  std::function<void(void* into, const void* buffer)> merge;      ///< into += buffer, both buffers
  std::function<void(void* contents, const void* buffer)> apply;  ///< contents += buffer
};

namespace detail {

/// The buffers of one handle: those that wait to be merged, and those to be used again.
class Renaming {
 public:
  Renaming(std::size_t bytes, RenamingFunctions functions)
      : bytes_(bytes), functions_(std::move(functions)) {}
  Renaming(const Renaming&) = delete;
  Renaming& operator=(const Renaming&) = delete;

  /// What tasks have added: `adds` of them.
  struct Buffer {
    void* contents = nullptr;
    std::uint32_t adds = 1;
  };

  /// A buffer made anew by create. Throws what create throws, and std::bad_alloc.
  Buffer take();
  /// It may be used again.
  void give_back(Buffer buffer);

  /// Leaves a buffer for whoever has the handle's turn, or for another to merge.
  void leave(Buffer buffer);
  /// One that was left, if any.
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
  SpinLock lock_;  // guards the rest
  std::vector<std::unique_ptr<std::byte, Free>> all_;
  std::vector<void*> free_;
  std::vector<Buffer> left_;
};

/// Somebody still looks after the buffers of a handle, though its version may be final already: it must not
/// go. Counted where a handle with parts counts its holders: one whose adds are renamed has none.
class BufferKeeper {
 public:
  // Relaxed: before the keeper's own access is completed, which whoever lets the handle go waits for.
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

/// Before a handle goes.
inline void wait_for_keepers(const HandleState& handle) {
  if (handle.renaming == nullptr) return;
  while (handle.holders.load(std::memory_order_acquire) > 0) std::this_thread::yield();
}

/// What the accesses of the running task write to instead of their handles' contents.
struct RenamedContents {
  struct Item {
    HandleState* handle = nullptr;
    Renaming::Buffer buffer;
    bool is_void = false;  ///< its task failed
  };
  std::vector<Item> items;

  const Item* find(const HandleState& handle) const {
    for (const Item& item : items) {
      if (item.handle == &handle) return &item;
    }
    return nullptr;
  }
};

/// Where the running task finds the contents of an access.
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
