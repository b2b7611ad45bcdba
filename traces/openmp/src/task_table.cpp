#include "task_table.hpp"

#include <algorithm>

#include "storage/conversion_failure.hpp"

namespace gusset::ompt {

using traces::JoinedTask;
using traces::TaskId;

TaskTable::TaskTable(Scratch& scratch, std::size_t threads, std::uint32_t first_thread)
    : rows(scratch), regions(scratch), joined(scratch), scratch_(scratch), first_thread_(first_thread) {
  for (std::size_t thread = 0; thread < threads; ++thread)
    items_.push_back(std::make_unique<ThreadItems>(scratch));
}

void TaskTable::forget(Number number, Item& item) {
  if (item.is_over) return;
  item.is_over = true;
  ThreadItems& items = *items_[number.thread() - first_thread_];
  const std::uint64_t page = items.rows.page_of(number.count());
  if (items.over.size() <= page) items.over.resize(page + 1, 0);
  if (++items.over[page] == items.rows.rows_per_page) items.rows.drop_page(page);
}

TaskId TaskTable::id_of(Number number) {
  const Item* const item = find(number);
  return item == nullptr || item->task == Item::none ? TaskId() : TaskId(item->task);
}

std::uint64_t TaskTable::body_of(std::uint64_t call) const {
  const auto found = bodies_.find(call);
  return found == bodies_.end() ? 0 : found->second;
}

Number TaskTable::add(std::size_t thread, const Item& item) {
  return {first_thread_ + static_cast<std::uint32_t>(thread), items_[thread]->rows.push_back(item)};
}

std::uint32_t TaskTable::add_row(Item::Kind kind, std::uint64_t address, std::uint32_t parent,
                                 std::int64_t time_ns) {
  if (rows.size() + 1 >= TaskId::none_value)
    throw ConversionFailure({"tasks", "fewer than 2^32 - 1 tasks", "more"});
  const std::uint32_t place = place_of(kind, address);
  ++places_[place].tasks;
  return static_cast<std::uint32_t>(rows.push_back({place, parent, time_ns}));
}

std::uint32_t TaskTable::place_of(Item::Kind kind, std::uint64_t address) {
  CachedPlace& cached = cached_places_[(address ^ address >> 6) % cached_places_.size()];
  if (cached.address == address && cached.kind == kind) return cached.place;
  const auto [known, is_new] = place_numbers_[static_cast<std::size_t>(kind)].try_emplace(
      address, static_cast<std::uint32_t>(places_.size()));
  if (is_new) places_.push_back({kind, address, 0});
  cached = {address, kind, known->second};
  return known->second;
}

Number TaskTable::add_initial(std::size_t thread, const Event& event) {
  Item item;
  item.kind = Item::Kind::initial;
  item.task = add_row(item.kind, 0, Item::none, static_cast<std::int64_t>(event.time_ns));
  return add(thread, item);
}

Number TaskTable::add_region(std::size_t thread, const Event& event) {
  has_work_ = true;
  Item item;
  item.kind = Item::Kind::region;
  if (regions.size() + 1 >= not_joined)
    throw ConversionFailure({"regions", "fewer than 2^32 - 3 parallel regions", "more"});
  RegionRow region;
  region.parent = id_of(Number(event.first)).value();
  region.address = event.second;
  region.created_ns = static_cast<std::int64_t>(event.time_ns);
  item.region = static_cast<std::uint32_t>(regions.push_back(region));
  return add(thread, item);
}

Number TaskTable::add_part(std::size_t thread, const Event& event) {
  Item item;
  item.kind = Item::Kind::implicit;
  const auto time_ns = static_cast<std::int64_t>(event.time_ns);
  const Item* const region = find(Number(event.first));
  if (region == nullptr || region->kind != Item::Kind::region) {
    item.task = add_row(item.kind, 0, Item::none, time_ns);
    return add(thread, item);
  }
  item.region = region->region;
  RegionRow& row = regions.edit(item.region);
  ++row.open_parts;
  row.threads = static_cast<std::uint32_t>(std::min<std::uint64_t>(event.second, Item::none));
  const RegionRow known = row;
  item.task = add_row(item.kind, known.address, known.parent, std::min(time_ns, known.created_ns));
  joined.push_back({TaskId(item.task), item.region});
  return add(thread, item);
}

/// The runtime splits a taskloop with many tasks into tasks of its own, and other threads then create some of
/// the tasks. Those belong to the loop that their parent started last.
std::uint64_t TaskTable::address_of_loop(const Event& event) {
  if ((event.detail & (of_runtime | of_taskloop)) == 0) return event.second;
  if ((event.detail & of_taskloop) != 0) {
    const std::uint32_t place = place_of(Item::Kind::explicit_task, event.second);
    if (Item* const parent = find(Number(event.first))) parent->loop_place = place;
    return event.second;
  }
  const Item* const parent = find(Number(event.first));
  return parent == nullptr || parent->loop_place == Item::none ? event.second
                                                               : places_[parent->loop_place].address;
}

Number TaskTable::add_task(std::size_t thread, const Event& event, const EndedWait* wait, bool& takes_place) {
  has_work_ = true;
  const Number parent_number(event.first);
  const std::uint64_t address = address_of_loop(event);
  Item item;
  if ((event.detail & is_taskwait) != 0) item.kind = Item::Kind::taskwait;
  std::uint32_t parent_id = Item::none;
  if (const Item* const parent = find(parent_number)) {
    parent_id = parent->task;
    if (parent->kind != Item::Kind::region) item.region = parent->region;
  }
  // In a region of one thread the runtime defers no task. On several threads it would have deferred this one,
  // unless the program forbids that, which only g++'s calls say.
  const bool is_joined =
      (event.detail & undeferred) != 0 &&
      ((event.detail & by_program) != 0 || item.region == Item::none || regions.get(item.region).threads > 1);
  takes_place = wait != nullptr && (event.detail & undeferred) != 0 && (event.detail & is_taskwait) == 0 &&
                (event.detail & has_dependences) == 0 && wait->parent == parent_number;
  if (takes_place) {
    Item* const waited = find(wait->number);
    item.task = waited->task;
    item.first_access = waited->first_access;
    waited->is_ended = true;
    forget(wait->number, *waited);
    TaskRow& row = rows.edit(item.task);
    const std::uint32_t place = place_of(item.kind, places_[row.place].address);
    --places_[row.place].tasks;
    ++places_[place].tasks;
    row.place = place;
    if (!is_joined) {
      std::uint64_t low = 0;  // `joined` contains the wait, in order of tasks
      for (std::uint64_t high = joined.size(); low < high;) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (joined.get(middle).task < TaskId(item.task)) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      joined.edit(low).region = not_joined;
    }
    return add(thread, item);
  }
  item.task = add_row(item.kind, address, parent_id, static_cast<std::int64_t>(event.time_ns));
  if (is_joined || item.kind == Item::Kind::taskwait)
    joined.push_back({TaskId(item.task), JoinedTask::no_region});
  return add(thread, item);
}

}  // namespace gusset::ompt
