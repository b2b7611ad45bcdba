#include "engine/listeners.hpp"

#include <exception>
#include <span>

#include "engine/checksum.hpp"
#include "messages/failure_text.hpp"

namespace gusset::cluster {

namespace {

std::span<const std::byte> contents_of(const HandleState& handle) {
  return {static_cast<const std::byte*>(handle.data), bytes_in_memory(handle)};
}

}  // namespace

void Listener::reached() noexcept {
  listeners->messenger_.post(*this);
}

void Listener::run(Transport& transport) {
  listeners->send(transport, *this);
}

void Listener::completed() {
  listeners->messenger_.long_ends();
  listeners->complete(*this);
}

Listener& Listeners::make(HandleState& handle, std::uint32_t version, unsigned to,
                          const ProgramStream& program) {
  Listener* listener = nullptr;
  {
    const std::lock_guard guard(lock_);
    if (free_.empty()) {
      listener = &all_.emplace_back();
    } else {
      listener = free_.back();
      free_.pop_back();
    }
  }
  listener->listeners = this;
  listener->handle = &handle;
  listener->number = handles_[handle].number;
  listener->version = version;
  listener->to = to;
  listener->is_notice = false;
  listener->event = program.events();
  listener->hash = program.hash();
  listener->registered = 1;
  listener->checksum.reset();
  listener->is_sent = listener->is_latest = false;
  return *listener;
}

void Listeners::give_back(Listener& listener) {
  const std::lock_guard guard(lock_);
  free_.push_back(&listener);
}

void Listeners::watch(Listener& listener) {
  pending_.fetch_add(1, std::memory_order_seq_cst);
  engine_.watch(*listener.handle, listener.version, listener);
}

void Listeners::add(const Use& use, NodeId node, const ProgramStream& program) {
  HandleState& handle = *use.handle;
  ++counts_.listeners;
  if (use.is_reserved) engine_.note_reserved(handle);
  const std::uint32_t version = use.is_reserved ? use.reserved_version : engine_.note(handle, use.mode);
  HandleEntry& entry = handles_[handle];
  // One message to the first node on the way serves all nodes that get the version from there.
  if (broadcast_.is_on) node = way_of(entry, broadcast_, version, node, use.is_reserved).first;
  if (entry.latest.size() <= node.value()) entry.latest.resize(messenger_.nodes());
  Listener*& latest = entry.latest[node.value()];
  // An older version, which was reserved, gets a message of its own.
  const bool is_newest = latest == nullptr || has_reached(version, latest->version);
  if (latest != nullptr && latest->version == version) {
    {
      const std::lock_guard guard(entry.lock);
      if (!latest->is_sent) {
        ++latest->registered;
        return;
      }
    }
    look_for_writes(*latest);
    engine_.raise(handle, 1);
    return;
  }
  Listener& listener = make(handle, version, node.value(), program);
  if (is_newest) {
    bool is_over = false;
    if (latest != nullptr) {
      const std::lock_guard guard(entry.lock);
      latest->is_latest = false;
      is_over = latest->is_sent;
    }
    if (is_over) give_back(*latest);
    listener.is_latest = true;
    latest = &listener;
  }
  watch(listener);
}

void Listeners::forward(HandleState& replica, NodeId node, const ProgramStream& program) {
  watch(make(replica, engine_.note(replica, AccessMode::read), node.value(), program));
}

void Listeners::add_notices(HandleState& handle, std::uint32_t version, const ProgramStream& program) {
  for (unsigned node = 0; node < messenger_.nodes(); ++node) {
    if (node == messenger_.node()) continue;
    Listener& listener = make(handle, version, node, program);
    listener.is_notice = true;
    listener.registered = 0;
    watch(listener);
  }
}

void Listeners::send(Transport& transport, Listener& listener) {
  const HandleState& handle = *listener.handle;
  Header header{.kind = Kind::data,
                .handle = listener.number,
                .version = listener.version,
                .event = listener.event,
                .hash = listener.hash};
  const std::exception_ptr failure =
      with_node(engine_.failure_of(*listener.handle, listener.version), messenger_.node());
  if (!listener.is_notice) {
    SentMessages& sent = counts_.sent[listener.to];
    ++sent.messages;
    sent.bytes += handle.size_bytes;
    sent_.fetch_add(1, std::memory_order_relaxed);
    if (recorder_ != nullptr) listener.begin = recorder_->now();
  }
  if (listener.is_notice || failure != nullptr) {
    header.kind = listener.is_notice ? Kind::reached : Kind::failed;
    cluster::send(transport, listener.to, header,
                  failure != nullptr ? bytes_of(failure) : std::vector<std::byte>());
    return complete(listener);
  }
  const std::span contents = contents_of(handle);
  header.bytes = contents.size();
  // Relaxed: the program may not write to the handle before its next wait.
  if (handles_[handle].is_viewed.load(std::memory_order_relaxed)) listener.checksum = checksum_of(contents);
  if (header.bytes <= max_body_bytes) {
    cluster::send(transport, listener.to, header, contents);
    return complete(listener);
  }
  header.kind = Kind::offer;
  header.reference = reinterpret_cast<std::uint64_t>(&listener);
  cluster::send(transport, listener.to, header);
}

void Listeners::wanted(Transport& transport, std::uint64_t reference, std::uint32_t key) {
  Listener& listener = *reinterpret_cast<Listener*>(reference);
  messenger_.long_begins();
  transport.send_long(listener.to, key, contents_of(*listener.handle), static_cast<Operation*>(&listener));
}

void Listeners::complete(Listener& listener) {
  HandleState& handle = *listener.handle;
  std::uint32_t registered = 0;
  bool is_over = false;
  {
    const std::lock_guard guard(handles_[handle].lock);
    registered = listener.registered;
    listener.is_sent = true;
    is_over = !listener.is_latest;
  }
  if (recorder_ != nullptr && !listener.is_notice) {
    recorder_->sent({handle.id, listener.version, NodeId(listener.to), listener.begin, handle.size_bytes,
                     handle.size_bytes + sizeof(Header), registered});
  }
  if (is_over) give_back(listener);
  if (registered > 0) engine_.raise(handle, registered);  // the handle may be gone afterwards
  pending_.fetch_sub(1, std::memory_order_seq_cst);
}

void Listeners::view(HandleState& part) {
  HandleState* handle = &part;
  while (handle->whole != nullptr) handle = handle->whole;
  HandleEntry& entry = handles_[*handle];
  entry.is_viewed.store(true, std::memory_order_relaxed);
  const std::lock_guard guard(entry.lock);
  for (Listener* listener : entry.latest) {
    if (listener != nullptr && listener->is_sent && !listener->checksum)
      listener->checksum = checksum_of(contents_of(*handle));
  }
}

/// Looks for writes since the listener sent the version, which a task is about to read.
void Listeners::look_for_writes(const Listener& listener) {
  if (!listener.checksum || stale_.handle != nullptr) return;
  if (*listener.checksum != checksum_of(contents_of(*listener.handle)))
    stale_ = {listener.handle, listener.to};
}

void Listeners::forget(HandleEntry& entry) {
  for (Listener* listener : entry.latest) {
    if (listener != nullptr) give_back(*listener);
  }
  entry.latest.clear();
}

}  // namespace gusset::cluster
