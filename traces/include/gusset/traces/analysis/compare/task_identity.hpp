#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// What identifies a task in each run of a program. Several tasks may have the same identity (adds await the
/// same version); the order of submission tells them apart.
struct TaskIdentity {
  TypeId type;
  /// The name of the first handle that the task modifies. A task that modifies nothing has its task_detail
  /// here, if it has one. Lives as long as the trace.
  std::string_view place;
  std::uint32_t version = 0;  ///< the version of the handle that the task awaits
  friend bool operator==(const TaskIdentity&, const TaskIdentity&) = default;
};

/// The identities of all tasks (MatchRule::written_version). Returns nothing if accesses were not recorded or
/// a modified handle has no name. Linear in accesses.
std::optional<std::vector<TaskIdentity>> written_version_identities(const Trace& trace);

}  // namespace gusset::traces
