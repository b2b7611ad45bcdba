#include "gusset/traces/analysis/time/loops.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "analysis/time/preemptions.hpp"
#include "gusset/traces/model/validate.hpp"
#include "model/exclusive_time.hpp"

namespace gusset::traces {
namespace {

/// A thread reaches the barrier of a construct within this time, even if it records its processor time first.
constexpr std::int64_t max_gap_ns = 50'000;
/// What a thread does before that barrier hardly matters if it takes a smaller part of the construct's time.
constexpr std::int64_t small_part = 20;  // a twentieth

/// Times of a valid trace may still be too far apart for plain sums.
std::int64_t capped_sum_ns(std::int64_t a, std::int64_t b) {
  return std::min(max_total_time_ns, a + b);
}

/// A barrier at which a thread waited.
struct PassedBarrier {
  TaskId task;
  std::int64_t begin_ns = 0;
  std::size_t wait = 0;  ///< index of the task wait
  bool has_tasks = false;
};

/// The barriers, by task and time.
std::vector<PassedBarrier> passed_barriers(const Trace& trace) {
  std::vector<PassedBarrier> barriers;
  std::vector<bool> has_nested;
  LaneId lane;
  for (std::size_t w = 0; w < trace.fork_join.waits.size(); ++w) {
    const TaskWait& wait = trace.fork_join.waits[w];
    if (wait.kind != TaskWait::Kind::barrier) continue;
    const SpanColumns& spans = trace.lanes[wait.span.lane.value()].spans;
    if (lane != wait.span.lane) {
      lane = wait.span.lane;
      std::vector<std::int64_t> own_ns(spans.size(), 0);
      for_each_exclusive(
          spans, [&](std::size_t i, std::int64_t begin, std::int64_t end) { own_ns[i] += end - begin; });
      has_nested.assign(spans.size(), false);
      for (std::size_t i = 0; i < spans.size(); ++i)
        has_nested[i] = own_ns[i] < spans.end_ns[i] - spans.begin_ns[i];
    }
    const std::size_t i = wait.span.index;
    if (!spans.task[i].is_none())
      barriers.push_back({spans.task[i], spans.begin_ns[i], w, static_cast<bool>(has_nested[i])});
  }
  std::ranges::sort(barriers, {}, [](const PassedBarrier& b) { return std::pair(b.task, b.begin_ns); });
  return barriers;
}

/// One thread's share, without the time in which the thread had no processor.
struct TimedShare {
  const WorkShare* row = nullptr;
  WorkerId worker;
  std::int64_t busy_ns = 0;
  std::size_t wait = 0;  ///< of the barrier at its end
  bool has_barrier = false;
  std::int64_t end_ns() const { return row->begin_ns + busy_ns; }
};

/// A piece of work that cannot be divided.
struct LoopPiece {
  std::int64_t begin_ns = 0;
  std::int64_t busy_ns = 0;
};

/// When the last thread ends if each thread takes the next piece when it is free.
std::int64_t replayed_end_ns(const std::vector<std::int64_t>& begins_ns,
                             const std::vector<LoopPiece>& pieces) {
  std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> free_ns(std::greater<>(),
                                                                                       begins_ns);
  std::int64_t last_ns = *std::ranges::min_element(begins_ns);
  for (const LoopPiece& piece : pieces) {
    const std::int64_t end_ns = capped_sum_ns(free_ns.top(), piece.busy_ns);
    free_ns.pop();
    free_ns.push(end_ns);
    last_ns = std::max(last_ns, end_ns);
  }
  return last_ns;
}

class LoopAnalysis {
 public:
  LoopAnalysis(const Trace& trace, const std::vector<LaneId>& lanes)
      : trace_(trace),
        work_(trace.worksharing),
        preempted_(trace),
        barriers_(passed_barriers(trace)),
        lanes_(lanes) {
    for (const JoinedTask& joined : trace.fork_join.joined) ++team_size_[joined.region];
  }

  Loops run() {
    name_constructs();
    for (const WorkShare& share : work_.shares) by_execution_.emplace_back().row = &share;
    std::ranges::sort(by_execution_, {}, [](const TimedShare& share) {
      return std::tuple(share.row->execution, share.row->task, share.row->begin_ns);
    });
    for (const WorkChunks& row : work_.chunks) chunks_.push_back(&row);
    std::ranges::sort(chunks_, {}, [](const WorkChunks* row) {
      return std::tuple(row->execution, row->task, row->end_ns);
    });
    result_.ended_at.assign(trace_.fork_join.waits.size(), Loops::none);
    for (auto first = by_execution_.begin(); first != by_execution_.end();) {
      const std::uint32_t execution = first->row->execution;
      const auto last = std::find_if(first, by_execution_.end(), [execution](const TimedShare& share) {
        return share.row->execution != execution;
      });
      add_execution(execution, {first, last});
      first = last;
    }
    order_by_loss();
    return std::move(result_);
  }

