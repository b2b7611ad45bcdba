#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Selects tasks by conditions that must all hold: "type=gemm and iteration>=3". Each condition is KEY OP
/// VALUE, with OP one of = != < <= > >=. KEY and VALUE may be in double quotes.
///
/// | key | compares |
/// | --- | --- |
/// | type | the type's name; = and != only |
/// | worker, node | where the task first ran: a number, or a name (= and != only) |
/// | level | 1 for tasks without a parent, else one more than the parent's |
/// | task | the task's number |
/// | handle | the name of any handle that the task accesses (=; !=: it accesses none of that name) |
/// | duration, begin, submit, ready | times with a unit, as in "10us"; the duration is exclusive |
/// | work | declared work, a number |
/// | any other | an attribute by that name: numbers, or text with = and != only |
///
/// A task that lacks a value (it never ran, or has no such attribute) fails every condition on it, including
/// !=.
class TaskFilter {
 public:
  /// Matches all tasks.
  TaskFilter() = default;

  /// Fails if the text is not a valid filter, uses a key that this trace does not have (the error lists the
  /// trace's keys), or needs a fact that was not recorded. The trace must outlive the filter.
  static Result<TaskFilter> parse(const Trace& trace, std::string_view text);

  /// Whether a key is built in. An attribute with such a name cannot be used in a filter.
  static bool is_key(std::string_view key);

  bool matches(TaskId task) const;
  bool matches_all() const { return conditions_.empty(); }

  using Condition = std::function<bool(TaskId)>;

 private:
  std::vector<std::shared_ptr<const Condition>> conditions_;  ///< shared so that copies are cheap
};

/// The level of each task: 1 without a parent, else one more than the parent's level. Empty if parents were
/// not recorded. Linear.
std::vector<std::uint32_t> task_levels(const Trace& trace);

}  // namespace gusset::traces
