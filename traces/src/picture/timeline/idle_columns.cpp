#include "gusset/traces/picture/timeline/idle_columns.hpp"

#include <algorithm>
#include <cmath>

namespace gusset::picture {
namespace {

using traces::IdleCause;

// Neutral tones, so that no cause looks like a type of task.
traces::Colour tone(bool is_strong, traces::Background background) {
  if (!is_strong) return {0x8A, 0x94, 0xA0};
  return background == traces::Background::dark ? traces::Colour{0xD2, 0xD8, 0xE0}
                                                : traces::Colour{0x48, 0x50, 0x5A};
}

void add(traces::IdleParts& sum, const traces::IdleParts& parts) {
  for (std::size_t cause = 0; cause < traces::idle_causes; ++cause) sum.ns[cause] += parts.ns[cause];
}

}  // namespace

CauseLook cause_look(IdleCause cause, traces::Background background) {
  const auto strong = [&](Hatching hatching) { return CauseLook{tone(true, background), hatching}; };
  const auto quiet = [&](Hatching hatching) { return CauseLook{tone(false, background), hatching}; };
  switch (cause) {
    case IdleCause::ready_not_taken:
      return strong(Hatching::rising);
    case IdleCause::unsubmitted:
      return strong(Hatching::falling);
    case IdleCause::submitting:
      return strong(Hatching::vertical);
    case IdleCause::message:
      return strong(Hatching::horizontal);
    case IdleCause::lock:
      return strong(Hatching::crossed);
    case IdleCause::no_work:
      return quiet(Hatching::rising);
    case IdleCause::release:
      return quiet(Hatching::falling);
    case IdleCause::preempted:
      return quiet(Hatching::vertical);
    case IdleCause::outside_regions:
      return quiet(Hatching::horizontal);
    case IdleCause::unknown:
      break;
  }
  return quiet(Hatching::crossed);
}

std::vector<traces::WorkerId> workers_of(const traces::Trace& trace, std::span<const std::size_t> lanes) {
  std::vector<traces::WorkerId> workers;
  for (const std::size_t lane : lanes) workers.push_back(trace.lanes[lane].worker);
  std::sort(workers.begin(), workers.end());
  workers.erase(std::unique(workers.begin(), workers.end()), workers.end());
  return workers;
}

std::vector<IdleColumn> idle_columns(const traces::Trace& trace, const traces::IdleHistory& history,
                                     std::span<const std::size_t> lanes, const traces::ColumnGrid& grid,
                                     std::size_t columns) {
  std::vector<IdleColumn> found(columns);
  const std::vector<traces::WorkerId> workers = workers_of(trace, lanes);
  const auto edge = [&](std::size_t column) {
    return static_cast<std::int64_t>(std::floor(grid.time_from_column(static_cast<double>(column))));
  };
  const auto sum_before = [&](std::int64_t time_ns) {
    traces::IdleParts sum;
    for (const traces::WorkerId worker : workers) add(sum, history.before(worker, time_ns));
    return sum;
  };
  std::int64_t begin_ns = edge(0);
  traces::IdleParts before = sum_before(begin_ns);
  for (std::size_t column = 0; column < columns; ++column) {
    const std::int64_t end_ns = edge(column + 1);
    traces::IdleParts parts;
    std::int64_t width_ns = end_ns - begin_ns;
    if (width_ns > 0) {
      const traces::IdleParts after = sum_before(end_ns);
      for (std::size_t cause = 0; cause < traces::idle_causes; ++cause)
        parts.ns[cause] = after.ns[cause] - before.ns[cause];
      before = after;
      begin_ns = end_ns;
    } else {  // columns within the same nanosecond look the same
      for (const traces::WorkerId worker : workers) add(parts, history.parts(worker, begin_ns, begin_ns + 1));
      width_ns = 1;
    }
    const std::int64_t idle_ns = parts.total_ns();
    if (idle_ns <= 0) continue;
    const auto most = std::max_element(parts.ns.begin(), parts.ns.end());
    const double whole_ns = static_cast<double>(width_ns) * static_cast<double>(workers.size());
    found[column] = {static_cast<double>(idle_ns) / whole_ns,
                     static_cast<IdleCause>(most - parts.ns.begin())};
  }
  return found;
}

}  // namespace gusset::picture
