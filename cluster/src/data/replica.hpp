#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gusset/core/data_pool.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/ids.hpp"

namespace gusset::cluster {

/// The size of a handle's contents in memory: with parts, each leaf is rounded up (TileStore). 0 if the
/// handle has no contents.
std::size_t bytes_in_memory(const HandleState& handle);

/// One version of another node's handle. The tasks of this node access it instead of the handle. Its state
/// starts one version earlier; the message with the contents counts as the access that completes the version.
class Replica final : public VersionWatcher {
 public:
  /// Called by any thread when the last reader of a retired replica has ended.
  class Owner {
   public:
    virtual void ended(Replica& replica) = 0;

   protected:
    ~Owner() = default;
  };

  Replica(const HandleState& of, std::uint32_t version, NodeId here, DataPool& pool, Owner& owner);
  ~Replica() { free_memory(); }
  Replica(const Replica&) = delete;
  Replica& operator=(const Replica&) = delete;

  std::span<std::byte> memory() { return {memory_, bytes_}; }
  HandleState& state() { return state_; }
  const HandleState& state() const { return state_; }
  std::uint32_t version() const { return version_; }
  /// Whether the message has come and all readers so far have ended.
  bool is_idle() const { return state_.version() == state_.sequence.final_version(); }

  /// Allocates memory from the pool for the contents that the message brings.
  std::byte* take_memory(std::size_t bytes);
  /// Sets where the contents are or will be: in memory from the pool, which the replica frees.
  void place(std::byte* memory, std::size_t bytes);
  void free_memory();

  void reached() noexcept override { owner_.ended(*this); }

  std::uint32_t handle = 0;                          ///< number of the handle
  std::atomic<std::uint32_t>* unfinished = nullptr;  ///< the handle's count of replicas that are not idle
  TaskTypeId reader;                ///< type of the first task that reads the replica, for reports
  std::uint64_t reader_number = 0;  ///< number of that task
  std::int64_t begin = 0;           ///< when the message's header came, for a recording
  NodeId from;                      ///< the node that has sent it; until then, the handle's owner

 private:
  void take_after(HandleState& state, const HandleState& of) const;
  void copy_parts(HandleState& state, const HandleState& of);

  NodeId here_;
  DataPool& pool_;
  Owner& owner_;
  HandleState state_;
  std::vector<std::unique_ptr<HandleState[]>> parts_;
  std::uint32_t version_;
  std::byte* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace gusset::cluster
