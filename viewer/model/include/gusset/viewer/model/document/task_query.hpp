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

/// A typed query for tasks. Matches a task's number ("#17"), part of the type's name ("gemm"), part of the
/// rest of the task's name ("A(3,1)"; see traces::task_name), a type and the beginning of the rest ("gemm
/// A(3"), or a full name ("gemm A(3,1) #60"). Ignores case. Also accepts conditions in traces::TaskFilter's
/// syntax ("type=gemm and duration>10us").
class TaskQuery {
 public:
  /// Fails if a condition uses facts that the trace lacks. The trace must outlive the query.
  static Result<TaskQuery> parse(const traces::Trace& trace, std::string_view text);

  /// All tasks that match. Linear in tasks.
  traces::TaskSet find() const;

 private:
  std::optional<traces::TaskId> numbered(std::string_view text) const;
  bool details_may_match() const;
  bool detail_matches(traces::TaskId task) const;

  const traces::Trace* trace_ = nullptr;
  std::optional<traces::TaskId> task_;
  std::optional<traces::TaskFilter> filter_;
  // Used if neither `task_` nor `filter_` is set:
  std::string name_;                              // in lower case
  std::vector<bool> types_;                       // by type: whether its name contains `name_`
  std::vector<std::optional<std::string>> rest_;  // by type: what follows the type's name in `name_`
};

/// The text in double quotes, as conditions require for special characters; nothing if it contains double
/// quotes.
std::optional<std::string> in_quotes(const std::string& text);

}  // namespace gusset::viewer
