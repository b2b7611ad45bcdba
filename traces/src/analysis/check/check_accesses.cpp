#include "check_accesses.hpp"

#include <algorithm>
#include <span>
#include <tuple>

#include "analysis/graph/accesses_by_handle.hpp"
#include "clock_tolerance.hpp"
#include "gusset/traces/model/migrated_tasks.hpp"
#include "gusset/traces/model/version_messages.hpp"
#include "repeated_messages.hpp"

namespace gusset::traces {
namespace {

/// All accesses of one task that await one version of a handle; they count as one.
struct Entry {
  std::int64_t version = 0;  ///< unwrapped, so versions of a handle are comparable
  Access access;
  TaskId task;
  bool alone = false;  ///< the modes differ, so it counts as a write
  bool modifies = false;
};

/// The last completion among everything that a group awaits.
struct Barrier {
  std::int64_t time_ns = unknown_time;  // less than any known time
  TaskId task;

  void raise(std::int64_t completed_ns, TaskId id) {
    if (completed_ns > time_ns) *this = {completed_ns, id};
  }
};

class AccessCheck {
 public:
  AccessCheck(const Trace& trace, const CheckRuns& runs, const CheckOptions& options, CheckReport& report)
      : trace_(trace),
        runs_(runs),
        options_(options),
        report_(report),
        clocks_(trace),
        repeated_(trace, runs),
        homes_(homes_of_migrated(trace)),
        has_lanes_(trace.nodes.size(), false),
        last_group_(trace.tasks.size(), 0) {
    for (std::uint32_t lane = 0; lane < trace.lanes.size(); ++lane)
      has_lanes_[node_of_lane(trace, LaneId(lane)).value()] = true;
  }

  void run() {
    check_receipts();
    if (!trace_.recorded.accesses) return;
    messages_ = VersionMessages(trace_);
    by_handle_ = AccessesByHandle(trace_);
    for (std::size_t handle = 0; handle < trace_.handles.size(); ++handle) {
      collect_entries(handle);
      check_handle(HandleId(handle));
    }
  }

 private:
  void check_receipts() {
    for (std::size_t i = 0; i < trace_.messages.size(); ++i) {
      const Message& message = trace_.messages[i];
      if (message.receive_ns == unknown_time) continue;
      if (!clocks_.is_before(message.receive_ns, message.to, message.send_ns, message.from)) continue;
      report_.add(ViolationKind::message_order, TaskId(), TaskId(), message.handle, [&] {
        return Error{where(message),
                     "a receipt at or after " + CheckReport::time(message.send_ns) + ", when it was sent" +
                         clocks_.words(message.from, message.to),
                     CheckReport::time(message.receive_ns)};
      });
    }
  }

  bool has_migrated(const Entry& entry) const {
    return !homes_.empty() && !homes_[entry.task.value()].is_none();
  }
  NodeId home_of(const Entry& entry) const {
    return has_migrated(entry) ? homes_[entry.task.value()] : runs_.of(entry.task).node;
  }
  /// Whether a message may have brought the version to this task because it has migrated.
  bool may_have_brought(const Message& message, const Entry& entry) const {
    return has_migrated(entry) && runs_.of(entry.task).node == message.to;
  }

  /// Whether a message comes from a copy of another node's handle, which does not change when the owner
  /// modifies the handle: the copy is at the home of a task that has migrated, or on a node that received the
  /// version earlier and sends it on.
  bool is_from_copy(const Message& message) const {
    if (message.from == trace_.handles.owner[message.handle.value()]) return false;
    if (!homes_.empty()) return true;
    return std::ranges::any_of(messages_.carrying(message.handle, message.version),
                               [&](const Message* other) {
                                 return other->to == message.from && other->receive_ns <= message.send_ns;
                               });
  }

  /// Whether a message may be for a task that has migrated and that this trace does not have: it serves no
  /// known input, and the trace lacks what ran on the destination (it is one node's part of a run) or may
  /// lack it (it is incomplete).
  bool may_be_for_unseen(const Message& message) const {
    return message.listeners == 0 && (trace_.metadata.incomplete || !has_lanes_[message.to.value()]);
  }

  const AccessMode& mode(const Access& access) const { return trace_.access_modes[access.mode.value()]; }

