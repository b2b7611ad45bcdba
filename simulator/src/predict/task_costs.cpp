#include "task_costs.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/subtasks.hpp"

namespace gusset::simulator {

std::uint32_t TaskCosts::number_of(Task& task) {
  if (ends_reservation(task)) return TaskStream::none;  // nobody can state its cost
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
  std::vector<Extrapolation> result;
  for (const auto& [key, known] : known_) {
    const auto& [shape, cost] = stream_.costs()[known.number];
    if (!cost.extrapolated) continue;
    const double size = cost.kind == SizeKind::work ? shape.work : static_cast<double>(shape.bytes);
    const auto same =
        std::find_if(result.begin(), result.end(), [&, &shape = shape, &cost = cost](const auto& other) {
          return other.type == shape.type && other.kind == cost.kind && other.size == size &&
                 other.measured_size == cost.measured_size;
        });
    if (same != result.end()) {
      same->tasks += known.tasks;
    } else {
      result.push_back({std::string(shape.type), cost.kind, size, cost.measured_size, known.tasks});
    }
  }
  std::sort(result.begin(), result.end(), [](const Extrapolation& a, const Extrapolation& b) {
    return std::tie(a.type, a.kind, a.size, a.measured_size) <
           std::tie(b.type, b.kind, b.size, b.measured_size);
  });
  return result;
}

}  // namespace gusset::simulator
