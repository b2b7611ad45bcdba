#include "engine/active_messages.hpp"

#include <algorithm>
#include <cassert>
#include <mutex>
#include <string>
#include <utility>

#include "gusset/core/errors.hpp"

namespace gusset::cluster {
namespace {

using MessageEvent = core_tracing::PartRecorder::MessageEvent;

bool has_long_part(const OutgoingMessage& message) {
  return message.content_bytes > 0 || message.argument_bytes > max_body_bytes;
}
std::uint64_t payload_bytes(const OutgoingMessage& message) {
  return message.argument_bytes + message.content_bytes;
}
/// Whether the end of the send is an action.
bool has_end(const OutgoingMessage& message) {
  return has_long_part(message) || message.sent;
}

std::uint32_t key_of_slot(std::uint32_t slot) {
  return first_message_key + slot;
}

}  // namespace

/// During its lifetime the calling thread is in a function of a message. In a recording, `event` causes what
/// the function does.
class ActiveMessages::Function {
 public:
  explicit Function(const ActiveMessages& messages, const MessageEvent& event = {})
      : messages_(messages), recorded_(messages.recorder_, event), outer_(std::exchange(innermost, this)) {}
  ~Function() { innermost = outer_; }
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

  static bool is_of(const ActiveMessages& messages) {
    const Function* each = innermost;
    while (each != nullptr && &each->messages_ != &messages) each = each->outer_;
    return each != nullptr;
  }

 private:
  static inline thread_local constinit const Function* innermost = nullptr;
  const ActiveMessages& messages_;
  const core_tracing::MessageFunctions recorded_;
  const Function* outer_;  // the enclosing one, of another runtime
};

struct ActiveMessages::Outgoing final : Job, Operation {
  Outgoing(ActiveMessages& messages, MessageKind& its_kind, OutgoingMessage its_message)
      : owner(messages), kind(its_kind), message(std::move(its_message)) {}
  void run(Transport& transport) override { owner.start(transport, std::unique_ptr<Outgoing>(this)); }
  void completed() override { owner.completed(*this); }

  ActiveMessages& owner;
  MessageKind& kind;
  OutgoingMessage message;
  std::uint32_t slot = 0;    // while a long message is under way
  std::uint64_t number = 0;  // counts this node's messages
  // For a recording:
  MessageEvent event;
  std::int64_t begin = 0;
};

/// A message with a long part that is under way.
struct ActiveMessages::Incoming final : Operation {
  Incoming(ActiveMessages& messages, MessageKind& its_kind, const Envelope& its_envelope)
      : owner(messages), kind(its_kind), envelope(its_envelope) {}
  void completed() override {
    const std::unique_ptr<Incoming> self(this);
    owner.completed(*this);
  }

