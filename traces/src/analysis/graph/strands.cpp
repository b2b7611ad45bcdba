#include "gusset/traces/analysis/graph/strands.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

#include "strand_list.hpp"

namespace gusset::traces {
namespace {

/// The indices of the strands in order of begin, then end.
std::vector<std::uint32_t> order_of(const std::vector<StrandList::Strand>& strands) {
  std::vector<std::uint32_t> order(strands.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(strands[a].begin_ns, strands[a].end_ns, a) <
           std::tie(strands[b].begin_ns, strands[b].end_ns, b);
  });
  return order;
}

class StrandTrace {
 public:
  StrandTrace(const Trace& of, const StrandList& list)
      : of_(of), list_(list), order_(order_of(list.strands)) {
    number_.resize(order_.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) number_[order_[i]] = TaskId(i);
  }

  Trace make() {
    trace_.metadata.origin = of_.metadata.origin;
    trace_.metadata.program = of_.metadata.program;
    trace_.metadata.incomplete = of_.metadata.incomplete;
    trace_.types = of_.types;
    trace_.nodes = of_.nodes;
    trace_.workers = of_.workers;
    for (const Lane& lane : of_.lanes) trace_.lanes.push_back({lane.worker, {}});
    for (const std::uint32_t i : order_) {
      const StrandList::Strand& strand = list_.strands[i];
      trace_.tasks.type.push_back(of_.tasks.type[strand.task.value()]);
      trace_.lanes[strand.lane.value()].spans.push_back(strand.begin_ns, strand.end_ns, number_[i],
                                                        SpanKind::run);
    }
    add_dependencies();
    add_holds();
    return std::move(trace_);
  }

  const std::vector<std::uint32_t>& order() const { return order_; }
  TaskId number(std::uint32_t strand) const {
    return strand == StrandList::none ? TaskId() : number_[strand];
  }

 private:
  void add_dependencies() {
    trace_.recorded.dependencies = true;
    trace_.dependencies.reserve(list_.edges.size());
    for (const StrandList::Edge& edge : list_.edges)
      trace_.dependencies.push_back({number_[edge.before], number_[edge.after]});
    const auto pair_of = [](const Dependency& d) { return std::tie(d.after, d.before); };
    std::sort(trace_.dependencies.begin(), trace_.dependencies.end(),
              [&](const Dependency& a, const Dependency& b) { return pair_of(a) < pair_of(b); });
    trace_.dependencies.erase(std::unique(trace_.dependencies.begin(), trace_.dependencies.end()),
                              trace_.dependencies.end());
  }

  void add_holds() {
    if (list_.holds.empty()) return;
    struct Use {
      TaskId strand;
      std::uint32_t lock = 0;
      bool is_hold = false;
      auto operator<=>(const Use&) const = default;
    };
    std::vector<Use> uses;
    std::uint32_t locks = 0;
    for (const StrandList::Hold& hold : list_.holds) {
      uses.push_back({number_[hold.strand], hold.lock, true});
      locks = std::max(locks, hold.lock + 1);
    }
    std::sort(uses.begin(), uses.end());
    uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
    std::vector<std::uint32_t> holders(locks, 0);
    for (const Use& use : uses) ++holders[use.lock];
    for (const StrandList::Hold& await : list_.awaited_groups)
      uses.push_back({number_[await.strand], await.lock, false});
    std::sort(uses.begin(), uses.end());
    trace_.handles.name = of_.fork_join.locks;
    trace_.handles.name.resize(std::max<std::size_t>(locks, trace_.handles.name.size()));
    trace_.handles.size_bytes.assign(trace_.handles.name.size(), 0);
    trace_.handles.owner.assign(trace_.handles.name.size(), NodeId(0));
    trace_.access_modes.push_back({.name = "lock", .commutes = true, .exclusive = true, .modifies = true});
    trace_.access_modes.push_back({.name = "await", .commutes = true, .exclusive = false, .modifies = false});
    trace_.recorded.accesses = true;
    auto use = uses.begin();
    for (std::size_t strand = 0; strand < trace_.tasks.size(); ++strand) {
      trace_.accesses.first.push_back(trace_.accesses.items.size());
      for (; use != uses.end() && use->strand == TaskId(strand); ++use) {
        trace_.accesses.items.push_back(
            {HandleId(use->lock), AccessModeId(use->is_hold ? 0 : 1), use->is_hold ? 0 : holders[use->lock]});
      }
    }
    trace_.accesses.first.push_back(trace_.accesses.items.size());
  }

  const Trace& of_;
  const StrandList& list_;
  const std::vector<std::uint32_t> order_;  ///< strands of the list in order of time
  std::vector<TaskId> number_;              ///< per strand of the list: its number in the new trace
  Trace trace_;
};

}  // namespace

std::vector<bool> region_parts(const Trace& trace) {
  std::vector<bool> is_part(trace.tasks.size(), false);
  for (const JoinedTask& joined : trace.fork_join.joined)
    is_part[joined.task.value()] = joined.region != JoinedTask::no_region;
  return is_part;
}

Strands::Strands(const Trace& of, const TaskGraph& graph)
    : graph_(Trace()), locks_(of.fork_join.locks.size()) {
  StrandList list = cut_into_strands(of);
  add_access_edges(graph, static_cast<std::uint32_t>(locks_), list);
  StrandTrace strands(of, list);
  for (const std::uint32_t i : strands.order()) {
    task_of_.push_back(list.strands[i].task);
    is_joint_.push_back(list.strands[i].is_joint);
  }
  for (std::size_t task = 0; task < of.tasks.size(); ++task) {
    first_of_.push_back(strands.number(list.first_of[task]));
    last_of_.push_back(strands.number(list.last_of[task]));
  }
  steps_.reserve(list.steps.size());
  for (const StrandList::Step& step : list.steps)
    steps_.push_back({step.kind, step.task, strands.number(step.after), step.what});
  waits_in_holds_ = list.waits_in_holds;
  trace_ = strands.make();
  graph_ = TaskGraph(trace_);
}

std::vector<std::int64_t> Strands::durations_ns(std::span<const std::int64_t> task_duration_ns) const {
  std::vector<std::int64_t> length_ns(size(), 0);
  for (const Lane& lane : trace_.lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i)
      length_ns[lane.spans.task[i].value()] = lane.spans.end_ns[i] - lane.spans.begin_ns[i];
  }
  std::vector<std::int64_t> total_ns(task_duration_ns.size(), 0);
  for (std::size_t s = 0; s < size(); ++s) total_ns[task_of_[s].value()] += length_ns[s];
  for (std::size_t s = 0; s < size(); ++s) {
    const std::int64_t total = total_ns[task_of_[s].value()];
    const std::int64_t duration = task_duration_ns[task_of_[s].value()];
    if (total == duration) continue;
    if (total == 0) {
      if (is_first(TaskId(s))) length_ns[s] = duration;
    } else {
      const double share = static_cast<double>(length_ns[s]) / static_cast<double>(total);
      length_ns[s] = static_cast<std::int64_t>(share * static_cast<double>(duration) + 0.5);
    }
  }
  return length_ns;
}

}  // namespace gusset::traces
