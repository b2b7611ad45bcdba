#pragma once
#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gusset/base/schedule_file.hpp"
#include "gusset/core/ids.hpp"

namespace gusset::detail {

/// A task's place in a schedule.
struct ScheduleEntry {
  std::int64_t begin_ns = 0;  ///< not before the start of an earlier task in its list
  std::uint32_t worker = 0;
  std::uint32_t rank = 0;
};

/// Finds the entries of a schedule file by what identifies a task. Submissions wait for it, so it looks texts
/// up once, and keeps what a search needs together. Not thread-safe.
class ScheduleIndex {
 public:
  /// A place in the file (a handle's name or a task's detail): its groups of entries by version, and where a
  /// search begins. Callers may keep copies.
  struct Place {
    std::uint32_t first = 0;
    std::uint32_t end = 0;   // equal to `first`: the file has no such place
    std::uint32_t last = 0;  // the group found last: a handle's versions rise, so the next one is near
  };

  /// Refers to the file's texts, so the file must outlive this object.
  explicit ScheduleIndex(const ScheduleFile& file);

  Place place_of(std::string_view text) const;
  /// The entry of the next task of this type, place and version; each call takes the next copy. Null: the
  /// file has none. A file that identifies tasks by type and order ignores place and version.
  const ScheduleEntry* next(TaskTypeId type, Place& place, std::uint32_t version) {
    Group* const group =
        is_by_order_ ? find(unplaced_, 0, number_of(type)) : find(place, version, number_of(type));
    if (group == nullptr) return nullptr;
    const std::uint32_t copy = group->seen++;
    return group->copies == 0 ? (copy == 0 ? &group->entry : nullptr) : entry_of(*group, copy);
  }

 private:
  /// All tasks that differ only in their copy.
  struct Group {
    std::uint32_t version = 0;
    std::uint32_t type = 0;    // by its number in this file
    std::uint32_t seen = 0;    // tasks of the program so far
    std::uint32_t copies = 0;  // from `first` on; 0: only copy 0, which is `entry`
    std::uint32_t first = 0;
    ScheduleEntry entry;
  };
  struct Copy {
    std::uint32_t number = 0;
    ScheduleEntry entry;
  };
  using Numbers = std::unordered_map<std::string_view, std::uint32_t>;

  std::uint32_t number_of(TaskTypeId type) {
    if (type.value() < types_.size() && types_[type.value()] != not_looked_up) return types_[type.value()];
    return look_up(type);
  }
  Group* find(Place& place, std::uint32_t version, std::uint32_t type) {
    for (std::uint32_t near = place.last; near < place.end && near < place.last + 2; ++near) {
      if (groups_[near].version != version || groups_[near].type != type) continue;
      place.last = near;
      return &groups_[near];
    }
    return search(place, version, type);
  }
  std::uint32_t look_up(TaskTypeId type);
  Group* search(Place& place, std::uint32_t version, std::uint32_t type);
  const ScheduleEntry* entry_of(const Group& group, std::uint32_t copy) const;

  static constexpr std::uint32_t not_looked_up = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t no_type = not_looked_up - 1;

  bool is_by_order_;  // whether the file identifies tasks by type and order
  Numbers type_numbers_;
  std::unordered_map<std::string_view, Place> places_;
  Place unplaced_;                    // tasks without a handle and a detail
  std::vector<std::uint32_t> types_;  // numbers by TaskTypeId, of the types that were looked up
  std::vector<Group> groups_;         // place by place, by version and type
  std::vector<Copy> copies_;          // group by group, by number
};

}  // namespace gusset::detail
