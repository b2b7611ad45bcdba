// The common case of build_task_groups: one pass in order of submission instead of a sort by handle.
#include <algorithm>
#include <limits>
#include <utility>

#include "gusset/base/columns.hpp"
#include "task_groups.hpp"

namespace gusset::traces {
namespace {

using Group = TaskGraph::Group;

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// The group that the next access to a handle may still join.
struct OpenGroup {
  std::uint32_t group = none;
  std::uint32_t task = none;  ///< task that accessed the handle last
  std::uint32_t version = 0;
  AccessModeId mode;
};

/// A group, numbered in order of discovery.
struct Opened {
  HandleId handle;
  AccessModeId mode;
  std::uint32_t version = 0;
  std::uint32_t member_count = 0;
};

/// The final place of a group and of its next member.
struct Place {
  std::uint32_t group = 0;
  std::uint32_t next_member = 0;
};

class OrderedGroups {
 public:
  explicit OrderedGroups(const Trace& trace) : trace_(trace) {}

  std::optional<TaskGroups> build() {
    if (!open_groups()) return std::nullopt;
    number_by_handle();
    place_members();
    finish_groups(trace_, built_);
    return std::move(built_);
  }

 private:
  /// Returns false if a task accesses a handle twice, if versions of a handle decrease, or if an access
  /// refers to no handle or mode of the trace.
  bool open_groups() {
    const std::vector<Access>& items = trace_.accesses.items;
    std::vector<OpenGroup> open(trace_.handles.size());
    columns::reserve(built_.access_group, items.size());
    columns::reserve(opened_, items.size());  // reserves address space; only used pages take memory
    for (std::uint32_t task = 0; task < trace_.tasks.size(); ++task) {
      for (std::uint64_t i = trace_.accesses.first[task]; i < trace_.accesses.first[task + 1]; ++i) {
        const Access& access = items[i];
        if (access.handle.value() >= open.size() || access.mode.value() >= trace_.access_modes.size()) {
          return false;
        }
        OpenGroup& last = open[access.handle.value()];
        if (last.task == task) return false;
        const bool joins = last.group != none && last.version == access.version && last.mode == access.mode &&
                           trace_.access_modes[access.mode.value()].commutes;
        if (!joins) {
          // The difference of neighbours is correct even if the counter wrapped between them.
          if (last.group != none && static_cast<std::int32_t>(access.version - last.version) < 0)
            return false;
          last.group = static_cast<std::uint32_t>(opened_.size());
          last.version = access.version;
          last.mode = access.mode;
          opened_.push_back({access.handle, access.mode, access.version, 0});
        }
        last.task = task;
        ++opened_[last.group].member_count;
        built_.access_group.push_back(last.group);
      }
    }
    return true;
  }

  /// Numbers groups by handle. The groups of each handle were opened in order of version.
  void number_by_handle() {
    std::vector<std::uint32_t> next_group(trace_.handles.size() + 1, 0);
    std::vector<std::uint32_t> next_member(trace_.handles.size() + 1, 0);
    for (const Opened& group : opened_) {
      ++next_group[group.handle.value() + 1];
      next_member[group.handle.value() + 1] += group.member_count;
    }
    for (std::size_t h = 1; h < next_group.size(); ++h) {
      next_group[h] += next_group[h - 1];
      next_member[h] += next_member[h - 1];
    }
    columns::reserve(built_.groups, opened_.size());
    built_.groups.resize(opened_.size());
    columns::reserve(places_, opened_.size());
    for (const Opened& opened : opened_) {
      const std::size_t handle = opened.handle.value();
      places_.push_back({next_group[handle], next_member[handle]});
      Group& group = built_.groups[next_group[handle]++];
      group.handle = opened.handle;
      group.mode = opened.mode;
      group.version = opened.version;
      group.first_member = next_member[handle];
      group.member_count = opened.member_count;
      const AccessMode& how = trace_.access_modes[group.mode.value()];
      group.commuting = group.member_count > 1 && how.commutes && how.exclusive;
      next_member[handle] += opened.member_count;
    }
  }

  void place_members() {
    columns::reserve(built_.members, built_.access_group.size());
    built_.members.resize(built_.access_group.size());
    for (std::size_t task = 0; task < trace_.tasks.size(); ++task) {
      for (std::uint64_t i = trace_.accesses.first[task]; i < trace_.accesses.first[task + 1]; ++i) {
        Place& place = places_[built_.access_group[i]];
        built_.access_group[i] = place.group;
        built_.members[place.next_member++] = TaskId(task);
      }
    }
  }

  const Trace& trace_;
  std::vector<Opened> opened_;  ///< in order of their first access
  std::vector<Place> places_;   ///< one entry per opened group
  TaskGroups built_;
};

}  // namespace

std::optional<TaskGroups> build_ordered_groups(const Trace& trace) {
  return OrderedGroups(trace).build();
}

}  // namespace gusset::traces
