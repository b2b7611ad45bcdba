#pragma once
#include <cstdint>
#include <optional>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/node_engine.hpp"
#include "messages/messenger.hpp"

namespace gusset::cluster {

class Listeners;

/// A version of a handle of this node that another node waits for: for its tasks, or for its program.
class Listener final : public VersionWatcher, public Job, public Operation {
 public:
  Listener() = default;

  // Set when it is made.
  Listeners* listeners = nullptr;
  HandleState* handle = nullptr;
  std::uint32_t number = 0;  ///< of the handle
  std::uint32_t version = 0;
  unsigned to = 0;
  bool is_notice = false;   ///< for the other node's program, which gets no contents
  std::uint64_t event = 0;  ///< the position in the program
  std::uint64_t hash = 0;

  std::optional<std::uint64_t> checksum{};  ///< of the contents as sent, if later writes are to be found

  std::int64_t begin = 0;  ///< when the message was given to the transport, for a recording

  // Under HandleEntry::lock.
  std::uint32_t registered = 1;  ///< accesses that wait for it
  bool is_sent = false;          ///< the contents have left: later accesses need not wait
  bool is_latest = false;        ///< HandleEntry::latest holds it

  /// The handle has the version.
  void reached() noexcept override;
  /// Sends it.
  void run(Transport& transport) override;
  /// The contents have been sent.
  void completed() override;
};

}  // namespace gusset::cluster