  void collect_entries(std::size_t handle) {
    entries_.clear();
    bool in_order = true;
    for (std::uint64_t i = by_handle_.first[handle]; i < by_handle_.first[handle + 1]; ++i) {
      const Access& access = trace_.accesses.items[by_handle_.access[i]];
      const TaskId task = by_handle_.task[i];
      if (!entries_.empty() && entries_.back().task == task &&
          entries_.back().access.version == access.version) {
        Entry& same = entries_.back();
        same.alone = same.alone || same.access.mode != access.mode;
        same.modifies = same.modifies || mode(access).modifies;
        continue;
      }
      Entry entry{0, access, task, false, mode(access).modifies};
      if (!entries_.empty()) {
        // The difference of neighbours is correct even if the counter wrapped between them.
        const auto step = static_cast<std::int32_t>(access.version - entries_.back().access.version);
        in_order = in_order && step >= 0;
        entry.version = entries_.back().version + step;
      }
      entries_.push_back(entry);
    }
    if (in_order) return;  // always true if a single thread submitted
    std::ranges::stable_sort(entries_, {}, &Entry::version);
  }

  void check_handle(HandleId handle) {
    const std::span<const Entry> entries(entries_);
    Barrier barrier;  // over all earlier groups, because a group whose tasks never ran must not hide the
                      // groups before it
    unmodified_.clear();
    ++group_;
    first_group_of_handle_ = group_;
    for (std::size_t first = 0; first < entries.size();) {
      std::size_t last = first + 1;
      while (last < entries.size() && entries[last].version == entries[first].version) ++last;
      const auto group = entries.subspan(first, last - first);
      if (first > 0) check_sequence(entries, first);
      check_modes(group);
      check_messages(handle, group, barrier);
      Barrier next = barrier;
      for (const Entry& entry : group) {
        check_begin(entry, barrier);
        if (!is_remote(entry)) next.raise(runs_.of(entry.task).completed_ns, entry.task);
      }
      check_overlaps(group);
      barrier = next;
      first = last;
      ++group_;
    }
  }

  /// `first` begins a group that is not the first of the handle.
  void check_sequence(std::span<const Entry> entries, std::size_t first) {
    std::size_t before = first - 1;
    while (before > 0 && entries[before - 1].version == entries[first - 1].version) --before;
    const std::size_t count = first - before;
    const std::int64_t due_version = entries[before].version + static_cast<std::int64_t>(count);
    if (entries[first].version == due_version) return;
    // Lost accesses, and those of other nodes, can leave gaps, but no other deviation.
    if ((trace_.metadata.incomplete || trace_.metadata.part) && entries[first].version > due_version) return;
    const Access& found = entries[first].access;
    report_.add(ViolationKind::version_sequence, entries[first].task, entries[first - 1].task, found.handle,
                [&] {
                  const std::uint32_t awaited = entries[before].access.version;
                  const auto due = static_cast<std::uint32_t>(awaited + count);
                  return Error{report_.task(entries[first].task),
                               report_.version(found.handle, due) + ", as " + std::to_string(count) +
                                   (count == 1 ? " access awaits " : " accesses await ") +
                                   report_.version(found.handle, awaited),
                               report_.version(found.handle, found.version)};
                });
  }

  void check_modes(std::span<const Entry> group) {
    const Entry& first = group.front();
    for (const Entry& entry : group.subspan(1)) {
      const bool same = entry.access.mode == first.access.mode && !entry.alone && !first.alone;
      if (same && mode(entry.access).commutes) continue;
      report_.add(ViolationKind::mixed_group, entry.task, first.task, entry.access.handle, [&] {
        return Error{where(entry), "all accesses to this version in one commuting mode",
                     mode_of(entry) + " next to the " + mode_of(first) + " of " + report_.task(first.task)};
      });
    }
  }

  void check_begin(const Entry& entry, const Barrier& barrier) {
    std::uint64_t& last_group = last_group_[entry.task.value()];
    if (last_group >= first_group_of_handle_ && last_group < group_) {
      report_.add(ViolationKind::own_predecessor, entry.task, entry.task, entry.access.handle, [&] {
        return Error{where(entry), "one version of each handle per task", "an earlier version, too"};
      });
    }
    last_group = group_;
    if (!runs_.of(entry.task).ran()) return;
    const bool is_sent =
        has_migrated(entry) ? trace_.handles.size_bytes[entry.access.handle.value()] > 0 : is_remote(entry);
    if (is_sent && trace_.recorded.messages && has_received(entry) && is_remote(entry)) return;
    const std::int64_t begin_ns = runs_.of(entry.task).begin_ns;
    const NodeId node = runs_.of(entry.task).node;
    if (barrier.task == entry.task) return;
    if (!clocks_.is_before(begin_ns, node, barrier.time_ns, node_of(barrier))) return;
    report_.add(ViolationKind::before_predecessor, entry.task, barrier.task, entry.access.handle, [&] {
      return Error{where(entry),
                   "a start at or after " + end_of(barrier) + clocks_.words(node, node_of(barrier)),
                   CheckReport::time(begin_ns)};
    });
  }

