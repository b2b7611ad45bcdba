#include "trace_builder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "access_builder.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/validate.hpp"
#include "task_list.hpp"
#include "thread_replay.hpp"

namespace gusset::ompt {
namespace {

using traces::TaskId;
using traces::Trace;

/// "0x3"; empty for processors beyond the first 64.
std::string mask_text(std::uint64_t mask) {
  if (mask == 0) return {};
  const auto digits = static_cast<std::size_t>(std::bit_width(mask) + 3) / 4;
  return "0x" + hex_text(mask, std::max<std::size_t>(1, digits));
}

class Builder {
 public:
  Builder(const Recording& recording, const TaskList& tasks, const NamePlaces& name_places,
          const std::string& ended_by)
      : recording_(recording), tasks_(tasks), name_places_(name_places), ended_by_(ended_by) {}

  std::shared_ptr<Trace> build() {
    trace_->metadata.origin = traces::Origin::measured;
    trace_->metadata.runtime = traces::openmp_runtime;
    trace_->nodes.push_back({.name = "node 0"});
    add_lanes();
    add_tasks();
    if (has_times()) add_fork_join();
    if (has_times() && recording_.depth == Depth::accesses) add_accesses(tasks_, *trace_);
    if (has_times()) add_ready_times();
    trace_->recorded.fork_join = has_times();  // last: until then, graphs need not find the strands
    add_notes();
    return trace_;
  }

 private:
  bool has_times() const { return recording_.depth != Depth::spans; }

  void add_lanes() {
    for (std::size_t thread = 0; thread < recording_.threads.size(); ++thread) {
      trace_->workers.push_back({traces::NodeId(0), "thread " + std::to_string(thread)});
      ReplayedThread replayed = replay_thread(recording_, thread, tasks_, losses_);
      if (has_times()) add_synchronisation(traces::LaneId(thread), replayed);
      last_.push_back(replayed.last);
      add_processor_time(traces::WorkerId(thread), replayed);
      trace_->lanes.push_back({traces::WorkerId(thread), std::move(replayed.spans)});
    }
  }

  void add_processor_time(traces::WorkerId worker, const ReplayedThread& replayed) {
    using Sample = ReplayedThread::Sample;
    traces::ProcessorTime& time = trace_->processor_time;
    trace_->recorded.processor_time = true;
    if (replayed.processors > 0)
      time.bindings.push_back({worker, replayed.processors, mask_text(replayed.affinity), 0.0});
    for (std::size_t i = 1; i < replayed.samples.size(); ++i) {
      const Sample& before = replayed.samples[i - 1];
      const Sample& after = replayed.samples[i];
      if (after.time_ns < before.time_ns) continue;  // only in a damaged recording
      time.uses.push_back({worker, before.time_ns, after.time_ns,
                           std::max<std::int64_t>(0, after.processor_ns - before.processor_ns),
                           after.waits - before.waits, after.preemptions - before.preemptions});
    }
  }

  void add_synchronisation(traces::LaneId lane, const ReplayedThread& replayed) {
    traces::ForkJoin& fork_join = trace_->fork_join;
    for (const ReplayedThread::Wait& wait : replayed.waits) {
      const bool is_lock = wait.kind == traces::TaskWait::Kind::lock;
      const std::uint32_t object = is_lock ? lock_number(wait.object)
                                   : wait.kind == traces::TaskWait::Kind::barrier
                                       ? static_cast<std::uint32_t>(wait.object)
                                       : traces::TaskWait::no_object;
      fork_join.waits.push_back({{lane, wait.span}, wait.kind, object, wait.since_ns});
    }
    for (const ReplayedThread::Hold& hold : replayed.holds)
      fork_join.holds.push_back({lock_number(hold.lock), hold.task, hold.begin_ns, hold.end_ns});
  }

  std::uint32_t lock_number(std::uint64_t address) {
    return lock_numbers_.try_emplace(address, static_cast<std::uint32_t>(lock_numbers_.size())).first->second;
  }

