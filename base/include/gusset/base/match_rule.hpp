#pragma once
#include <string_view>

namespace gusset {

/// The rule by which tasks of two runs of a program are matched. `written_version`: by the version of the
/// first handle that a task modifies; a task that modifies no handle, by its detail, if it has one.
/// `parent_and_order`: by type, parent and order of submission.
enum class MatchRule { written_version, parent_and_order, none };

/// "written_version", "parent_and_order" or "none": the names in documents and in the output of commands.
constexpr std::string_view rule_name(MatchRule rule) {
  switch (rule) {
    case MatchRule::written_version:
      return "written_version";
    case MatchRule::parent_and_order:
      return "parent_and_order";
    case MatchRule::none:
      break;
  }
  return "none";
}

}  // namespace gusset