  /// Whether a received message determines when the task could begin.
  bool has_received(const Entry& entry) {
    const NodeId node = runs_.of(entry.task).node;
    const Message* const message = messages_.first_to(node, entry.access);
    if (message == nullptr) {
      report_.add(ViolationKind::missing_message, entry.task, TaskId(), entry.access.handle, [&] {
        return Error{where(entry), "a message that brings it to " + report_.node(node), "none"};
      });
      return false;
    }
    const std::int64_t receive_ns = message->receive_ns;
    const std::int64_t begin_ns = runs_.of(entry.task).begin_ns;
    if (receive_ns > begin_ns) {
      report_.add(ViolationKind::before_message, entry.task, TaskId(), entry.access.handle, [&] {
        return Error{
            where(entry),
            "a start at or after " + CheckReport::time(receive_ns) + ", its receipt on " + report_.node(node),
            CheckReport::time(begin_ns)};
      });
    }
    return receive_ns != unknown_time;
  }

  void check_overlaps(std::span<const Entry> group) {
    const AccessMode& how = mode(group.front().access);
    if (group.size() < 2 || !how.exclusive || options_.renamed_adds_may_overlap) return;
    in_order_.clear();
    for (const Entry& entry : group) {
      if (runs_.of(entry.task).ran()) in_order_.push_back(&entry);
    }
    // Each node has a replica. Accesses that do not modify the handle need not share it between nodes. A task
    // that has migrated has a copy of its home's replica, whose lock it holds meanwhile.
    const auto key = [&](const Entry* e) {
      const CheckRun& run = runs_.of(e->task);
      return std::tuple(how.modifies ? NodeId() : home_of(*e), run.begin_ns, run.completed_ns, e->task);
    };
    std::sort(in_order_.begin(), in_order_.end(),
              [&](const Entry* a, const Entry* b) { return key(a) < key(b); });
    Barrier previous;
    NodeId replica;
    for (const Entry* entry : in_order_) {
      if (!how.modifies && home_of(*entry) != replica) {
        previous = {};
        replica = home_of(*entry);
      }
      const std::int64_t begin_ns = runs_.of(entry->task).begin_ns;
      if (clocks_.is_before(begin_ns, runs_.of(entry->task).node, previous.time_ns, node_of(previous))) {
        report_.add(ViolationKind::adds_overlap, entry->task, previous.task, entry->access.handle, [&] {
          return Error{where(*entry),
                       "a start at or after " + end_of(previous) + ", whose " + report_.mode(entry->access) +
                           " excludes it",
                       CheckReport::time(begin_ns)};
        });
      }
      previous.raise(runs_.of(entry->task).completed_ns, entry->task);
    }
  }

  /// A message carries the result of the groups before this one, and is sent before the next modification.
  void check_messages(HandleId handle, std::span<const Entry> group, const Barrier& barrier) {
    for (const Message* message : messages_.carrying(handle, group.front().access.version)) {
      if (message->send_ns == unknown_time) continue;
      // If the message is for one of several adds, which has migrated, earlier adds have modified the
      // contents.
      const bool is_for_modifier = std::ranges::any_of(
          group, [&](const Entry& entry) { return entry.modifies && may_have_brought(*message, entry); });
      if (!is_for_modifier && !is_from_copy(*message) && !may_be_for_unseen(*message))
        unmodified_.push_back(message);
      if (!clocks_.is_before(message->send_ns, message->from, barrier.time_ns, node_of(barrier))) continue;
      report_.add(ViolationKind::message_order, TaskId(), barrier.task, handle, [&] {
        return Error{
            where(*message),
            "sending at or after " + end_of(barrier) + clocks_.words(message->from, node_of(barrier)),
            CheckReport::time(message->send_ns)};
      });
    }
    check_repetitions(handle, group);
    if (unmodified_.empty()) return;
    const auto begin_of = [this](const Entry& e) { return runs_.of(e.task).begin_ns; };
    const Entry* modifier = nullptr;  // the first one to begin
    for (const Entry& entry : group) {
      if (!entry.modifies || !runs_.of(entry.task).ran()) continue;
      if (modifier == nullptr || begin_of(entry) < begin_of(*modifier)) modifier = &entry;
    }
    if (modifier == nullptr) return;
    for (const Message* message : unmodified_) {
      const NodeId node = runs_.of(modifier->task).node;
      if (!clocks_.is_before(begin_of(*modifier), node, message->send_ns, message->from)) continue;
      report_.add(ViolationKind::message_order, TaskId(), modifier->task, handle, [&] {
        return Error{where(*message),
                     "sending by " + CheckReport::time(begin_of(*modifier)) + ", when " +
                         report_.task(modifier->task) + " began to modify it" +
                         clocks_.words(message->from, node),
                     CheckReport::time(message->send_ns)};
      });
    }
    unmodified_.clear();
  }

