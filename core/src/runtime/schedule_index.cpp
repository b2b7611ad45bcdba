#include "runtime/schedule_index.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "gusset/base/match_rule.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {
namespace {

/// An entry, and what identifies its task.
struct Identified {
  std::string_view place;
  std::uint32_t version = 0;
  std::uint32_t type = 0;
  std::uint32_t copy = 0;
  ScheduleEntry entry;

  auto group() const { return std::tuple(place, version, type); }
  auto key() const { return std::tuple(place, version, type, copy); }
};

std::vector<Identified> tasks_of(const ScheduleFile& file,
                                 std::unordered_map<std::string_view, std::uint32_t>& types) {
  const std::vector<std::vector<std::uint32_t>> ranks = begin_ranks(file);
  std::vector<Identified> tasks;
  for (std::uint32_t worker = 0; worker < file.workers.size(); ++worker) {
    const std::vector<ScheduledTask>& list = file.workers[worker];
    std::int64_t begin_ns = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto type = types.try_emplace(list[i].type, static_cast<std::uint32_t>(types.size())).first;
      begin_ns = std::max(begin_ns, list[i].begin_ns);
      tasks.push_back(
          {list[i].place, list[i].version, type->second, list[i].copy, {begin_ns, worker, ranks[worker][i]}});
    }
  }
  std::ranges::sort(tasks, {}, &Identified::key);
  return tasks;
}

}  // namespace

ScheduleIndex::ScheduleIndex(const ScheduleFile& file)
    : is_by_order_(file.rule == MatchRule::parent_and_order) {
  const std::vector<Identified> tasks = tasks_of(file, type_numbers_);
  for (auto begin = tasks.begin(); begin != tasks.end();) {
    const auto end = std::find_if(begin, tasks.end(),
                                  [&](const Identified& each) { return each.group() != begin->group(); });
    const auto number = static_cast<std::uint32_t>(groups_.size());
    Place& place = places_.try_emplace(begin->place, Place{number, number, number}).first->second;
    place.end = number + 1;
    Group& group = groups_.emplace_back();
    group.version = begin->version;
    group.type = begin->type;
    group.entry = begin->entry;
    if (end - begin > 1 || begin->copy != 0) {
      group.first = static_cast<std::uint32_t>(copies_.size());
      group.copies = static_cast<std::uint32_t>(end - begin);
      for (auto each = begin; each != end; ++each) copies_.push_back({each->copy, each->entry});
    }
    begin = end;
  }
  unplaced_ = place_of({});
}

ScheduleIndex::Place ScheduleIndex::place_of(std::string_view text) const {
  const auto found = places_.find(text);
  return found == places_.end() ? Place() : found->second;
}

std::uint32_t ScheduleIndex::look_up(TaskTypeId type) {
  if (type.value() >= types_.size()) types_.resize(type.value() + std::size_t{1}, not_looked_up);
  const auto found = type_numbers_.find(TaskType::name_of(type));
  return types_[type.value()] = found == type_numbers_.end() ? no_type : found->second;
}

ScheduleIndex::Group* ScheduleIndex::search(Place& place, std::uint32_t version, std::uint32_t type) {
  const auto key = [](const Group& each) { return std::tuple(each.version, each.type); };
  const std::tuple wanted(version, type);
  const auto end = groups_.begin() + place.end;
  const auto found = std::ranges::lower_bound(groups_.begin() + place.first, end, wanted, {}, key);
  if (found == end || key(*found) != wanted) return nullptr;
  place.last = static_cast<std::uint32_t>(found - groups_.begin());
  return &*found;
}

const ScheduleEntry* ScheduleIndex::entry_of(const Group& group, std::uint32_t copy) const {
  const Copy* const first = &copies_[group.first];
  const Copy* const end = first + group.copies;
  // A file that has all of a program's tasks has all copies.
  if (copy < group.copies && first[copy].number == copy) return &first[copy].entry;
  const Copy* const found = std::ranges::lower_bound(first, end, copy, {}, &Copy::number);
  return found != end && found->number == copy ? &found->entry : nullptr;
}

}  // namespace gusset::detail
