#include "balancing/guests.hpp"

#include <deque>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "gusset/core/annotation.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "messages/failure_text.hpp"

namespace gusset::cluster {

/// The contents of one of a guest's accesses: first a long message that arrives, later one that goes home.
struct Guests::Content final : Operation {
  Content(Guest& its_guest, const MovedAccess& its_access) : guest(its_guest), access(its_access) {}
  void completed() override;
  void arrived();

  Guest& guest;
  MovedAccess access;
  std::byte* memory = nullptr;  // until the replica has it
  bool is_here = false;
  bool is_modified = false;
  std::uint32_t key = 0;  // of the message home; 0: none yet
  std::int64_t begin = 0;
  std::unique_ptr<Replica> replica{};
};

/// A moved task. Ends when its result has been sent.
struct Guests::Guest final : Job, Replica::Owner {
  Guest(Guests& guests, unsigned its_home, const Header& header)
      : owner(guests), home(its_home), reference(header.reference), number(header.event) {}
  void run(Transport& transport) override { owner.send_result(transport, *this); }
  /// One of its accesses has ended.
  void ended(Replica&) override {
    // Acquire and release: the last one sees what the kernel has done.
    if (unfinished.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    end_ns = steady_ns();
    owner.messenger_.post(*this);
  }

  Guests& owner;
  unsigned home;
  std::uint64_t reference;  // identifies the task at home
  std::uint64_t number;
  std::deque<Content> contents{};
  std::size_t awaited = 0;  // contents that have yet to arrive or, later, to leave
  KeptTasks::Kept kept;     // has no task until the program has submitted it
  bool has_run = false;
  bool has_left = false;  // the result has been sent
  bool is_counted = true;
  std::exception_ptr failure;
  std::int64_t ready_ns = 0;
  std::int64_t end_ns = 0;
  std::atomic<std::size_t> unfinished{0};  // accesses that have not ended
};

/// What the engine executes for a guest: a task with the same accesses that keeps the kernel's exception for
/// the home, where the task fails.
struct Guests::Wrapper {
  Guest* guest;