  void add_fork_join() {
    traces::ForkJoin& fork_join = trace_->fork_join;
    std::sort(fork_join.holds.begin(), fork_join.holds.end(),
              [](const traces::LockHold& a, const traces::LockHold& b) {
                return std::tie(a.task, a.begin_ns, a.end_ns) < std::tie(b.task, b.begin_ns, b.end_ns);
              });
    for (const Number number : tasks_.tasks()) {
      const Item& task = *tasks_.find(number);
      if (task.kind == Item::Kind::implicit) {
        const Item* const region = tasks_.find(task.region);
        if (region != nullptr) fork_join.joined.push_back({task.id, region->region_number});
      } else if (task.undeferred || task.kind == Item::Kind::taskwait) {
        fork_join.joined.push_back({task.id, traces::JoinedTask::no_region});
      }
    }
    name_locks();
  }

  /// Locks are named after the first call that acquires them: "critical lu.c:41".
  void name_locks() {
    struct Place {
      std::int64_t time_ns = 0;
      std::uint64_t address = 0;
      LockKind kind = LockKind::lock;
    };
    std::unordered_map<std::uint64_t, Place> places;
    for (const ThreadEvents& thread : recording_.threads) {
      for (const Event& event : thread.events) {
        if (event.kind() != EventKind::lock_place) continue;
        const Place place{static_cast<std::int64_t>(event.time_ns), event.second,
                          static_cast<LockKind>(event.detail)};
        const auto [known, is_new] = places.try_emplace(event.first, place);
        if (!is_new && place.time_ns < known->second.time_ns) known->second = place;
      }
    }
    std::vector<std::string>& locks = trace_->fork_join.locks;
    locks.resize(lock_numbers_.size());
    std::vector<Call> calls;
    std::vector<std::uint32_t> numbers;
    for (const auto& [address, number] : lock_numbers_) {
      const auto place = places.find(address);
      if (place == places.end()) continue;
      constexpr std::array kinds{"lock ", "critical ", "atomic ", "ordered "};
      locks[number] = kinds.at(std::min<std::size_t>(static_cast<std::size_t>(place->second.kind), 3));
      numbers.push_back(number);
      calls.push_back({place->second.address, 0});
    }
    if (calls.empty()) return;
    const std::vector<std::string> names = name_places_(calls);
    for (std::size_t i = 0; i < names.size(); ++i) locks[numbers[i]] += names[i];
  }

  void add_tasks() {
    trace_->recorded.parents = trace_->recorded.submit = has_times();
    std::map<std::string, std::uint32_t> types;  // by name
    const auto names = place_names();
    for (const Number number : tasks_.tasks()) {
      const Item& task = *tasks_.find(number);
      const auto [type, is_new] =
          types.try_emplace(type_name(task, names), static_cast<std::uint32_t>(trace_->types.size()));
      if (is_new) trace_->types.push_back(type->first);
      trace_->tasks.type.emplace_back(type->second);
      if (!has_times()) continue;
      trace_->tasks.parent.push_back(tasks_.id_of(task.parent));
      trace_->tasks.submit_ns.push_back(task.created_ns);
    }
  }

  std::unordered_map<std::uint64_t, std::string> place_names() const {
    std::vector<std::uint64_t> addresses;
    for (const Number number : tasks_.tasks()) addresses.push_back(tasks_.find(number)->address);
    std::sort(addresses.begin(), addresses.end());
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
    std::vector<Call> calls;
    for (const std::uint64_t address : addresses) calls.push_back({address, tasks_.body_of(address)});
    std::vector<std::string> names = name_places_(calls);
    std::unordered_map<std::uint64_t, std::string> table;
    for (std::size_t i = 0; i < addresses.size(); ++i) table[addresses[i]] = std::move(names[i]);
    return table;
  }

  static std::string type_name(const Item& task,
                               const std::unordered_map<std::uint64_t, std::string>& names) {
    switch (task.kind) {
      case Item::Kind::initial:
        return "serial";
      case Item::Kind::implicit:
        return "parallel " + names.at(task.address);
      case Item::Kind::taskwait:
        return "taskwait " + names.at(task.address);
      default:
        return names.at(task.address);
    }
  }

