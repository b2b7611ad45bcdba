#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/task_query.hpp"
#include "gusset/viewer/model/timeline/navigation.hpp"
#include "gusset/viewer/model/timeline/selection_shapes.hpp"

namespace gusset::viewer {

/// The result of a search in all panels.
struct SearchResult {
  std::string text;
  std::vector<traces::TaskSet> tasks;  ///< tasks of each panel that match, whether they ran or not
  std::uint64_t count = 0;             ///< number of matching tasks that ran
  /// Per panel, the parts of LoadedTrace::profile in which a match ran.
  std::vector<std::vector<bool>> parts = {};
  /// Where the matches ran; null if there are more than `max_dimming`.
  std::shared_ptr<const MarkedSet> matches = {};
  static constexpr std::uint64_t max_dimming = 200'000;
};

/// Finds the tasks that match a text in all panels.
SearchResult search_tasks(const Document& document, const std::string& text);

/// How many matches there are up to a task, in the order of next_match; nothing if it is no match that ran.
/// Linear in tasks.
std::optional<std::uint64_t> place_among_matches(const Document& document, const SearchResult& found,
                                                 TaskReference task);

/// The first match that begins after `from`, or the last one that begins before it (by begin time, then
/// panel, then task). Wraps around at either end. Starts at the very start or end if `from` is nothing or
/// never ran. Returns nothing if no matching task ran. Linear in tasks.
std::optional<TaskReference> next_match(const Document& document, const SearchResult& found,
                                        std::optional<TaskReference> from, Step step);

/// The matching tasks that ran, by panel and task number.
std::vector<TaskReference> matching_tasks(const Document& document, const SearchResult& found);

}  // namespace gusset::viewer
