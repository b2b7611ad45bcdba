#include "work_builder.hpp"

#include <algorithm>
#include <utility>

namespace gusset::ompt {
namespace {

using traces::WorkConstruct;
using traces::WorkShare;

/// What threads do between barriers is only inferred to be a loop if one of them takes at least this long.
constexpr std::int64_t shortest_inferred_ns = 10'000;

WorkConstruct::Kind construct_kind(WorkKind kind) {
  switch (kind) {
    case WorkKind::loop:
      return WorkConstruct::Kind::loop;
    case WorkKind::sections:
      return WorkConstruct::Kind::sections;
    default:
      return WorkConstruct::Kind::single;
  }
}

/// The entry of an item in a window of items, the first of which is `first`. Null if the item is outside of
/// the window.
template <class Entry>
Entry* entry_at(std::deque<Entry>& window, std::uint64_t first, std::uint64_t item) {
  return item < first || item - first >= window.size() ? nullptr : &window[item - first];
}

}  // namespace

void WorkBuilder::take(std::size_t number, const Event& event, Number created) {
  if (threads_.size() <= number) threads_.resize(number + 1);
  Thread& thread = threads_[number];
  const auto now_ns = static_cast<std::int64_t>(event.time_ns);
  switch (event.kind()) {
    case EventKind::implicit_begin:
      begin_part(thread, created, now_ns);
      break;
    case EventKind::implicit_end:
      end_part(thread, event.first, now_ns);
      break;
    case EventKind::region_begin:
    case EventKind::create:
      disturb(thread, 0);
      break;
    case EventKind::region_end:
      regions_.erase(event.first);
      break;
    case EventKind::switched:
      disturb(thread, event.second);
      break;
    case EventKind::region_work:
      regions_[event.first].announced = {.detail = WorkDetail::unpacked(event.detail), .chunk = event.second};
      thread.announced_region = Number(event.first);
      return;
    case EventKind::work_range: {
      Announced* announced = &thread.announced;
      if (const auto region = regions_.find(thread.announced_region.word());
          region != regions_.end() && region->second.announced)
        announced = &*region->second.announced;
      announced->first = static_cast<std::int64_t>(event.first);
      announced->step = static_cast<std::int64_t>(event.second);
      break;
    }
    case EventKind::work_count:
      thread.iterations = event.first;
      thread.announced.chunk = event.second;
      break;
    case EventKind::work_begin:
      begin_work(thread, event, now_ns);
      break;
    case EventKind::work_chunks:
      add_chunks(thread, event, now_ns);
      break;
    case EventKind::work_end:
      end_work(thread, event, now_ns);
      break;
    case EventKind::barrier_place:
      thread.barrier = event.first;
      break;
    case EventKind::wait_begin:
      if (const auto waits = static_cast<WaitKind>(event.detail);
          waits == WaitKind::barrier || waits == WaitKind::reduction)
        reach_barrier(thread, event.first, now_ns, waits == WaitKind::reduction);
      break;
    case EventKind::wait_end:
      thread.disturbed = 0;
      leave_barrier(event.first, now_ns);
      break;
    default:
      break;
  }
  if (event.kind() != EventKind::processor) thread.announced_region = {};
}

WorkBuilder::Part* WorkBuilder::part_of(std::uint64_t task) {
  const auto found = parts_.find(task);
  return found == parts_.end() ? nullptr : &found->second;
}

void WorkBuilder::begin_part(Thread& thread, Number task, std::int64_t now_ns) {
  const std::optional<TeamPart> of = find_part_(task);
  if (!of) return;
  parts_[task.word()] = {.of = *of, .segment_begin_ns = now_ns};
  thread.parts.push_back(task.word());
  thread.disturbed = 0;
}

void WorkBuilder::end_part(Thread& thread, std::uint64_t task, std::int64_t now_ns) {
  close_all_of(thread, task, now_ns);
  parts_.erase(task);
  std::erase(thread.parts, task);
  thread.disturbed = 0;
}

/// Notes that the innermost part of a thread does more than run its own code, unless it continues with task
/// `except`.
void WorkBuilder::disturb(Thread& thread, std::uint64_t except) {
  if (thread.parts.empty() || thread.parts.back() == except || thread.disturbed == thread.parts.back())
    return;
  thread.disturbed = thread.parts.back();
  if (Part* const part = part_of(thread.parts.back())) part->is_plain = false;
}

std::uint32_t WorkBuilder::add_execution(std::uint64_t address, WorkConstruct::Kind kind,
                                         const Announced& announced, std::uint32_t region,
                                         std::uint64_t iterations) {
  WorkDetail detail = announced.detail;
  detail.kind = WorkKind::loop;  // already in `kind`
  const auto construct = constructs_.try_emplace(Key{address, kind, detail.packed(), announced.chunk},
                                                 static_cast<std::uint32_t>(constructs_.size()));
  rows_.executions.push_back({construct.first->second, region, iterations, announced.first, announced.step});
  return executions_++;
}

void WorkBuilder::begin_work(Thread& thread, const Event& event, std::int64_t now_ns) {
  Announced announced = std::exchange(thread.announced, {});
  const std::uint64_t iterations = std::exchange(thread.iterations, traces::unknown_iterations);
  OpenShare open;
  open.task = event.first;
  // For a single in a region of one thread in a task, LLVM 14's runtime reports the part of the outer region.
  if (const WorkKind kind = WorkDetail::unpacked(event.detail).kind;
      !thread.parts.empty() && (kind == WorkKind::single_executor || kind == WorkKind::single_other))
    open.task = thread.parts.back();
  close_all_of(thread, open.task, now_ns);
  open.share.begin_ns = now_ns;
  open.share.iterations = 0;
  Part* const part = part_of(open.task);
  if (part == nullptr) {  // outside of regions, nothing is shared
    thread.open.push_back(open);
    return;
  }
  announced.detail = WorkDetail::unpacked(event.detail);
  std::uint64_t address = event.second;
  Region& region = regions_[part->of.region.word()];
  const std::uint64_t construct = part->constructs++;
  part->is_plain = false;
  if (construct == 0 && region.announced && announced.detail.schedule == WorkSchedule::unknown)
    announced = *region.announced;
  if (address == 0) address = part->of.region_address;
  if (construct == region.first_execution + region.executions.size())
    region.executions.push_back(add_execution(address, construct_kind(announced.detail.kind), announced,
                                              part->of.region_number, iterations));
  const std::uint32_t* const execution = entry_at(region.executions, region.first_execution, construct);
  if (execution != nullptr) {
    open.share.execution = *execution;
    open.share.task = part->of.task;
  }
  thread.open.push_back(open);
}

void WorkBuilder::add_chunks(Thread& thread, const Event& event, std::int64_t now_ns) {
  if (thread.open.empty()) return;
  OpenShare& open = thread.open.back();
  open.share.iterations += event.first;
  open.share.chunks += event.second;
  ++open.rows;
  if (!open.share.task.is_none())
    rows_.chunks.push_back({open.share.execution, open.share.task, now_ns, event.first, event.second});
}

void WorkBuilder::end_work(Thread& thread, const Event& event, std::int64_t now_ns) {
  if (thread.open.empty()) return;
  OpenShare& open = thread.open.back();
  if (open.rows > 0 && event.second > 0) {
    add_chunks(thread, event, now_ns);
  } else {
    open.share.iterations += event.first;
    open.share.chunks += event.second;
  }
  if (event.detail != 1) open.share.iterations = traces::unknown_iterations;
  close(thread, now_ns);
}

void WorkBuilder::close(Thread& thread, std::int64_t now_ns) {
  WorkShare share = thread.open.back().share;
  thread.open.pop_back();
  share.end_ns = std::max(share.begin_ns, now_ns);
  if (!share.task.is_none()) rows_.shares.push_back(share);
}

void WorkBuilder::close_all_of(Thread& thread, std::uint64_t task, std::int64_t now_ns) {
  while (!thread.open.empty() && thread.open.back().task == task) {
    thread.open.back().share.iterations = traces::unknown_iterations;
    close(thread, now_ns);
  }
}

/// After a reduction's barrier, threads combine results, which is not a loop.
void WorkBuilder::reach_barrier(Thread& thread, std::uint64_t task, std::int64_t now_ns, bool is_reduction) {
  const std::uint64_t address = std::exchange(thread.barrier, 0);
  Part* const part = part_of(task);
  if (part == nullptr || part->is_in_barrier) return;
  close_all_of(thread, task, now_ns);
  part->is_in_barrier = true;
  part->is_in_reduction = is_reduction;
  Region& region = regions_[part->of.region.word()];
  const std::uint64_t barrier = part->barriers++;
  if (barrier == region.first_barrier + region.before_barrier.size()) region.before_barrier.emplace_back();
  BeforeBarrier* const before = entry_at(region.before_barrier, region.first_barrier, barrier);
  if (before == nullptr) return;
  if (address != 0) before->address = address;
  before->is_plain = before->is_plain && part->is_plain;
  if (before->is_plain) before->segments.push_back({part->of.task, part->segment_begin_ns, now_ns});
}

/// When a thread leaves a barrier, all threads of its team have reached it.
void WorkBuilder::leave_barrier(std::uint64_t task, std::int64_t now_ns) {
  Part* const part = part_of(task);
  if (part == nullptr || !part->is_in_barrier) return;
  part->is_in_barrier = false;
  part->is_plain = !part->is_in_reduction;
  part->segment_begin_ns = now_ns;
  const auto found = regions_.find(part->of.region.word());
  if (found == regions_.end()) return;  // the region's last barrier
  Region& region = found->second;
  for (; region.first_execution < part->constructs && !region.executions.empty(); ++region.first_execution)
    region.executions.pop_front();
  for (; region.first_barrier < part->barriers && !region.before_barrier.empty(); ++region.first_barrier) {
    infer(region.before_barrier.front(), part->of);
    region.before_barrier.pop_front();
  }
}

void WorkBuilder::infer(const BeforeBarrier& before, const TeamPart& part) {
  if (!before.is_plain || before.segments.size() < 2) return;
  const auto is_long = [](const Segment& of) { return of.end_ns - of.begin_ns >= shortest_inferred_ns; };
  if (std::ranges::none_of(before.segments, is_long)) return;
  const std::uint64_t address = before.address == 0 ? part.region_address : before.address;
  const std::uint32_t execution = add_execution(address, WorkConstruct::Kind::inferred, {},
                                                part.region_number, traces::unknown_iterations);
  for (const Segment& segment : before.segments)
    rows_.shares.push_back({execution, segment.task, segment.begin_ns,
                            std::max(segment.begin_ns, segment.end_ns), traces::unknown_iterations, 0});
}

void WorkBuilder::finish(std::int64_t end_ns) {
  for (Thread& thread : threads_) {
    while (!thread.open.empty()) close_all_of(thread, thread.open.back().task, end_ns);
  }
}

std::vector<Call> WorkBuilder::calls() const {
  std::vector<Call> calls(constructs_.size());
  for (const auto& [key, index] : constructs_) calls[index] = {std::get<0>(key), 0};
  return calls;
}

std::vector<WorkConstruct> WorkBuilder::constructs(const std::vector<std::string>& names) const {
  std::vector<WorkConstruct> constructs(constructs_.size());
  for (const auto& [key, index] : constructs_) {
    const auto& [address, kind, packed, chunk] = key;
    const WorkDetail detail = WorkDetail::unpacked(packed);
    constructs[index] = {names[index], kind, static_cast<WorkConstruct::Schedule>(detail.schedule), chunk,
                         detail.is_ordered};
  }
  return constructs;
}

}  // namespace gusset::ompt
