#include "gusset/core/annotation.hpp"

#include "gusset/core/engine/current_worker.hpp"

namespace gusset {

const void* Annotation::this_task() {
  const detail::CurrentWorker* const worker = detail::CurrentWorker::innermost;
  return worker == nullptr ? nullptr : worker->task;
}

}  // namespace gusset
