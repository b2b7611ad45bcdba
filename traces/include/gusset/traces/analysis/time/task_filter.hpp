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

/// Which tasks somebody asks for: conditions that all must hold, "type=gemm and iteration>=3". Each is
/// KEY OP VALUE with OP one of = != < <= > >=; KEY and VALUE may stand in double quotes.
///
/// | key | compares |
/// | --- | --- |
/// | type | the type's name; = and != only |
/// | worker, node | number, or the name (= and != only) of where the task first ran |
/// | level | 1 for tasks without a parent, else one more than the parent's |
/// | task | the task's number |
/// | handle | the name of any handle it accesses; = and != (none of that name) only |
/// | duration, begin, submit, ready | times with a unit, as in "10us"; the duration is exclusive |
/// | work | declared work, a number |
/// | any other | an attribute by that name: numbers, or text with = and != only |
///
/// A task that lacks a fact (never ran, has no such attribute) meets no condition on it, != included.
class TaskFilter {
 public:
  /// Matches all tasks.
  TaskFilter() = default;

  /// Fails where the text is no such condition, names no key of this trace (the error lists those it has) or
  /// asks for what was not recorded. The trace must outlive the filter.
  static Result<TaskFilter> parse(const Trace& trace, std::string_view text);

  /// Whether a key means a fact of its own: an attribute of that name can't be asked for.
  static bool is_key(std::string_view key);

  bool matches(TaskId task) const;
  bool matches_all() const { return conditions_.empty(); }

  using Condition = std::function<bool(TaskId)>;

 private:
  std::vector<std::shared_ptr<const Condition>> conditions_;  ///< shared, so that copies are cheap
};

/// 1 for tasks without a parent, else one more than the parent's. Empty where parents were not recorded.
/// Linear.
std::vector<std::uint32_t> task_levels(const Trace& trace);

}  // namespace gusset::traces