  /// One message brings a version to a node, however many tasks there read it. Those that have migrated get
  /// one each.
  void check_repetitions(HandleId handle, std::span<const Entry> group) {
    const auto messages = messages_.carrying(handle, group.front().access.version);
    for (std::size_t i = 1; i < messages.size(); ++i) {
      const Message &first = *messages[i - 1], &again = *messages[i];
      if (first.to != again.to) continue;
      const auto to_node =
          std::ranges::count_if(messages, [&](const Message* m) { return m->to == again.to; });
      const auto migrated =
          std::ranges::count_if(group, [&](const Entry& entry) { return may_have_brought(again, entry); });
      if (to_node <= migrated + 1) continue;
      if (!repeated_.is_needless(first, again, group)) continue;
      report_.add(ViolationKind::repeated_message, TaskId(), TaskId(), handle, [&] {
        return Error{where(again), "one message with this version to " + report_.node(again.to),
                     "another one, which arrived at " + CheckReport::time(first.receive_ns)};
      });
    }
  }

  /// Remote readers delay no one, because a message carried their version away. The home of a task that has
  /// migrated holds the accesses.
  bool is_remote(const Entry& entry) const {
    const NodeId node = home_of(entry);
    return !entry.modifies && !node.is_none() && node != trace_.handles.owner[entry.access.handle.value()];
  }

  NodeId node_of(const Barrier& barrier) const {
    return barrier.task.is_none() ? NodeId() : runs_.of(barrier.task).node;
  }

  std::string where(const Entry& entry) const {
    return report_.task_at(entry.task, entry.access.handle, entry.access.version);
  }
  std::string where(const Message& message) const {
    const std::string number = "message " + std::to_string(&message - trace_.messages.data());
    if (message.handle.is_none()) return number;
    return number + ", " + report_.version(message.handle, message.version);
  }
  std::string mode_of(const Entry& entry) const {
    return entry.alone ? "several modes" : report_.mode(entry.access);
  }
  std::string end_of(const Barrier& barrier) const {
    const bool by_child = barrier.time_ns > runs_.of(barrier.task).end_ns;
    return CheckReport::time(barrier.time_ns) + ", the end of " +
           (by_child ? "the last descendant of " : "") + report_.task(barrier.task);
  }

  const Trace& trace_;
  const CheckRuns& runs_;
  const CheckOptions& options_;
  CheckReport& report_;
  ClockTolerance clocks_;
  RepeatedMessages repeated_;
  std::vector<NodeId> homes_;    ///< of migrated tasks, by task; empty: none
  std::vector<bool> has_lanes_;  ///< by node
  VersionMessages messages_;
  AccessesByHandle by_handle_;
  std::vector<Entry> entries_;              ///< of one handle, by version
  std::vector<const Message*> unmodified_;  ///< of that handle, sent since its last modification
  std::vector<const Entry*> in_order_;      ///< the entries of one commuting group, by start
  std::vector<std::uint64_t> last_group_;   ///< one entry per task: the last group that it belongs to
  std::uint64_t group_ = 0;                 ///< counts groups over all handles
  std::uint64_t first_group_of_handle_ = 0;
};

}  // namespace

void check_accesses(const Trace& trace, const CheckRuns& runs, const CheckOptions& options,
                    CheckReport& report) {
  AccessCheck(trace, runs, options, report).run();
}

}  // namespace gusset::traces
