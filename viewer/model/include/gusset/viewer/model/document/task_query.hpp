#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/analysis/time/task_filter.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"

namespace gusset::viewer {

/// What somebody types to find tasks: "#17" (a task's number), "gemm" (a part of the type's name), "A(3,1)"
/// (a part of what else names a task: see traces::task_name), "gemm A(3" (a type, and how the rest begins),
/// "gemm A(3,1) #60", all in upper or lower case; or conditions as traces::TaskFilter reads them ("type=gemm
/// and duration>10us").
class TaskQuery {
 public:
  /// Fails where conditions name facts that the trace lacks. The trace must outlive the query.
  static Result<TaskQuery> parse(const traces::Trace& trace, std::string_view text);

  /// All tasks that match. Linear.
  traces::TaskSet find() const;

 private:
  std::optional<traces::TaskId> numbered(std::string_view text) const;
  bool details_may_match() const;
  bool detail_matches(traces::TaskId task) const;

  const traces::Trace* trace_ = nullptr;
  std::optional<traces::TaskId> task_;
  std::optional<traces::TaskFilter> filter_;
  // Where neither of the others is given:
  std::string name_;                              // in lower case
  std::vector<bool> types_;                       // whose names have it
  std::vector<std::optional<std::string>> rest_;  // by type, where the name begins with it: what follows
};

}  // namespace gusset::viewer
