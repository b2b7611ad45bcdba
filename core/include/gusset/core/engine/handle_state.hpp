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

/// What the runtime and its engine know about a handle. Three cache lines: what completions write, what
/// submissions write, and what both read. The threaded engine owns the first line and the lock of the second;
/// other engines keep their own state under `slot`, and publish a handle's version by set_version.
struct alignas(64) HandleState {
  HandleState() = default;
  /// A handle whose versions start elsewhere than at 0; tests of the wrap begin near it.
  explicit HandleState(std::uint32_t first_version)
      : word(std::uint64_t{first_version} << version_shift), sequence(first_version) {}

  // The word: accesses completed, and flags. Changed by compare-and-swap while `locked` is off, by its holder
  // alone while it is on.
  static constexpr int version_shift = 32;
  static constexpr std::uint64_t one_version = std::uint64_t{1} << version_shift;
  static constexpr std::uint64_t locked = 1;     ///< somebody works on the lists below
  static constexpr std::uint64_t waiting = 2;    ///< `first_waiting` is not null
  static constexpr std::uint64_t turn = 4;       ///< a task that takes turns has it
  static constexpr std::uint64_t parked = 8;     ///< `first_parked` is not null
  static constexpr std::uint64_t poisoned = 16;  ///< `poison` is not null
  static constexpr std::uint64_t flags = 31;

  static std::uint32_t version_in(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> version_shift);
  }
  std::uint32_t version() const {
    return version_in(word.load(std::memory_order_acquire));  // pairs with the release of each change
  }

  /// For engines that complete accesses in their own way. Release: pairs with version().
  void set_version(std::uint32_t version) {
    word.store(std::uint64_t{version} << version_shift, std::memory_order_release);
  }

  /// For messages.
  std::string label() const { return name.empty() ? "handle " + std::to_string(id.value()) : name; }

  // ---- completion
  std::atomic<std::uint64_t> word{0};
  TaskAccess* first_waiting = nullptr;  ///< for a version, ascending
  TaskAccess* first_parked = nullptr;   ///< whose version is reached, for their turn
  TaskAccess* last_parked = nullptr;
  std::exception_ptr poison;  ///< of the first task that failed to modify it
  std::uint32_t poison_group =
      0;  ///< the version which that task had waited for: its own group is not affected
  std::atomic<std::uint16_t> last_worker{0xffff};  ///< that completed an access

  // ---- submission
  alignas(64) VersionSequence sequence;  ///< of accesses as submitted
  std::uint32_t reserved = 0;            ///< of these, those whose tasks are still to come
  std::uint32_t early_version = 0;       ///< somebody waits for it whom accesses submitted later precede,
  bool has_early = false;                ///< where this says so
  detail::SpinLock submitting;           ///< while several threads submit
  std::atomic<TaskAccess*> last_waiting{nullptr};
  Engine* engine = nullptr;
  HandleId id;
  NodeId owner{0};               ///< every_node: each has one of its own
  HandleState* whole = nullptr;  ///< of which this is a part

  // ---- read by all
  alignas(64) void* data = nullptr;  ///< contents on this node; null in simulation
  std::uint64_t rows = 0;            ///< the contents' shape, where they have one
  std::uint64_t columns = 0;
  std::uint64_t size_bytes = 0;
  std::unique_ptr<detail::Renaming, detail::DeleteRenaming>
      renaming;                  ///< where adds may go to buffers of their own
  HandleState* parts = nullptr;  ///< part_rows × part_columns of them, column by column
  std::uint32_t part_rows = 0;
  std::uint32_t part_columns = 0;
  std::atomic<std::int32_t> holders{0};  ///< tasks that hold it as a whole, where that is checked
  EngineSlot slot;                       ///< where its engine keeps what it knows of the handle, if anywhere
  std::string name;
};

}  // namespace gusset
