#include "first_touches.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "costs/robust_line.hpp"

namespace gusset::simulator {
namespace {

constexpr std::size_t fewest_tasks = 3;
/// A first use must take this share longer, or the difference may have other causes.
constexpr double least_excess = 0.1;

struct FirstTasks {
  std::vector<double> s_per_byte;
  std::vector<double> excess;  // relative to the other tasks
};

}  // namespace

std::vector<FirstTouch> measured_first_touches(const MeasuredTasks& measured) {
  std::map<std::string, FirstTasks> types;
  const auto by_key = measured.by_key();
  for (std::size_t key = 0; key < by_key.size(); ++key) {
    std::vector<double> later_ns;
    for (const std::size_t i : by_key[key]) {
      if (measured.tasks()[i].fresh_bytes == 0) later_ns.push_back(measured.tasks()[i].processor_ns);
    }
    if (later_ns.size() < fewest_tasks) continue;
    const double usual_ns = median_of(std::move(later_ns));
    for (const std::size_t i : by_key[key]) {
      const MeasuredTask& task = measured.tasks()[i];
      if (task.fresh_bytes == 0 || usual_ns <= 0.0) continue;
      FirstTasks& first = types[measured.keys()[key].type];
      const double excess_ns = task.processor_ns - usual_ns;
      first.s_per_byte.push_back(excess_ns * 1e-9 / static_cast<double>(task.fresh_bytes));
      first.excess.push_back(excess_ns / usual_ns);
    }
  }
  std::vector<FirstTouch> result;
  for (auto& [type, first] : types) {
    if (first.excess.size() < fewest_tasks || median_of(first.excess) < least_excess) continue;
    const std::uint64_t count = first.s_per_byte.size();
    const double s_per_byte = median_of(std::move(first.s_per_byte));
    if (s_per_byte > 0.0) result.push_back({type, s_per_byte, count});
  }
  return result;
}

}  // namespace gusset::simulator
