#include "replay.hpp"

#include <algorithm>

#include "gusset/traces/model/validate.hpp"
#include "storage/conversion_failure.hpp"

namespace gusset::ompt {
namespace {

/// No event can be later (see Event::time_ns).
constexpr std::int64_t latest_event_ns = (std::int64_t{1} << 51) - 1;

/// So many rows of worksharing constructs stay in memory before keep_work moves them.
constexpr std::size_t work_rows = 4096;

}  // namespace

Replay::Replay(EventSource& source, Scratch& scratch)
    : events_(source),
      facts_(source.facts()),
      tables_(scratch, source),
      work_(scratch),
      work_builder_([this](Number task) { return part_that_begins(task); }) {
  for (std::size_t thread = 0; thread < source.threads(); ++thread)
    lanes_.push_back(std::make_unique<LaneReplay>(scratch, tables_, thread, source.is_worker(thread)));
}

void Replay::run() {
  while (events_.next()) take(events_.thread(), events_.event());
  add_accesses();
  if (facts_.is_cut && !facts_.is_incomplete) facts_.end_ns = events_.latest_ns();
  facts_.end_ns = std::clamp<std::int64_t>(facts_.end_ns, 0, latest_event_ns);
  const auto lanes = static_cast<std::int64_t>(std::max<std::size_t>(1, lanes_.size()));
  if (std::max(facts_.end_ns, events_.latest_ns()) > traces::max_total_time_ns / lanes)
    throw ConversionFailure({"threads", "a total time of at most 2^62 ns", "more"});
  for (const auto& lane : lanes_) lane->finish(facts_.end_ns);
  work_builder_.finish(facts_.end_ns);
  keep_work();
}

void Replay::take(std::size_t thread, const Event& event) {
  const EventKind kind = event.kind();
  if (kind == EventKind::dependence) {
    const bool is_of_new_task =
        !new_task_.task.is_none() && thread == new_task_.thread && new_task_.task == Number(event.second);
    if (is_of_new_task && tables_.depth == Depth::accesses)
      new_task_.dependences.push_back({event.first, static_cast<std::uint8_t>(event.detail)});
    return;
  }
  if (!new_task_.dependences.empty() && kind != EventKind::processor) add_accesses();
  switch (kind) {
    case EventKind::body:
      tables_.tasks.note_body(event.first, event.second);
      break;
    case EventKind::lock_place:
      tables_.locks.note_place(event);
      break;
    case EventKind::region_end:
      end_region(event);
      break;
    default:
      break;
  }
  const Number created = lanes_[thread]->take(event);
  if (tables_.has_times()) {
    work_builder_.take(thread, event, created);
    const traces::Worksharing& rows = work_builder_.rows();
    if (std::max({rows.executions.size(), rows.shares.size(), rows.chunks.size()}) >= work_rows) keep_work();
  }
  if (kind != EventKind::create) return;
  new_task_.task = created;
  new_task_.parent = Number(event.first);
  new_task_.thread = thread;
}

/// Accesses must come in the order of their tasks, so this happens before the next task is created.
void Replay::add_accesses() {
  std::vector<Dependence>& dependences = new_task_.dependences;
  if (dependences.empty()) return;
  const std::uint32_t task = tables_.tasks.id_of(new_task_.task).value();
  const Item* const parent = tables_.tasks.find(new_task_.parent);
  std::uint32_t first_handle = parent == nullptr ? unknown_parents_ : parent->first_handle;
  const std::uint32_t first_access =
      tables_.accesses.add(task, new_task_.parent.word(), dependences, first_handle);
  if (Item* const again = tables_.tasks.find(new_task_.parent)) {
    again->first_handle = first_handle;
  } else {
    unknown_parents_ = first_handle;
  }
  tables_.tasks.find(new_task_.task)->first_access = first_access;
  dependences.clear();
  new_task_.task = {};
}

void Replay::end_region(const Event& event) {
  const Item* const item = tables_.tasks.find(Number(event.first));
  if (item == nullptr || item->kind != Item::Kind::region) return;
  const std::uint32_t number = item->region;
  RegionRow& region = tables_.tasks.regions.edit(number);
  if (region.end_ns != traces::unknown_time) return;
  region.end_ns = static_cast<std::int64_t>(event.time_ns);
  const bool has_open_parts = region.open_parts > 0;
  const Number over(event.first);
  tables_.tasks.forget(over, *tables_.tasks.find(over));
  if (!has_open_parts) return;
  for (const auto& lane : lanes_) lane->cut_part(number, static_cast<std::int64_t>(event.time_ns));
}

void Replay::keep_work() {
  const auto move = [](auto& from, auto& to) {
    for (const auto& row : from) to.push_back(row);
    from.clear();
  };
  traces::Worksharing& rows = work_builder_.rows();
  move(rows.executions, work_.executions);
  move(rows.shares, work_.shares);
  move(rows.chunks, work_.chunks);
}

/// Only called during the event with which the part begins.
std::optional<TeamPart> Replay::part_that_begins(Number task) {
  const Item* const item = tables_.tasks.find(task);
  if (item == nullptr || item->kind != Item::Kind::implicit || item->region == Item::none) return {};
  const std::uint32_t region = item->region;
  return TeamPart{traces::TaskId(item->task), Number(events_.event().first), region,
                  tables_.tasks.regions.get(region).address};
}

}  // namespace gusset::ompt
