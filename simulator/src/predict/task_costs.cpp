#include "task_costs.hpp"

#include <map>
#include <string>
#include <tuple>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/subtasks.hpp"

namespace gusset::simulator {

std::uint32_t TaskCosts::number_of(Task& task) {
  if (ends_reservation(task) || task.extra().is_empty) return TaskStream::none;  // costs state nothing for it
  const double work = task.extra().work;
  std::uint64_t bytes = 0;
  for (const TaskAccess& access : task) {
    if (!access.is_covered()) bytes += access.handle().size_bytes;
  }
  const auto [known, is_new] = known_.try_emplace({task.type().value(), work, bytes});
  if (is_new) {
    try {
      const TaskShape shape{TaskType::name_of(task.type()), work, bytes};
      known->second.number = stream_.add_cost({shape, model_.cost(shape)});
    } catch (...) {
      known_.erase(known);
      throw;
    }
  }
  ++known->second.tasks;
  return known->second.number;
}

std::vector<Extrapolation> TaskCosts::extrapolations() const {
  std::map<std::tuple<std::string, SizeKind, double, double>, std::uint64_t> tasks;
  for (const auto& [key, known] : known_) {
    const auto& [shape, cost] = stream_.costs()[known.number];
    const double size = cost.kind == SizeKind::work ? shape.work : static_cast<double>(shape.bytes);
    if (cost.extrapolated)
      tasks[{std::string(shape.type), cost.kind, size, cost.measured_size}] += known.tasks;
  }
  std::vector<Extrapolation> result;
  for (const auto& [what, count] : tasks) {
    const auto& [type, kind, size, measured_size] = what;
    result.push_back({type, kind, size, measured_size, count});
  }
  return result;
}

}  // namespace gusset::simulator
