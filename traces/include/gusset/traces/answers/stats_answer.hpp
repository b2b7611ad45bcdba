#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "gusset/traces/analysis/causes/cache_misses.hpp"
#include "gusset/traces/analysis/time/task_statistics.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// "type", "worker", "node", "level", "attribute".
std::string_view group_name(GroupBy by);

/// One row for all tasks, then one for each group. `attribute` is the name of the attribute that groups them,
/// if one does.
Table stats_table(const TaskStatistics& statistics, GroupBy by, const std::string& attribute = {});

/// Selects the tasks that a document of `gusset stats` counts, in the user's words. Empty members select
/// everything.
struct StatsQuestion {
  std::string file;
  GroupBy by = GroupBy::type;
  std::string from;
  std::string to;
  std::string where;
  std::string attribute = {};  ///< its name, for GroupBy::attribute

  /// What groups the tasks: "type", or the attribute's name.
  std::string key() const;
  bool is_of_all() const { return from.empty() && to.empty() && where.empty(); }
};

/// One row for each type.
Table cache_table(const std::vector<TypeCacheMisses>& misses);

/// The answer of `gusset stats`: how long tasks lasted, and what they missed in caches if that is known.
/// `tasks` is the number of tasks in the trace.
Answer stats_answer(const TaskStatistics& statistics, const StatsQuestion& question, std::uint64_t tasks,
                    const std::vector<TypeCacheMisses>& misses = {});
/// The JSON document of `gusset stats`.
std::string stats_json(const TaskStatistics& statistics, const StatsQuestion& question,
                       const std::vector<TypeCacheMisses>& misses = {});

}  // namespace gusset::traces
