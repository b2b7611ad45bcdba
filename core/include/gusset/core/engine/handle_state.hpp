#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core/version_sequence.hpp"

namespace gusset {
class Engine;
namespace detail {
class Renaming;
struct DeleteRenaming {
  void operator()(Renaming* renaming) const;
};
}  // namespace detail

/// The state that the runtime and its engine keep for a handle. Has three cache lines: data that completions
/// write, data that submissions write, and data that both read. The threaded engine owns the first line and
/// the lock of the second. Other engines keep their own state under `slot`, and publish a handle's version
/// through set_version.
struct alignas(64) HandleState {
  HandleState() = default;
  /// Starts the handle's versions at a value other than 0; tests start near the wrap-around.
  explicit HandleState(std::uint32_t first_version)
      : word(std::uint64_t{first_version} << version_shift), sequence(first_version) {}

  // The word holds the number of completed accesses, and flags. While `locked` is clear, any thread may
  // change the word by compare-and-swap; while it is set, only the thread that set it may change the word.
  static constexpr int version_shift = 32;
  static constexpr std::uint64_t one_version = std::uint64_t{1} << version_shift;
  static constexpr std::uint64_t locked = 1;     ///< a thread is working on the lists below
  static constexpr std::uint64_t waiting = 2;    ///< `first_waiting` is not null
  static constexpr std::uint64_t held = 4;       ///< a task holds the exclusive lock: it runs alone
                                                 ///< among commuting tasks
  static constexpr std::uint64_t parked = 8;     ///< `first_parked` is not null
  static constexpr std::uint64_t poisoned = 16;  ///< `poison` is not null
  static constexpr std::uint64_t flags = 31;

  static std::uint32_t version_in(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> version_shift);
  }
  std::uint32_t version() const {
    return version_in(word.load(std::memory_order_acquire));  // pairs with the release of each change
  }

  /// For engines that complete accesses in their own way. Release: pairs with the acquire in version().
  void set_version(std::uint32_t version) {
    word.store(std::uint64_t{version} << version_shift, std::memory_order_release);
  }

  /// The name shown in messages.
  std::string label() const { return name.empty() ? "handle " + std::to_string(id.value()) : name; }

  // ---- Completion
  std::atomic<std::uint64_t> word{0};
  TaskAccess* first_waiting = nullptr;  ///< waiting for a version, in ascending order
  TaskAccess* first_parked = nullptr;   ///< version reached, waiting for the exclusive lock
  TaskAccess* last_parked = nullptr;
  std::exception_ptr poison;  ///< exception of the first failed task that modifies the handle, or Cancelled
  std::uint32_t poison_group =
      0;  ///< the version that this task waited for: other tasks of its group are not skipped
  std::atomic<std::uint16_t> last_worker{0xffff};  ///< the worker that last completed an access

  // ---- Submission
  alignas(64) VersionSequence sequence;  ///< versions of submitted accesses
  std::uint32_t reserved = 0;            ///< submitted accesses whose tasks do not exist yet
  std::uint32_t early_version = 0;  ///< the latest version that a thread or a watcher waits for although some
                                    ///< accesses that lead to it are not submitted yet
  bool has_early = false;           ///< whether early_version is set
  detail::SpinLock submitting;      ///< held during a submission if several threads may submit
  std::atomic<TaskAccess*> last_waiting{nullptr};
  Engine* engine = nullptr;
  HandleId id;
  NodeId owner{0};               ///< every_node if each node has its own copy
  HandleState* whole = nullptr;  ///< the handle that this handle is a part of

  // ---- Read by all
  alignas(64) void* data = nullptr;  ///< contents on this node; null in a simulation
  std::uint64_t rows = 0;            ///< the contents' shape, if they have one
  std::uint64_t columns = 0;
  std::uint64_t size_bytes = 0;
  std::unique_ptr<detail::Renaming, detail::DeleteRenaming>
      renaming;                  ///< set if adds may go to separate buffers
  HandleState* parts = nullptr;  ///< an array of part_rows × part_columns handles, column by column
  std::uint32_t part_rows = 0;
  std::uint32_t part_columns = 0;
  std::atomic<std::int32_t> holders{0};  ///< running tasks that access the handle as a whole; counted only
                                         ///< if accesses to parts are checked
  EngineSlot slot;                       ///< index of the engine's own state for the handle, if there is any
  std::string name;
};

}  // namespace gusset
