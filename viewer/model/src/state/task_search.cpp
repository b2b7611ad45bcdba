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
      [document = document_, text](const JobRunner::Cancelled&) {
        SearchResult found{text, {}, 0};
        for (const auto& loaded : document->traces) {
          const Result<TaskQuery> query = TaskQuery::parse(*loaded->trace, text);
          traces::TaskSet& tasks = found.tasks.emplace_back();
          tasks = query ? query->find() : traces::TaskSet(loaded->trace->tasks.size(), false);
          for (std::size_t task = 0; task < tasks.size(); ++task) {
            if (tasks[task] && !loaded->times.lane[task].is_none()) ++found.count;
          }
        }
        return found;
      },
      [this](SearchResult found) {
        result_ = std::move(found);
        changed();
      });
}

}  // namespace gusset::viewer
