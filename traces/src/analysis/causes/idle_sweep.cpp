#include "idle_sweep.hpp"

#include <algorithm>

#include "gusset/base/columns.hpp"
#include "gusset/base/parallel.hpp"
#include "gusset/base/radix_sort.hpp"

namespace gusset::traces {
namespace {

// A change packed into 64 bits: the time, which is below 2^60 (validate.hpp), then three bits for the cause
// and one for the direction.
constexpr unsigned change_bits = 4;

std::uint64_t pack_change(std::int64_t time_ns, IdleCause cause, bool begins) {
  return static_cast<std::uint64_t>(time_ns) << change_bits | static_cast<std::uint64_t>(cause) << 1 |
         (begins ? 1U : 0U);
}

// The order in which idle workers receive causes. The remaining workers have no work.
constexpr std::array causes_in_order{IdleCause::ready_not_taken, IdleCause::release, IdleCause::unsubmitted,
                                     IdleCause::message,         IdleCause::unknown, IdleCause::lock};

}  // namespace

void IdleSweep::Switches::pop() {
  is_idle_ = !is_idle_;
  if (!is_idle_) find_gap();
}

void IdleSweep::Switches::find_gap() {
  gap_begin_ns_ = gap_end_ns_;
  for (; next_ < stretches_->size(); ++next_) {
    const WorkerTime::Stretch& stretch = (*stretches_)[next_];
    gap_end_ns_ = stretch.begin_ns;
    if (gap_begin_ns_ < gap_end_ns_) return;
    gap_begin_ns_ = stretch.end_ns;
  }
  gap_end_ns_ = makespan_ns_;
}

void IdleSweep::add_worker(WorkerId worker, const WorkerTime& time) {
  workers_.push_back(worker);
  switches_of_.emplace_back(time.stretches, makespan_ns_);
}

void IdleSweep::expect_waits(std::size_t count) {
  for (auto& changes : changes_) columns::reserve(changes, 2 * count);
}

void IdleSweep::add_wait(std::size_t part, IdleCause cause, std::int64_t begin_ns, std::int64_t end_ns) {
  if (begin_ns >= end_ns || begin_ns >= makespan_ns_) return;
  changes_[part].push_back(pack_change(begin_ns, cause, true));
  if (end_ns < makespan_ns_) changes_[part].push_back(pack_change(end_ns, cause, false));
}

/// Replaces the earliest switch by its worker's next one.
void IdleSweep::pop_switch() {
  Switches& of_worker = switches_of_[switches_.front().worker];
  of_worker.pop();
  Switch next{of_worker.next_ns(), switches_.front().worker};
  if (next.time_ns >= makespan_ns_) {
    next = switches_.back();
    switches_.pop_back();
    if (switches_.empty()) return;
  }
  std::size_t place = 0;
  for (;;) {
    std::size_t child = 2 * place + 1;
    if (child >= switches_.size()) break;
    if (child + 1 < switches_.size() && switches_[child + 1].is_before(switches_[child])) ++child;
    if (!switches_[child].is_before(next)) break;
    switches_[place] = switches_[child];
    place = child;
  }
  switches_[place] = next;
}

void IdleSweep::close(const IdleWorker& idle, std::int64_t now_ns) {
  ledger_->add(workers_[idle.worker], idle.cause, idle.since_ns, now_ns);
}

void IdleSweep::switch_worker(std::uint32_t worker, std::int64_t now_ns) {
  const auto found = std::find_if(idle_workers_.begin(), idle_workers_.end(),
                                  [worker](const IdleWorker& idle) { return idle.worker == worker; });
  if (found == idle_workers_.end()) {
    idle_workers_.push_back({worker, IdleCause::no_work, now_ns});
  } else {
    close(*found, now_ns);
    idle_workers_.erase(found);
  }
}

void IdleSweep::assign_causes(std::int64_t now_ns) {
  std::size_t next = 0;
  const auto assign = [&](IdleCause cause, std::size_t count) {
    const std::size_t end = next + std::min(count, idle_workers_.size() - next);
    for (; next < end; ++next) {
      IdleWorker& idle = idle_workers_[next];
      if (idle.cause == cause) continue;
      close(idle, now_ns);
      idle.cause = cause;
      idle.since_ns = now_ns;
    }
  };
  for (const IdleCause cause : causes_in_order) {
    assign(cause, static_cast<std::size_t>(waiting_[static_cast<std::size_t>(cause)]));
  }
  assign(all_unknown_ ? IdleCause::unknown : IdleCause::no_work, idle_workers_.size());
}

void IdleSweep::run() {
  if (workers_.empty() || makespan_ns_ == 0) return;
  std::size_t count = 0;
  for (const auto& changes : changes_) count += changes.size();
  parallel_for(parts, count, [this](std::size_t i) { radix_sort(changes_[i]); });
  for (std::uint32_t w = 0; w < switches_of_.size(); ++w) {
    if (switches_of_[w].next_ns() < makespan_ns_) switches_.push_back({switches_of_[w].next_ns(), w});
  }
  std::sort(switches_.begin(), switches_.end(),
            [](const Switch& a, const Switch& b) { return a.is_before(b); });
  const auto switch_time = [&] { return switches_.empty() ? makespan_ns_ : switches_.front().time_ns; };
  std::array<std::size_t, parts> next_change{};
  const auto change_time = [&](std::size_t part) {
    const std::size_t i = next_change[part];
    return i < changes_[part].size() ? static_cast<std::int64_t>(changes_[part][i] >> change_bits)
                                     : makespan_ns_;
  };
  const auto next_change_time = [&] {
    std::int64_t min_ns = makespan_ns_;
    for (std::size_t part = 0; part < parts; ++part) min_ns = std::min(min_ns, change_time(part));
    return min_ns;
  };
  while (!switches_.empty() || (!idle_workers_.empty() && next_change_time() < makespan_ns_)) {
    const std::int64_t now_ns = std::min(switch_time(), next_change_time());
    for (std::size_t part = 0; part < parts; ++part) {
      while (next_change[part] < changes_[part].size() && change_time(part) == now_ns) {
        const std::uint64_t change = changes_[part][next_change[part]++];
        waiting_[(change >> 1) & 7U] += (change & 1U) != 0 ? 1 : -1;
      }
    }
    for (; switch_time() == now_ns && !switches_.empty(); pop_switch())
      switch_worker(switches_.front().worker, now_ns);
    if (!idle_workers_.empty()) assign_causes(now_ns);
  }
  for (const IdleWorker& idle : idle_workers_) close(idle, makespan_ns_);
}

}  // namespace gusset::traces
