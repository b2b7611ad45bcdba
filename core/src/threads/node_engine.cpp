#include "gusset/core/engine/node_engine.hpp"

#include <stdexcept>

#include "gusset/core/errors.hpp"
#include "threads/open_hooks.hpp"
#include "threads/threaded_engine.hpp"

namespace gusset {

std::unique_ptr<NodeEngine> make_node_engine(const Options& options, Surroundings& surroundings) {
  return std::make_unique<detail::ThreadedEngine<detail::Open<detail::Plain>>>(options, surroundings);
}

std::exception_ptr failure_of_kernel(const Task& task) {
  return detail::Failures::of_kernel(task);
}

std::exception_ptr make_remote_failure(const std::string& task, const std::string& why) {
  try {
    throw std::runtime_error(why);
  } catch (...) {
    return std::make_exception_ptr(TaskFailure(task, why));
  }
}

}  // namespace gusset
