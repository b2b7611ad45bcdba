#include "balancing/departures.hpp"

#include <deque>
#include <utility>
#include <vector>

#include "data/replica.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "messages/failure_text.hpp"

namespace gusset::cluster {

/// A long message to the receiver or from it.
struct Departures::Content final : Operation {
  using MessageEnd = core_tracing::PartRecorder::MessageEnd;

  Content(Departure& its_departure, const MessageEnd& its_end, std::uint32_t its_key)
      : departure(its_departure), end(its_end), key(its_key) {}
  void completed() override;

  Departure& departure;
  MessageEnd end;
  std::uint32_t key;  // of the message if it is sent; 0 if it is received
};

/// A task on its way to its receiver and back. Ends when its result is here and the network no longer uses
/// the memory of its contents.
struct Departures::Departure final : Job {
  Departure(Departures& departures, Task& moved, NodeId receiver)
      : owner(departures), task(&moved), to(receiver.value()), begin_ns(steady_ns()) {}
  void run(Transport& transport) override { owner.send(transport, *this); }

  Departures& owner;
  Task* task;  // null: ended without a result
  unsigned to;
  std::int64_t begin_ns;
  std::int64_t stay_ns = 0;   // time at the receiver
  std::uint64_t awaited = 1;  // the result, and long messages under way
  bool has_result = false;
  std::exception_ptr failure;
  std::deque<Content> contents{};
};

void Departures::Content::completed() {
  Departures& owner = departure.owner;
  owner.messenger_.long_ends();
  const bool is_sending = key != 0;
  if (is_sending) owner.keys_.give_back(key);
  owner.record(end, is_sending);
  owner.step(departure);  // may destroy this
}

namespace {

std::span<std::byte> memory_of(const HandleState& handle) {
  return {static_cast<std::byte*>(handle.data), bytes_in_memory(handle)};
}

/// The version of the contents that a running task accesses.
std::uint32_t contents_version(const TaskAccess& access) {
  return needs_lock(access.mode()) ? access.handle().version() : access.version;
}

}  // namespace

Departures::~Departures() {
  for (Departure* departure : sent_tasks_) delete departure;
}

void Departures::start(Task& task, NodeId to) {
  under_way_.fetch_add(1, std::memory_order_seq_cst);
  messenger_.post(*new Departure(*this, task, to));
}

void Departures::send(Transport& transport, Departure& departure) {
  Task& task = *departure.task;
  if (abandoned_ != nullptr) {
    end(departure);
    return step(departure);
  }
  if (!keys_.has(task.access_count())) return messenger_.post(departure);  // again in the next poll
  sent_tasks_.insert(&departure);
  std::vector<MovedAccess> accesses;
  for (const TaskAccess& access : task) {
    if (access.is_covered()) continue;
    const std::size_t bytes = bytes_in_memory(access.handle());
    accesses.push_back({bytes, bytes > 0 ? keys_.take() : 0, access.version, contents_version(access)});
  }
  const Header header{.kind = Kind::moved,
                      .reference = reinterpret_cast<std::uint64_t>(&departure),
                      .event = task.extra().number};
  cluster::send(transport, departure.to, header, body_of(accesses));
  sent_.fetch_add(1, std::memory_order_relaxed);
  ++counts_.tasks;
  ++counts_.messages;
  auto moved = accesses.begin();
  for (const TaskAccess& access : task) {
    if (access.is_covered()) continue;
    const MovedAccess& mine = *moved++;
    const HandleState& handle = access.handle();
    if (handle.size_bytes == 0) continue;
    ++counts_.messages;
    counts_.bytes += handle.size_bytes;
    const Content::MessageEnd end{handle.id,
                                  mine.version,
                                  NodeId(departure.to),
                                  recorder_ == nullptr ? 0 : recorder_->now(),
                                  handle.size_bytes,
                                  handle.size_bytes + sizeof(Header),
                                  0};
    if (mine.bytes == 0) {
      record(end, true);
      continue;
    }
    transport.send_long(departure.to, mine.key, memory_of(handle), begin_content(departure, end, mine.key));
  }
}

Operation* Departures::begin_content(Departure& departure, const core_tracing::PartRecorder::MessageEnd& end,
                                     std::uint32_t key) {
  messenger_.long_begins();
  ++departure.awaited;
  return &departure.contents.emplace_back(departure, end, key);
}

void Departures::record(const core_tracing::PartRecorder::MessageEnd& end, bool is_sending) {
  if (recorder_ == nullptr) return;
  if (is_sending) {
    recorder_->sent(end);
  } else {
    recorder_->arrived(end);
  }
}

void Departures::received(Transport& transport, const Header& header, std::span<const std::byte> body) {
  Departure& departure = *reinterpret_cast<Departure*>(header.reference);
  const std::int64_t now = recorder_ == nullptr ? 0 : recorder_->now();
  received_.fetch_add(1, std::memory_order_relaxed);
  ++counts_.messages;
  departure.has_result = true;
  departure.stay_ns = static_cast<std::int64_t>(header.bytes);
  if (header.version != 0) {
    departure.failure = failure_from(body);
    return step(departure);
  }
  const std::vector<std::uint32_t> keys = items_from<std::uint32_t>(body);
  auto key = keys.begin();
  for (const TaskAccess& access : *departure.task) {
    const HandleState& handle = access.handle();
    if (access.is_covered() || !modifies(access.mode()) || handle.size_bytes == 0) continue;
    ++counts_.messages;
    counts_.bytes += handle.size_bytes;
    const Content::MessageEnd end{handle.id,
                                  contents_version(access) + 1,
                                  NodeId(departure.to),
                                  now,
                                  handle.size_bytes,
                                  handle.size_bytes + sizeof(Header),
                                  0};
    const std::span<std::byte> memory = memory_of(handle);
    if (memory.empty()) {
      record(end, false);
      continue;
    }
    transport.receive_long(departure.to, *key++, memory, begin_content(departure, end, 0));
  }
  step(departure);
}

/// Something that the departure has waited for is complete.
void Departures::step(Departure& departure) {
  if (--departure.awaited > 0) return;
  if (departure.task != nullptr) {
    constexpr double ns_per_s = 1e9;
    transfer_.add(static_cast<double>(steady_ns() - departure.begin_ns - departure.stay_ns) / 2 / ns_per_s);
    end(departure);
  }
  sent_tasks_.erase(&departure);
  delete &departure;
}

void Departures::end(Departure& departure) {
  const std::exception_ptr failure = departure.failure != nullptr ? departure.failure : abandoned_;
  engine_.end_moved(*std::exchange(departure.task, nullptr), failure);
  under_way_.fetch_sub(1, std::memory_order_seq_cst);
}

void Departures::abandon(const std::exception_ptr& failure) {
  abandoned_ = failure;
  const std::unordered_set<Departure*> waiting = sent_tasks_;
  for (Departure* departure : waiting) {
    if (departure->task != nullptr) end(*departure);
    if (!departure->has_result) step(*departure);
  }
}

}  // namespace gusset::cluster
