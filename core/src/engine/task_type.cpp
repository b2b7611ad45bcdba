#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>

#include "gusset/core/errors.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

namespace {

struct TaskTypeRegistry {
  std::mutex mutex;
  std::deque<std::string> names;  // a deque keeps references valid
  std::unordered_map<std::string, TaskTypeId> ids;
};

TaskTypeRegistry& task_type_registry() {
  static TaskTypeRegistry& instance =
      *new TaskTypeRegistry;  // never destroyed: workers may run until the process ends
  return instance;
}

/// Tasks keep a type in 16 bits, and one value means none.
constexpr std::size_t max_types = 65535;

}  // namespace

TaskType::TaskType(std::string_view name) {
  TaskTypeRegistry& types = task_type_registry();
  const std::lock_guard guard(types.mutex);
  const auto known = types.ids.find(std::string(name));
  if (known != types.ids.end()) {
    id_ = known->second;
    return;
  }
  if (types.names.size() == max_types) {
    throw UsageError("expected at most " + std::to_string(max_types) + " task types, found one more: '" +
                     std::string(name) + "'");
  }
  id_ = TaskTypeId(types.names.size());
  types.names.emplace_back(name);
  types.ids.emplace(name, id_);
}

const std::string& TaskType::name() const {
  return name_of(id_);
}

const std::string& TaskType::name_of(TaskTypeId id) {
  TaskTypeRegistry& types = task_type_registry();
  const std::lock_guard guard(types.mutex);
  return types.names.at(id.value());
}

}  // namespace gusset
