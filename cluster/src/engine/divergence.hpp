#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/handle_table.hpp"
#include "engine/program_stream.hpp"
#include "gusset/core/engine/spin_lock.hpp"
#include "messages/messenger.hpp"
#include "messages/wire.hpp"

namespace gusset::cluster {

/// Finds the first event in which the programs of two nodes differ, by bisection of their running hashes.
class Divergence {
 public:
  /// `lock` guards the stream. `found` gets a sentence that says what each program does; called in a poll.
  Divergence(Messenger& messenger, HandleTable& handles, ProgramStream& stream, detail::SpinLock& lock,
             std::function<void(const std::string&)> found)
      : messenger_(messenger), handles_(handles), stream_(stream), lock_(lock), found_(std::move(found)) {}

  /// Compares this node's program with another's, unless a comparison is under way. Any thread may call it.
  void start(unsigned peer);
  /// Whether the hash that came with a message differs from this node's at the same event. False if the event
  /// is not known here.
  bool differs(const Header& header);

  // Called in polls.
  void asked(Transport& transport, unsigned from, const Header& header, std::span<const std::byte> body);
  void answered(Transport& transport, unsigned from, const Header& header, std::span<const std::byte> body);

 private:
  std::optional<ProgramStream::Event> event(std::uint64_t index);
  std::string describe(const ProgramStream::Event& event);
  void ask(Transport& transport, unsigned peer, std::uint64_t begin, std::uint64_t end);

  Messenger& messenger_;
  HandleTable& handles_;
  ProgramStream& stream_;
  detail::SpinLock& lock_;
  std::function<void(const std::string&)> found_;
  std::atomic<bool> is_asking_{false};
};

}  // namespace gusset::cluster
