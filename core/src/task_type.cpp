#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>

#include "gusset/core/task.hpp"

namespace gusset {

namespace {

struct Registry {
  std::mutex mutex;
  std::deque<std::string> names;  // a deque, so that references stay valid
  std::unordered_map<std::string, TaskTypeId> ids;
};

Registry& registry() {
  static Registry& instance = *new Registry;  // never destroyed: workers may run until the process ends
  return instance;
}

}  // namespace

TaskType::TaskType(std::string_view name) {
  Registry& types = registry();
  const std::lock_guard guard(types.mutex);
  const auto [entry, is_new] = types.ids.try_emplace(std::string(name), TaskTypeId(types.names.size()));
  if (is_new) types.names.emplace_back(name);
  id_ = entry->second;
}

const std::string& TaskType::name() const {
  return name_of(id_);
}

const std::string& TaskType::name_of(TaskTypeId id) {
  Registry& types = registry();
  const std::lock_guard guard(types.mutex);
  return types.names.at(id.value());
}

}  // namespace gusset
