#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "counts/counts.hpp"
#include "engine/program_position.hpp"
#include "gusset/core/engine/message_kind.hpp"
#include "gusset/core/engine/spin_lock.hpp"
#include "gusset/core_tracing/recording_node.hpp"
#include "messages/messenger.hpp"
#include "messages/wire.hpp"

namespace gusset::cluster {

/// The program's active messages. Arguments that fit travel with the header; longer arguments and contents
/// follow at once as a long message, whose key the sender chooses, so the receiver need not ask for it. A
/// message may come before the receiver's program has made what the message uses; it is kept until then.
///
/// Two numbers that only grow show when everything is complete: those of begun and of ended actions.
/// Functions of tasks and messages begin actions, and polls end them. An action is the call of a message's
/// functions on the receiver, or the completion of a send on the sender, where it calls `sent`.
class ActiveMessages {
 public:
  /// `recorder`: null if nothing is recorded.
  ActiveMessages(Messenger& messenger, Counts& counts, core_tracing::PartRecorder* recorder);
  ~ActiveMessages();

  // Called by the program.

  void add(MessageKind& kind);
  void remove(MessageKind& kind);
  bool has_kinds() const { return kinds_in_use_ > 0; }
  /// The program has reached another step (ProgramPosition). Functions of messages may run from now on.
  void step() {
    position_.step();
    look_at_kept();
  }
  /// The program waits during this object's lifetime.
  class Wait {
   public:
    explicit Wait(ActiveMessages& messages) : messages_(messages) {
      messages.position_.begin_wait();
      messages.look_at_kept();
    }
    ~Wait() { messages_.position_.end_wait(); }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

   private:
    ActiveMessages& messages_;
  };

  // Called by any thread.

  /// Sends a message to another node.
  void send(MessageKind& kind, OutgoingMessage message);
  /// Whether the calling thread is in a function of a message.
  bool is_handling() const;
  /// The numbers of actions. Both are sequentially consistent.
  std::uint64_t begun() const { return begun_.load(std::memory_order_seq_cst); }
  std::uint64_t ended() const { return ended_.load(std::memory_order_seq_cst); }
  /// The numbers of messages that have been sent, and that have arrived, including those kept for later.
  std::uint64_t sent() const { return sent_.load(std::memory_order_relaxed); }
  std::uint64_t received() const { return received_.load(std::memory_order_relaxed); }

  // Called in polls.

  void received(Transport& transport, unsigned from, const Header& header, std::span<const std::byte> body);

 private:
  struct Outgoing;
  struct Incoming;
  class Function;
  /// What comes before a message's arguments.
  struct Envelope {
    unsigned from = 0;
    Header header;
    std::int64_t begin = 0;  // when it arrived, for a recording

    std::uint64_t payload_bytes() const { return header.bytes + header.hash; }
  };
  struct Kept {
    Envelope envelope;
    std::vector<std::byte> body;
  };
  /// The largest number of long messages that are sent at a time. Others wait here, so that the transport has
  /// room for contents of handles: the receiver of an active message may need them first.
  static constexpr std::uint32_t max_sends = message_keys;

  void start(Transport& transport, std::unique_ptr<Outgoing> outgoing);
  void start_long(Transport& transport, std::unique_ptr<Outgoing> outgoing);
  Header header_of(const Outgoing& outgoing) const;
  void completed(Outgoing& sent);
  void end(const Outgoing& outgoing);

  bool can_take(const Header& header);
  void look_at_kept();
  void take_kept(Transport& transport);
  void take(Transport& transport, const Envelope& envelope, std::span<const std::byte> body);
  std::byte* place_of(Incoming& incoming);
  void completed(Incoming& incoming);
  void arrived(MessageKind& kind, const Envelope& envelope, std::span<const std::byte> arguments);
  void count_arrival(const Envelope& envelope);
  core_tracing::PartRecorder::MessageEvent record_arrival(const MessageKind& kind, const Envelope& envelope);
  void record_sending(const Outgoing& sent);

  Messenger& messenger_;
  Counts& counts_;
  core_tracing::PartRecorder* recorder_;  // null: not recorded
  ProgramPosition position_;
  std::size_t kinds_in_use_ = 0;  // used by the program's thread
  std::atomic<std::uint64_t> begun_{0};
  std::atomic<std::uint64_t> ended_{0};
  std::atomic<std::uint64_t> sent_{0};
  std::atomic<std::uint64_t> received_{0};

  detail::SpinLock kinds_lock_;
  std::vector<MessageKind*> kinds_;  // by number; null: destroyed

  std::atomic<bool> has_kept_{false};
  std::deque<Kept> kept_;                 // used in polls, like the members below
  std::vector<std::uint32_t> kept_from_;  // how many of each node's messages are kept
  std::vector<std::uint32_t> free_slots_;
  std::array<std::unique_ptr<Outgoing>, max_sends> sending_;
  std::deque<std::unique_ptr<Outgoing>> waiting_;
};

}  // namespace gusset::cluster