 private:
  /// Gives constructs with the same words one number.
  void name_constructs() {
    std::map<std::tuple<std::string, WorkConstruct::Kind, WorkConstruct::Schedule, std::uint64_t, bool>,
             std::uint32_t>
        known;
    for (const WorkConstruct& of : work_.constructs) {
      const auto number = known.try_emplace({of.place, of.kind, of.schedule, of.chunk, of.ordered},
                                            static_cast<std::uint32_t>(result_.loops.size()));
      number_.push_back(number.first->second);
      if (!number.second) continue;
      LoopStatistics loop;
      loop.construct = of;
      loop.iterations = 0;
      loop.busy_by_worker_ns.resize(trace_.workers.size());
      if (of.kind != WorkConstruct::Kind::single && !of.ordered)
        loop.dynamic_gain_ns = loop.reversed_gain_ns = 0;
      result_.loops.push_back(std::move(loop));
    }
  }

  std::int64_t without_preemptions(WorkerId worker, std::int64_t begin_ns, std::int64_t end_ns) const {
    std::int64_t busy_ns = end_ns - begin_ns;
    const auto intervals = preempted_.of(worker);
    auto next = std::ranges::upper_bound(intervals, begin_ns, {}, &TimeInterval::end_ns);
    for (; next != intervals.end() && next->begin_ns < end_ns; ++next)
      busy_ns -= std::min(end_ns, next->end_ns) - std::max(begin_ns, next->begin_ns);
    return busy_ns;
  }

  /// The barrier at the end of a share, unless the thread does something else first for longer than the given
  /// time.
  void find_barrier(TimedShare& share, std::int64_t longest_gap_ns) const {
    const auto place = std::pair(share.row->task, share.row->end_ns);
    const auto next = std::ranges::lower_bound(barriers_, place, {}, [](const PassedBarrier& barrier) {
      return std::pair(barrier.task, barrier.begin_ns);
    });
    if (next == barriers_.end() || next->task != share.row->task) return;
    if (next->begin_ns - share.row->end_ns > longest_gap_ns || next->has_tasks) return;
    share.wait = next->wait;
    share.has_barrier = true;
  }

  /// When the first thread begins.
  static std::int64_t begin_of(std::span<const TimedShare> shares) {
    return std::ranges::min(shares, {}, [](const TimedShare& share) { return share.row->begin_ns; })
        .row->begin_ns;
  }

  void add_execution(std::uint32_t number, std::span<TimedShare> shares) {
    const WorkExecution& execution = work_.executions[number];
    LoopStatistics& loop = result_.loops[number_[execution.construct]];
    if (loop.executions++ == 0) loop.region = trace_.tasks.type[shares.front().row->task.value()];
    if (execution.iterations == unknown_iterations || loop.iterations == unknown_iterations) {
      loop.iterations = unknown_iterations;
    } else {
      loop.iterations += execution.iterations;
    }
    bool is_awaited = true;
    const std::int64_t begin_ns = begin_of(shares);
    const std::int64_t end_ns =
        std::ranges::max(shares, {}, [](const TimedShare& share) { return share.row->end_ns; }).row->end_ns;
    const std::int64_t longest_gap_ns = std::max(max_gap_ns, (end_ns - begin_ns) / small_part);
    for (TimedShare& share : shares) {
      const LaneId lane = lanes_[share.row->task.value()];
      if (!lane.is_none()) share.worker = trace_.lanes[lane.value()].worker;
      share.busy_ns = share.row->end_ns - share.row->begin_ns;
      if (!share.worker.is_none()) {
        share.busy_ns = without_preemptions(share.worker, share.row->begin_ns, share.row->end_ns);
        std::int64_t& of_worker_ns = loop.busy_by_worker_ns[share.worker.value()];
        of_worker_ns = capped_sum_ns(of_worker_ns, share.busy_ns);
      }
      loop.busy_ns = capped_sum_ns(loop.busy_ns, share.busy_ns);
      loop.chunks += share.row->chunks;
      find_barrier(share, longest_gap_ns);
      is_awaited = is_awaited && share.has_barrier;
    }
    const auto team = team_size_.find(execution.region);
    if (!is_awaited || team == team_size_.end() || team->second != shares.size()) return;
    ++loop.awaited;
    for (const TimedShare& share : shares) result_.ended_at[share.wait] = number_[execution.construct];
    add_loss(loop, shares);
  }

