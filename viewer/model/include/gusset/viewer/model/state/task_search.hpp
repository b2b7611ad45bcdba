#pragma once
#include <memory>
#include <optional>
#include <string>

#include "gusset/viewer/model/document/job_runner.hpp"
#include "gusset/viewer/model/timeline/search_result.hpp"

namespace gusset::viewer {

/// Searches the open traces for tasks with TaskQuery, off the user interface's thread.
class TaskSearch {
 public:
  /// `document` always holds the open traces.
  TaskSearch(JobRunner& jobs, const std::shared_ptr<const Document>& document)
      : jobs_(jobs), document_(document) {}

  /// Emitted after a search finds its tasks or ends.
  Signal<> changed;

  /// An empty text ends the search.
  void find(const std::string& text);
  /// Nothing until it is known.
  const std::optional<SearchResult>& result() const { return result_; }

 private:
  JobRunner& jobs_;
  const std::shared_ptr<const Document>& document_;
  std::optional<SearchResult> result_;
};

}  // namespace gusset::viewer
