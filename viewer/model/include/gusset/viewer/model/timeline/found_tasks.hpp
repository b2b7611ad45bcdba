#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/task_query.hpp"
#include "gusset/viewer/model/timeline/navigation.hpp"

namespace gusset::viewer {

/// What a search found in all panels.
struct Found {
  std::string text;
  std::vector<traces::TaskSet> tasks;  ///< of each panel
  std::uint64_t count = 0;             ///< of those that ran
};

/// The first match that begins after `from` (by begin, then panel, then task), or before it; over the ends to
/// the other side. From the very start or end where `from` is nothing. Nothing where nothing that ran was
/// found. Linear in tasks.
std::optional<TaskReference> next_found(const Document& document, const Found& found,
                                        std::optional<TaskReference> from, Step step);

/// The tasks that were found and ran, by panel and number.
std::vector<TaskReference> found_tasks(const Document& document, const Found& found);

}  // namespace gusset::viewer