  void add_loss(LoopStatistics& loop, std::span<const TimedShare> shares) {
    const std::int64_t begin_ns = begin_of(shares);
    std::int64_t end_ns = begin_ns;
    for (const TimedShare& share : shares) {
      // A thread that finds nothing left to do may come late, but it does not hold up the others.
      if (share.busy_ns > 0 && share.row->iterations != 0) end_ns = std::max(end_ns, share.end_ns());
    }
    std::int64_t lost_ns = 0;
    std::int64_t threads = 0;  // number of threads that could have shared the work
    const std::int64_t longest_ns = std::ranges::max(shares, {}, &TimedShare::busy_ns).busy_ns;
    std::int64_t less_ns = 0;  // how much less work they had than the thread with most work
    for (const TimedShare& share : shares) {
      if (share.end_ns() > end_ns) continue;
      lost_ns = capped_sum_ns(lost_ns, end_ns - share.end_ns());
      less_ns = capped_sum_ns(less_ns, longest_ns - share.busy_ns);
      ++threads;
    }
    if (threads == 0) return;
    loop.elapsed_ns = capped_sum_ns(loop.elapsed_ns, end_ns - begin_ns);
    loop.lost_ns = capped_sum_ns(loop.lost_ns, std::min(lost_ns, less_ns));
    loop.longest_lost_ns = std::max(loop.longest_lost_ns, std::min(lost_ns, less_ns));
    loop.even_gain_ns = capped_sum_ns(loop.even_gain_ns, lost_ns / threads);
    if (!loop.dynamic_gain_ns) return;
    std::vector<std::int64_t> begins_ns;
    std::vector<LoopPiece> pieces;
    for (const TimedShare& share : shares) {
      begins_ns.push_back(share.row->begin_ns);
      if (!add_pieces(share, pieces)) {
        loop.dynamic_gain_ns = loop.reversed_gain_ns = std::nullopt;
        return;
      }
    }
    std::ranges::stable_sort(pieces, {}, &LoopPiece::begin_ns);
    const auto add_gain = [&](std::int64_t& gain_ns) {
      gain_ns =
          capped_sum_ns(gain_ns, std::max<std::int64_t>(0, end_ns - replayed_end_ns(begins_ns, pieces)));
    };
    add_gain(*loop.dynamic_gain_ns);
    std::ranges::reverse(pieces);
    add_gain(*loop.reversed_gain_ns);
  }

  /// False if the share's chunks are unknown.
  bool add_pieces(const TimedShare& share, std::vector<LoopPiece>& pieces) const {
    if (share.row->chunks == 0) return share.row->iterations == 0;
    std::int64_t begin_ns = share.row->begin_ns;
    const auto add_until = [&](std::int64_t end_ns) {
      end_ns = std::max(begin_ns, end_ns);
      const std::int64_t busy_ns =
          share.worker.is_none() ? end_ns - begin_ns : without_preemptions(share.worker, begin_ns, end_ns);
      pieces.push_back({begin_ns, busy_ns});
      begin_ns = end_ns;
    };
    const auto place = std::tuple(share.row->execution, share.row->task, share.row->begin_ns);
    auto row = std::ranges::lower_bound(chunks_, place, {}, [](const WorkChunks* chunks) {
      return std::tuple(chunks->execution, chunks->task, chunks->end_ns);
    });
    for (; row != chunks_.end() && (*row)->execution == share.row->execution &&
           (*row)->task == share.row->task && (*row)->end_ns <= share.row->end_ns;
         ++row)
      add_until((*row)->end_ns);
    if (begin_ns < share.row->end_ns) add_until(share.row->end_ns);
    return true;
  }

  void order_by_loss() {
    std::vector<std::uint32_t> order(result_.loops.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::uint32_t i) { return result_.loops[i].lost_ns; });
    std::vector<LoopStatistics> sorted;
    std::vector<std::uint32_t> place(order.size());
    for (const std::uint32_t i : order) {
      place[i] = static_cast<std::uint32_t>(sorted.size());
      sorted.push_back(std::move(result_.loops[i]));
    }
    result_.loops = std::move(sorted);
    for (std::uint32_t& loop : result_.ended_at) {
      if (loop != Loops::none) loop = place[loop];
    }
  }

  const Trace& trace_;
  const Worksharing& work_;
  const Preemptions preempted_;
  const std::vector<PassedBarrier> barriers_;
  const std::vector<LaneId>& lanes_;  ///< per task
  std::unordered_map<std::uint32_t, std::size_t> team_size_;
  std::vector<std::uint32_t> number_;  ///< per construct: its index in the result
  std::vector<TimedShare> by_execution_;
  std::vector<const WorkChunks*> chunks_;
  Loops result_;
};

}  // namespace

Loops loops_of(const Trace& trace) {
  return loops_of(trace, trace.worksharing.shares.empty() ? TaskTimes() : task_times(trace));
}

Loops loops_of(const Trace& trace, const TaskTimes& times) {
  if (trace.worksharing.shares.empty())
    return {{}, std::vector<std::uint32_t>(trace.fork_join.waits.size(), Loops::none)};
  return LoopAnalysis(trace, times.lane).run();
}

}  // namespace gusset::traces