  /// The end of each task's last run, or the time at which it was fulfilled.
  std::vector<std::int64_t> ends() const {
    std::vector<std::int64_t> end_ns(trace_->tasks.size(), traces::unknown_time);
    for (const traces::Lane& lane : trace_->lanes) {
      for (std::size_t i = 0; i < lane.spans.size(); ++i) {
        if (lane.spans.kind[i] != traces::SpanKind::run || lane.spans.task[i].is_none()) continue;
        std::int64_t& end = end_ns[lane.spans.task[i].value()];
        end = std::max(end, lane.spans.end_ns[i]);
      }
    }
    for (std::size_t task = 0; task < end_ns.size(); ++task)
      end_ns[task] = std::max(end_ns[task], tasks_.find(tasks_.tasks()[task])->end_ns);
    return end_ns;
  }

  void add_ready_times() {
    trace_->recorded.ready = true;
    std::vector<std::int64_t>& ready_ns = trace_->tasks.ready_ns;
    ready_ns = trace_->tasks.submit_ns;
    if (!trace_->recorded.accesses) return;
    const std::vector<std::int64_t> end_ns = ends();
    const traces::TaskGraph graph(*trace_);
    using Group = traces::TaskGraph::Group;
    std::vector<std::int64_t> last_end_ns(graph.groups().size(), traces::unknown_time);
    for (std::size_t g = 0; g < graph.groups().size(); ++g) {
      const Group& group = graph.groups()[g];
      // Groups of one handle follow each other, so the times pass on through tasks that never ran.
      if (group.previous != Group::none) last_end_ns[g] = last_end_ns[group.previous];
      for (const TaskId task : graph.members_of(group))
        last_end_ns[g] = std::max(last_end_ns[g], end_ns[task.value()]);
    }
    for (std::size_t task = 0; task < ready_ns.size(); ++task) {
      for (const std::uint32_t g : graph.group_span(TaskId(task))) {
        if (g == Group::none || graph.groups()[g].previous == Group::none) continue;
        ready_ns[task] = std::max(ready_ns[task], last_end_ns[graph.groups()[g].previous]);
      }
    }
  }

  void note(std::uint64_t count, const std::string& noun, const char* text) {
    if (count > 0) trace_->metadata.notes.push_back(count_text(count, noun) + text);
  }

  /// "; thread 0 ran lu.c:41 then, thread 1 ran lu.c:47"
  std::string last_tasks_text() const {
    std::string text;
    for (std::size_t thread = 0; thread < last_.size(); ++thread) {
      if (last_[thread].is_none()) continue;
      text += (text.empty() ? "; the last tasks: " : ", ") + traces::type_name(*trace_, last_[thread]) +
              " #" + std::to_string(last_[thread].value()) + " on thread " + std::to_string(thread);
    }
    return text;
  }

  void add_notes() {
    std::vector<std::string>& notes = trace_->metadata.notes;
    if (recording_.is_incomplete) {
      trace_->metadata.incomplete = true;
      const std::string all =
          recording_.ran_until_ns == 0 ? std::string() : " of " + duration_text_ns(recording_.ran_until_ns);
      notes.push_back("recording stopped after " + duration_text_ns(recording_.end_ns) + all +
                      ", because there was no space for more events: the rest of the run is unknown");
    } else if (recording_.is_cut && !ended_by_.empty()) {
      trace_->metadata.incomplete = true;
      notes.push_back("the program was ended by " + ended_by_ + last_tasks_text());
    } else if (recording_.is_cut) {
      notes.push_back(
          "the process ended before its OpenMP runtime shut down: the trace ends with the last event");
    }
    note(losses_.unknown_tasks, "event", " of tasks whose creation was not reported");
    note(losses_.missing_ends, "task end", " not reported: set to when the enclosing task continued");
  }

  const Recording& recording_;
  const TaskList& tasks_;
  const NamePlaces& name_places_;
  const std::string& ended_by_;
  std::vector<TaskId> last_;  ///< per thread
  std::shared_ptr<Trace> trace_ = std::make_shared<Trace>();
  ReplayLosses losses_;
  std::unordered_map<std::uint64_t, std::uint32_t> lock_numbers_;  ///< by address
};

}  // namespace

Result<std::shared_ptr<Trace>> build_trace(const Recording& recording, const NamePlaces& name_places,
                                           const std::string& ended_by) {
  const TaskList tasks(recording);
  if (!tasks.has_work()) return std::shared_ptr<Trace>();
  auto trace = Builder(recording, tasks, name_places, ended_by).build();
  if (const auto valid = traces::validate(*trace, "recorded trace"); !valid) return valid.error();
  return trace;
}

}  // namespace gusset::ompt
