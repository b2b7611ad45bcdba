#include "engine/replicas.hpp"

#include <cstring>
#include <exception>
#include <mutex>
#include <utility>

#include "messages/failure_text.hpp"

namespace gusset::cluster {

Replicas::~Replicas() {
  handles_.for_each_shared([](HandleEntry& entry) { delete std::exchange(entry.replica, nullptr); });
  for (Replica* replica : ended_) delete replica;
}

HandleState& Replicas::access(HandleState& handle, std::uint32_t version, TaskTypeId reader,
                              std::uint64_t number) {
  HandleEntry& entry = handles_[handle];
  if (entry.replica != nullptr && entry.replica->version() == version) return entry.replica->state();
  collect();
  auto* const replica =
      new Replica(handle, version, NodeId(messenger_.node()), pool_, static_cast<Replica::Owner&>(*this));
  replica->handle = entry.number;
  replica->unfinished = &entry.unfinished;
  replica->reader = reader;
  replica->reader_number = number;
  if (entry.replica != nullptr && !has_reached(version, entry.replica->version())) {
    leftovers_.push_back(replica);
  } else {
    passed(entry);
    entry.replica = replica;
  }
  expect(*replica);
  return replica->state();
}

void Replicas::submitted() {
  for (Replica* replica : leftovers_) retire(*replica);
  leftovers_.clear();
}

/// Takes the message if it has come, or waits for it.
void Replicas::expect(Replica& replica) {
  Message message;
  {
    const std::lock_guard guard(lock_);
    const auto found = early_.find(key_of(replica.handle, replica.version()));
    if (found == early_.end()) {
      awaited_.emplace(key_of(replica.handle, replica.version()), &replica);
      return;
    }
    message = std::move(found->second);
    early_.erase(found);
  }
  replica.begin = message.begin;
  replica.from = NodeId(message.from);
  if (message.header.kind != Kind::offer) return deliver(replica, message.header, message.body);
  messenger_.post_call([this, &replica, offer = std::move(message)](Transport& transport) {
    want(transport, replica, offer);
  });
}

/// Records that the message is complete.
void Replicas::record(const Replica& replica) {
  if (recorder_ == nullptr) return;
  const HandleState& state = replica.state();
  recorder_->arrived({state.id, replica.version(), replica.from, replica.begin, state.size_bytes,
                      state.size_bytes + sizeof(Header), 0});
}

void Replicas::count(const Replica& replica) {
  counts_.messages_received.fetch_add(1, std::memory_order_relaxed);  // relaxed, as below: read after the run
  counts_.bytes_received.fetch_add(replica.state().size_bytes, std::memory_order_relaxed);
}

bool Replicas::are_idle(const HandleEntry& entry) {
  // Sequentially consistent: pairs with ended().
  return entry.unfinished.load(std::memory_order_seq_cst) == 0 &&
         (entry.replica == nullptr || entry.replica->is_idle());
}

void Replicas::retire(HandleEntry& entry) {
  retire(*std::exchange(entry.replica, nullptr));
}

void Replicas::retire(Replica& replica) {
  replica.unfinished->fetch_add(1, std::memory_order_seq_cst);
  engine_.watch(replica.state(), replica.state().sequence.final_version(), replica);
}

void Replicas::ended(Replica& replica) {
  replica.free_memory();
  std::atomic<std::uint32_t>& unfinished = *replica.unfinished;
  {
    const std::lock_guard guard(lock_);
    ended_.push_back(&replica);  // not destroyed here: the caller still uses the handle
  }
  unfinished.fetch_sub(1, std::memory_order_seq_cst);  // pairs with are_idle()
}

void Replicas::collect() {
  std::vector<Replica*> ended;
  {
    const std::lock_guard guard(lock_);
    if (ended_.empty()) return;
    ended.swap(ended_);
  }
  for (Replica* replica : ended) destroy(*replica);
}

void Replicas::destroy(Replica& replica) {
  engine_.remove_handle(replica.state());
  delete &replica;
}

void Replicas::forget(HandleEntry& entry) {
  if (entry.replica != nullptr) destroy(*std::exchange(entry.replica, nullptr));
  collect();
}

// ---- messages

void Replicas::received(Transport& transport, unsigned from, const Header& header,
                        std::span<const std::byte> body) {
  received_.fetch_add(1, std::memory_order_relaxed);
  const std::int64_t now = recorder_ == nullptr ? 0 : recorder_->now();
  Replica* replica = nullptr;
  {
    const std::lock_guard guard(lock_);
    const std::uint64_t key = key_of(header.handle, header.version);
    const auto found = awaited_.find(key);
    if (found == awaited_.end()) {
      early_.emplace(key, Message{from, header, {body.begin(), body.end()}, now});
      return;
    }
    replica = found->second;
    awaited_.erase(found);
  }
  replica->begin = now;
  replica->from = NodeId(from);
  if (header.kind != Kind::offer) return deliver(*replica, header, body);
  want(transport, *replica, {from, header, {}, now});
}

void Replicas::deliver(Replica& replica, const Header& header, std::span<const std::byte> body) {
  count(replica);
  if (header.kind == Kind::failed) {
    engine_.fail(replica.state(), failure_from(body));
  } else if (!body.empty()) {
    std::memcpy(replica.take_memory(body.size()), body.data(), body.size());
  }
  record(replica);
  engine_.raise(replica.state(), 1);
}

void Replicas::want(Transport& transport, Replica& replica, Message offer) {
  count(replica);
  auto receive = std::make_unique<Receive>();
  receive->replicas = this;
  receive->replica = &replica;
  receive->offer = std::move(offer);
  if (receives_ < max_receives) return start(transport, std::move(receive));
  waiting_.push_back(std::move(receive));
}

void Replicas::start(Transport& transport, std::unique_ptr<Receive> receive) {
  ++receives_;
  messenger_.long_begins();
  const Message& offer = receive->offer;
  const auto bytes = static_cast<std::size_t>(offer.header.bytes);
  std::byte* const memory = receive->replica->take_memory(bytes);
  const Header header{.kind = Kind::want, .key = messenger_.next_key(), .reference = offer.header.reference};
  const unsigned from = offer.from;
  transport.receive_long(from, header.key, {memory, bytes}, static_cast<Operation*>(receive.release()));
  send(transport, from, header);
}

void Replicas::Receive::completed() {
  const std::unique_ptr<Receive> self(this);
  Replicas& owner = *replicas;
  owner.messenger_.long_ends();
  --owner.receives_;
  owner.record(*replica);
  owner.engine_.raise(replica->state(), 1);
  if (owner.waiting_.empty()) return;
  owner.messenger_.post_call([&owner](Transport& transport) {
    if (owner.waiting_.empty() || owner.receives_ >= max_receives) return;
    std::unique_ptr<Receive> next = std::move(owner.waiting_.front());
    owner.waiting_.pop_front();
    owner.start(transport, std::move(next));
  });
}

std::vector<std::string> Replicas::missing(std::size_t most) {
  const std::lock_guard guard(lock_);
  std::vector<std::string> lines;
  for (const auto& [key, replica] : awaited_) {
    if (lines.size() == most) break;
    lines.push_back("task " + std::to_string(replica->reader_number) + " '" +
                    TaskType::name_of(replica->reader) + "' waits for version " +
                    std::to_string(replica->version()) + " of " + replica->state().label() + " from node " +
                    std::to_string(replica->from.value()));
  }
  return lines;
}

void Replicas::abandon(const std::exception_ptr& failure) {
  std::vector<Replica*> abandoned;
  {
    const std::lock_guard guard(lock_);
    for (const auto& [key, replica] : awaited_) abandoned.push_back(replica);
    awaited_.clear();
  }
  for (Replica* replica : abandoned) {
    engine_.fail(replica->state(), failure);
    engine_.raise(replica->state(), 1);
  }
}

}  // namespace gusset::cluster
