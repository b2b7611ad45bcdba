#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/checksum.hpp"
#include "engine/handle_table.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "messages/messenger.hpp"
#include "messages/wire.hpp"

namespace gusset::cluster {

/// Brings contents of other nodes' handles to the program, outside of tasks. The program advances in steps:
/// each wait and each fill is one. The owner answers once its program has made as many steps as the program
/// of the node that asks; fences (DistributedEngine) keep the contents unchanged until all programs go on.
class Exchange {
 public:
  /// `finds_writes`: written() looks for writes.
  Exchange(Messenger& messenger, HandleTable& handles, bool finds_writes)
      : messenger_(messenger), handles_(handles), finds_writes_(finds_writes) {}

  /// The program has made one more step.
  void step();
  /// The contents of another node's handle. `help` runs until its argument returns true.
  void* contents(HandleState& handle, const std::function<void(const std::function<bool()>&)>& help);
  /// The program fills the handle again.
  void forget(const HandleState& handle);
  /// A handle to whose contents() the program has written; null if there is none.
  const HandleState* written() const;
  /// All programs go on: the addresses that contents() has returned become invalid.
  void clear() { fetched_.clear(), forgotten_.clear(); }

  // Called in polls.
  void asked(Transport& transport, unsigned from, const Header& header);
  void answered(const Header& header, std::span<const std::byte> body);

 private:
  struct Fetched final : Operation {
    explicit Fetched(std::size_t size) : bytes(size), memory(std::make_unique<std::byte[]>(size)) {}
    std::uint64_t checksum() const { return checksum_of({memory.get(), bytes}); }
    std::size_t bytes;
    std::unique_ptr<std::byte[]> memory;
    std::optional<std::uint64_t> checksum_as_fetched{};
    Messenger* messenger = nullptr;
    std::atomic<bool> is_here{false};
    void completed() override {
      messenger->long_ends();
      is_here.store(true, std::memory_order_seq_cst);
    }
  };
  struct Answer final : Operation {
    Messenger* messenger = nullptr;
    void completed() override {
      messenger->long_ends();
      delete this;
    }
  };
  struct Question {
    unsigned from;
    Header header;
  };
  void answer(Transport& transport, unsigned to, const Header& question);

  Messenger& messenger_;
  HandleTable& handles_;
  bool finds_writes_;
  std::atomic<std::uint64_t> steps_{0};
  // Used by the program's thread only. The program may still use the addresses of forgotten contents.
  std::unordered_map<const HandleState*, std::unique_ptr<Fetched>> fetched_;
  std::vector<std::unique_ptr<Fetched>> forgotten_;
  std::vector<Question> kept_;  // questions to answer after more steps; used in polls only
};

}  // namespace gusset::cluster
