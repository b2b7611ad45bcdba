#include "gusset/viewer/model/state/task_search.hpp"

#include <utility>

namespace gusset::viewer {
namespace {

const char* const search_slot = "find";

}  // namespace

void TaskSearch::find(const std::string& text) {
  result_.reset();
  if (text.empty() || document_->empty()) {
    jobs_.cancel(search_slot);
    changed();
    return;
  }
  jobs_.start(
      search_slot,
      [document = document_, text](const JobRunner::Cancelled&) { return search_tasks(*document, text); },
      [this](SearchResult found) {
        result_ = std::move(found);
        changed();
      });
}

}  // namespace gusset::viewer