  static Guest& of(Task& wrapper) { return *reinterpret_cast<Wrapper*>(wrapper.end())->guest; }
  static void run(Task& wrapper) {
    Guest& guest = of(wrapper);
    guest.has_run = true;
    try {
      guest.kept.task->run();
    } catch (...) {
      guest.failure = with_node(failure_of_kernel(wrapper), guest.owner.messenger_.node());
    }
  }
  /// The kernel has run, or was skipped after the program cancelled its tasks.
  static void destroy(Task& wrapper) {
    Guest& guest = of(wrapper);
    TaskAccess& first = *wrapper.begin();
    if (!guest.has_run) guest.failure = guest.owner.engine_.failure_of(first.handle(), first.version);
    guest.owner.kept_.release(*guest.kept.task);
  }
  static constexpr TaskClass kind{&run, &destroy};
};

bool Guests::is_guest(const Task& task) {
  return &task.task_class() == &Wrapper::kind;
}

Guests::~Guests() {
  for (Guest* guest : guests_) {
    for (Content& content : guest->contents) {
      if (content.memory != nullptr)
        pool_.deallocate(content.memory, static_cast<std::size_t>(content.access.bytes), DataPool::alignment);
    }
    delete guest;
  }
}

void Guests::received(Transport& transport, unsigned from, const Header& header,
                      std::span<const std::byte> body) {
  here_.fetch_add(1, std::memory_order_seq_cst);
  received_.fetch_add(1, std::memory_order_relaxed);
  auto* const guest = new Guest(*this, from, header);
  guests_.insert(guest);
  for (const MovedAccess& access : items_from<MovedAccess>(body)) {
    Content& content = guest->contents.emplace_back(*guest, access);
    content.is_here = access.bytes == 0;
    if (recorder_ != nullptr) content.begin = recorder_->now();
    if (content.is_here) continue;
    const auto bytes = static_cast<std::size_t>(access.bytes);
    content.memory = static_cast<std::byte*>(pool_.allocate(bytes, DataPool::alignment));
    ++guest->awaited;
    messenger_.long_begins();
    transport.receive_long(from, access.key, {content.memory, bytes}, static_cast<Operation*>(&content));
  }
  if (guest->awaited > 0) {
    ++coming_;
  } else {
    guest->ready_ns = steady_ns();
  }
  waiting_.emplace(guest->number, guest);
  start_waiting(guest->number);
}

void Guests::keeps(std::uint64_t number) {
  messenger_.post_call([this, number](Transport&) { start_waiting(number); });
}

void Guests::start_waiting(std::uint64_t number) {
  const auto waiting = waiting_.find(number);
  if (waiting == waiting_.end()) return;  // the run is broken
  std::optional<KeptTasks::Kept> kept = kept_.take(number);
  waits_.store(!kept || waiting_.size() > 1, std::memory_order_relaxed);
  if (!kept) return;
  Guest& guest = *waiting->second;
  waiting_.erase(waiting);
  guest.kept = *std::move(kept);
  start(guest);
}

/// Starts a guest whose task the program has submitted.
void Guests::start(Guest& guest) {
  if (guest.awaited == 0) guest.ready_ns = steady_ns();
  redirect(guest);
  guest.unfinished.store(guest.contents.size(), std::memory_order_relaxed);  // relaxed: submitted below
  submit(guest);
  for (Content& content : guest.contents) {
    HandleState& state = content.replica->state();
    engine_.watch(state, state.sequence.final_version(), *content.replica);
  }
  for (Content& content : guest.contents) {
    if (content.is_here) content.arrived();
  }
}

/// Lets the task access replicas.
void Guests::redirect(Guest& guest) {
  Task& task = *guest.kept.task;
  std::vector<std::pair<const HandleState*, HandleState*>> replaced;  // the handles may be gone
  auto shape = guest.kept.shapes.begin();
  for (TaskAccess& access : task) {
    const HandleState* const handle = &access.handle();
    if (access.is_covered()) {
      for (const auto& [before, now] : replaced) {
        if (before != handle) continue;
        new (&access) TaskAccess(*now, access.mode(), task.log2_block_bytes());
        break;
      }
      continue;
    }
    Content& content = guest.contents[replaced.size()];
    content.is_modified = modifies(access.mode());
    content.replica = std::make_unique<Replica>((*shape++)->state(), content.access.version,
                                                NodeId(messenger_.node()), pool_, guest);
    HandleState& state = content.replica->state();
    if (content.memory != nullptr)
      content.replica->place(std::exchange(content.memory, nullptr),
                             static_cast<std::size_t>(content.access.bytes));
    replaced.emplace_back(handle, &state);
    new (&access) TaskAccess(state, access.mode(), task.log2_block_bytes());
  }
}

void Guests::submit(Guest& guest) {
  Task& task = *guest.kept.task;
  const std::size_t count = task.access_count();
  const TaskMemory memory =
      engine_.allocate(sizeof(Task) + count * sizeof(TaskAccess) + sizeof(Wrapper), true);
  Task& wrapper = *new (memory.block) Task(Wrapper::kind, task.type(), count, memory.log2_bytes, true);
  wrapper.extra() = task.extra();
  wrapper.extra().is_detached = true;
  wrapper.extra().is_migratable = false;
  TaskAccess* to = wrapper.begin();
  for (const TaskAccess& access : task)
    new (to++) TaskAccess(access.handle(), access.mode(), memory.log2_bytes);
  if (task.needs_locks()) wrapper.set_needs_locks();
  new (to) Wrapper{&guest};
  if (recorder_ != nullptr) {
    recorder_->submits(guest.number);
    recorder_->migrated(guest.number, NodeId(guest.home));
  }
  // This thread's annotations are not the task's, which are in the home's part.
  const Annotation::Hidden hidden;
  engine_.submit_in_poll(wrapper);
}

void Guests::Content::completed() {
  Guests& owner = guest.owner;
  owner.messenger_.long_ends();
  if (key != 0) {
    owner.keys_.give_back(key);
    owner.record_return(*this);
    return owner.step(guest);  // may destroy this
  }
  if (std::exchange(is_here, true)) return;  // the run is broken
  if (--guest.awaited == 0) {
    guest.ready_ns = steady_ns();
    --owner.coming_;
  }
  if (replica != nullptr) arrived();
}

/// The contents are here, and the guest has a replica that holds them.
void Guests::Content::arrived() {
  Guests& owner = guest.owner;
  HandleState& state = replica->state();
  if (owner.recorder_ != nullptr && state.size_bytes > 0) {
    owner.recorder_->arrived({state.id, access.version, NodeId(guest.home), begin, state.size_bytes,
                              state.size_bytes + sizeof(Header), 0});
  }
  owner.engine_.raise(state, 1);
}

void Guests::send_result(Transport& transport, Guest& guest) {
  if (is_abandoned_) return forget(guest);
  if (!keys_.has(guest.contents.size())) return messenger_.post(guest);  // again in the next poll
  Header header{.kind = Kind::result,
                .bytes = static_cast<std::uint64_t>(guest.end_ns - guest.ready_ns),
                .reference = guest.reference};
  sent_.fetch_add(1, std::memory_order_relaxed);
  guest.has_left = true;
  guest.awaited = 1;
  if (guest.failure != nullptr) {
    header.version = 1;
    cluster::send(transport, guest.home, header, bytes_of(std::exchange(guest.failure, nullptr)));
    return step(guest);
  }
  std::vector<std::uint32_t> keys;
  for (Content& content : guest.contents) {
    if (!content.is_modified || content.access.bytes == 0) continue;
    content.key = keys_.take();
    keys.push_back(content.key);
  }
  cluster::send(transport, guest.home, header, body_of(keys));
  for (Content& content : guest.contents) {
    HandleState& state = content.replica->state();
    if (!content.is_modified || state.size_bytes == 0) continue;
    if (recorder_ != nullptr) content.begin = recorder_->now();
    if (content.key == 0) {
      record_return(content);
      continue;
    }
    ++guest.awaited;
    messenger_.long_begins();
    transport.send_long(guest.home, content.key, content.replica->memory(),
                        static_cast<Operation*>(&content));
  }
  step(guest);
}

void Guests::record_return(Content& content) {
  if (recorder_ == nullptr) return;
  const HandleState& state = content.replica->state();
  recorder_->sent({state.id, content.access.contents_version + 1, NodeId(content.guest.home), content.begin,
                   state.size_bytes, state.size_bytes + sizeof(Header), 0});
}

/// Nothing waits for the guest any more, but the network may still use its memory.
void Guests::forget(Guest& guest) {
  if (std::exchange(guest.is_counted, false)) here_.fetch_sub(1, std::memory_order_seq_cst);
}

void Guests::step(Guest& guest) {
  if (--guest.awaited > 0) return;
  for (Content& content : guest.contents) engine_.remove_handle(content.replica->state());
  forget(guest);
  guests_.erase(&guest);
  delete &guest;
}

void Guests::abandon(const std::exception_ptr& failure) {
  is_abandoned_ = true;
  for (Guest* guest : guests_) {
    // Its home may not receive a result that has left.
    if (guest->kept.task == nullptr || guest->has_left) {
      forget(*guest);
      continue;
    }
    for (Content& content : guest->contents) {
      if (std::exchange(content.is_here, true)) continue;
      engine_.fail(content.replica->state(), failure);
      engine_.raise(content.replica->state(), 1);
    }
  }
  waiting_.clear();
}

}  // namespace gusset::cluster