  ActiveMessages& owner;
  MessageKind& kind;
  Envelope envelope;
  std::vector<std::byte> arguments;
  std::unique_ptr<std::byte[]> dropped;  // contents that have no place, after a failure
};

ActiveMessages::ActiveMessages(Messenger& messenger, Counts& counts, core_tracing::PartRecorder* recorder)
    : messenger_(messenger), counts_(counts), recorder_(recorder), kept_from_(messenger.nodes(), 0) {
  for (std::uint32_t slot = max_sends; slot-- > 0;) free_slots_.push_back(slot);
}

ActiveMessages::~ActiveMessages() = default;

bool ActiveMessages::is_handling() const {
  return Function::is_of(*this);
}

void ActiveMessages::add(MessageKind& kind) {
  const std::lock_guard guard(kinds_lock_);
  kind.slot = EngineSlot(kinds_.size());
  kinds_.push_back(&kind);
  ++kinds_in_use_;
}

void ActiveMessages::remove(MessageKind& kind) {
  const std::lock_guard guard(kinds_lock_);
  kinds_[kind.slot.value()] = nullptr;
  --kinds_in_use_;
}

// ---- sending

void ActiveMessages::send(MessageKind& kind, OutgoingMessage message) {
  auto outgoing = std::make_unique<Outgoing>(*this, kind, std::move(message));
  // Counted before the action that sends this message ends: see DistributedEngine::wait_all.
  begun_.fetch_add(has_end(outgoing->message) ? 2 : 1, std::memory_order_seq_cst);
  outgoing->number = sent_.fetch_add(1, std::memory_order_relaxed);
  if (recorder_ != nullptr) {
    outgoing->begin = recorder_->now();
    outgoing->event = recorder_->sends(
        {NodeId(messenger_.node()), outgoing->number, kind.name(), payload_bytes(outgoing->message)});
  }
  messenger_.post(*outgoing.release());
}

void ActiveMessages::start(Transport& transport, std::unique_ptr<Outgoing> outgoing) {
  const OutgoingMessage& message = outgoing->message;
  SentMessages& counted = counts_.sent[message.to.value()];
  ++counted.messages;
  counted.bytes += payload_bytes(message);
  if (has_long_part(message)) {
    if (free_slots_.empty()) {
      waiting_.push_back(std::move(outgoing));
    } else {
      start_long(transport, std::move(outgoing));
    }
    return;
  }
  cluster::send(transport, message.to.value(), header_of(*outgoing), message.arguments);
  record_sending(*outgoing);
  if (message.sent) end(*outgoing);
}

/// The header of a message. Call it when the message leaves: of two messages to a node, the first to leave
/// then never needs a later position of the receiver's program than the second.
Header ActiveMessages::header_of(const Outgoing& outgoing) const {
  return {.kind = Kind::message,
          .handle = static_cast<std::uint32_t>(outgoing.kind.slot.value()),
          .bytes = outgoing.message.content_bytes,
          .reference = position_.required(),
          .event = outgoing.number,
          .hash = outgoing.message.argument_bytes};
}

void ActiveMessages::start_long(Transport& transport, std::unique_ptr<Outgoing> outgoing) {
  const OutgoingMessage& message = outgoing->message;
  const unsigned to = message.to.value();
  outgoing->slot = free_slots_.back();
  free_slots_.pop_back();
  Header header = header_of(*outgoing);
  header.key = key_of_slot(outgoing->slot);
  std::span<const std::byte> contents = message.arguments;
  if (message.content_bytes > 0) {
    cluster::send(transport, to, header, message.arguments);
    contents = {static_cast<const std::byte*>(message.contents),
                static_cast<std::size_t>(message.content_bytes)};
  } else {
    cluster::send(transport, to, header);
  }
  Operation* const operation = outgoing.get();
  sending_[outgoing->slot] = std::move(outgoing);
  transport.send_long(to, header.key, contents, operation);
}

/// A long message has been sent.
void ActiveMessages::completed(Outgoing& sent) {
  const std::unique_ptr<Outgoing> outgoing = std::move(sending_[sent.slot]);
  free_slots_.push_back(sent.slot);
  record_sending(sent);
  end(sent);
  if (waiting_.empty()) return;
  messenger_.post_call([this](Transport& transport) {
    if (waiting_.empty() || free_slots_.empty()) return;
    std::unique_ptr<Outgoing> next = std::move(waiting_.front());
    waiting_.pop_front();
    start_long(transport, std::move(next));
  });
}

/// Ends the sending of a message: its contents may change again.
void ActiveMessages::end(const Outgoing& outgoing) {
  {
    const Function function(*this, outgoing.event);
    outgoing.kind.call(outgoing.message.sent);
  }
  ended_.fetch_add(1, std::memory_order_seq_cst);
}

void ActiveMessages::record_sending(const Outgoing& sent) {
  if (recorder_ == nullptr) return;
  const std::uint64_t bytes = payload_bytes(sent.message);
  recorder_->sent({sent.event.message, 1, sent.message.to, sent.begin, bytes, bytes + sizeof(Header), 0});
}

// ---- receiving

void ActiveMessages::received(Transport& transport, unsigned from, const Header& header,
                              std::span<const std::byte> body) {
  received_.fetch_add(1, std::memory_order_relaxed);
  take_kept(transport);
  const Envelope envelope{from, header, recorder_ == nullptr ? 0 : recorder_->now()};
  // Takes each sender's messages in their order, because senders reuse the keys of long messages.
  if (kept_from_[from] == 0 && can_take(header)) return take(transport, envelope, body);
  kept_.push_back({envelope, {body.begin(), body.end()}});
  ++kept_from_[from];
  // seq_cst, like the program's positions: either the program finds this message, or this thread finds the
  // program's new position.
  has_kept_.store(true, std::memory_order_seq_cst);
  if (can_take(header)) take_kept(transport);
}

bool ActiveMessages::can_take(const Header& header) {
  if (!position_.has_reached(header.reference)) return false;
  const std::lock_guard guard(kinds_lock_);
  return header.handle < kinds_.size();  // else the programs differ, which the next wait finds
}

/// Called when the program has reached another step.
void ActiveMessages::look_at_kept() {
  if (!has_kept_.load(std::memory_order_seq_cst)) return;
  messenger_.post_call([this](Transport& transport) { take_kept(transport); });
}

void ActiveMessages::take_kept(Transport& transport) {
  if (kept_.empty()) return;
  std::deque<Kept> early;
  std::fill(kept_from_.begin(), kept_from_.end(), 0);
  for (Kept& message : std::exchange(kept_, {})) {
    std::uint32_t& before = kept_from_[message.envelope.from];
    if (before == 0 && can_take(message.envelope.header)) {
      take(transport, message.envelope, message.body);
    } else {
      ++before;
      early.push_back(std::move(message));
    }
  }
  kept_ = std::move(early);
  has_kept_.store(!kept_.empty(), std::memory_order_seq_cst);
}

void ActiveMessages::take(Transport& transport, const Envelope& envelope, std::span<const std::byte> body) {
  const Header& header = envelope.header;
  MessageKind* kind = nullptr;
  {
    const std::lock_guard guard(kinds_lock_);
    kind = kinds_[header.handle];
  }
  assert(kind != nullptr && "a kind of message was destroyed before a wait");
  if (header.bytes == 0 && header.hash <= max_body_bytes) return arrived(*kind, envelope, body);
  auto incoming = std::make_unique<Incoming>(*this, *kind, envelope);
  std::span<std::byte> memory;
  if (header.bytes == 0) {
    incoming->arguments.resize(static_cast<std::size_t>(header.hash));
    memory = incoming->arguments;
  } else {
    incoming->arguments.assign(body.begin(), body.end());
    memory = {place_of(*incoming), static_cast<std::size_t>(header.bytes)};
  }
  messenger_.long_begins();
  transport.receive_long(envelope.from, header.key, memory, static_cast<Operation*>(incoming.release()));
}

/// Where the contents of a message belong.
std::byte* ActiveMessages::place_of(Incoming& incoming) {
  const std::uint64_t bytes = incoming.envelope.header.bytes;
  const Function function(*this);
  if (void* const memory = incoming.kind.memory(incoming.arguments, bytes))
    return static_cast<std::byte*>(memory);
  incoming.dropped.reset(new std::byte[static_cast<std::size_t>(bytes)]);
  return incoming.dropped.get();
}

/// The long part of a message has arrived.
void ActiveMessages::completed(Incoming& incoming) {
  messenger_.long_ends();
  if (incoming.dropped == nullptr) return arrived(incoming.kind, incoming.envelope, incoming.arguments);
  record_arrival(incoming.kind, incoming.envelope);
  count_arrival(incoming.envelope);
}

void ActiveMessages::arrived(MessageKind& kind, const Envelope& envelope,
                             std::span<const std::byte> arguments) {
  {
    const Function function(*this, record_arrival(kind, envelope));
    kind.arrived(arguments);
  }
  count_arrival(envelope);
}

MessageEvent ActiveMessages::record_arrival(const MessageKind& kind, const Envelope& envelope) {
  if (recorder_ == nullptr) return {};
  const std::uint64_t bytes = envelope.payload_bytes();
  return recorder_->arrives({NodeId(envelope.from), envelope.header.event, kind.name(), bytes},
                            envelope.begin, bytes + sizeof(Header));
}

void ActiveMessages::count_arrival(const Envelope& envelope) {
  counts_.messages_received.fetch_add(1, std::memory_order_relaxed);
  counts_.bytes_received.fetch_add(envelope.payload_bytes(), std::memory_order_relaxed);
  counts_.bytes_received_by_program.fetch_add(envelope.payload_bytes(), std::memory_order_relaxed);
  ended_.fetch_add(1, std::memory_order_seq_cst);
}

}  // namespace gusset::cluster
