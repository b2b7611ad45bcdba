#include "gusset/viewer/model/loaded_trace.hpp"

#include <algorithm>
#include <cmath>
#include <future>
#include <numeric>
#include <tuple>

#include "gusset/traces/read_trace.hpp"
#include "gusset/viewer/model/time_text.hpp"

namespace gusset::viewer {
namespace {

void order_rows(LoadedTrace& loaded) {
  const traces::Trace& trace = *loaded.trace;
  std::vector<std::size_t> order(trace.lanes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t lane) {
    const traces::WorkerId worker = trace.lanes[lane].worker;
    return std::tuple(trace.workers[worker.value()].node, worker, lane);
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  loaded.row_of_lane.resize(order.size());
  for (const std::size_t lane : order) {
    const traces::Worker& worker = trace.workers[trace.lanes[lane].worker.value()];
    const bool new_node = loaded.rows.empty() || loaded.rows.back().node != worker.node;
    if (new_node) loaded.node_row_counts.push_back(0);
    ++loaded.node_row_counts.back();
    loaded.row_of_lane[lane] = loaded.rows.size();
    loaded.rows.push_back({traces::LaneId(lane), worker.node, worker.name});
  }
}

std::vector<std::uint8_t> busy_profile(const LoadedTrace& loaded) {
  const std::size_t workers = loaded.trace->workers.size();
  if (loaded.totals.makespan_ns <= 0 || workers == 0) return {};
  const double part = static_cast<double>(loaded.totals.makespan_ns) / LoadedTrace::profile_parts;
  std::vector<traces::Texel> texels(LoadedTrace::profile_parts);
  std::vector<double> busy(texels.size(), 0.0);
  for (std::size_t row = 0; row < loaded.detail->rows(); ++row) {
    loaded.detail->texels(row, {0, part}, texels);
    for (std::size_t i = 0; i < texels.size(); ++i) busy[i] += texels[i].busy;
  }
  std::vector<std::uint8_t> profile(busy.size());
  for (std::size_t i = 0; i < busy.size(); ++i) {
    // Whatever ran leaves a trace in the profile.
    const double share = std::clamp(std::ceil(busy[i] / static_cast<double>(workers)), 0.0, 255.0);
    profile[i] = static_cast<std::uint8_t>(share);
  }
  return profile;
}

}  // namespace

std::string LoadedTrace::origin_name() const {
  switch (trace->metadata.origin) {
    case traces::Origin::measured:
      return "measured";
    case traces::Origin::predicted:
      return "predicted";
    case traces::Origin::imported:
      return "imported";
  }
  return "imported";
}

std::string LoadedTrace::program() const {
  return trace->metadata.program.empty() ? name() : trace->metadata.program;
}

std::string LoadedTrace::summary() const {
  const std::size_t workers = trace->workers.size();
  const std::size_t nodes = trace->nodes.size();
  std::string text = count_text(totals.tasks) + (totals.tasks == 1 ? " task" : " tasks");
  text += " · " + count_text(workers) + (workers == 1 ? " worker" : " workers");
  if (nodes > 1) text += " on " + count_text(nodes) + " nodes";
  text += " · " + duration_text(totals.makespan_ns) + " · " + share_text(totals.busy_share) + " busy";
  return text;
}

std::string LoadedTrace::name() const {
  if (!path.empty()) return path.filename().string();
  return trace->metadata.program.empty() ? "trace" : trace->metadata.program;
}

std::optional<std::size_t> LoadedTrace::row_of(traces::TaskId task) const {
  if (task.value() >= times.lane.size() || times.lane[task.value()].is_none()) return std::nullopt;
  return row_of_lane[times.lane[task.value()].value()];
}

const std::string& LoadedTrace::type_name(traces::TaskId task) const {
  return trace->types[trace->tasks.type[task.value()].value()];
}

std::shared_ptr<const LoadedTrace> index_trace(std::shared_ptr<const traces::Trace> trace,
                                               std::filesystem::path path, unsigned threads) {
  auto loaded = std::make_shared<LoadedTrace>();
  loaded->path = std::move(path);
  loaded->trace = std::move(trace);
  const auto policy = threads > 1 ? std::launch::async : std::launch::deferred;
  auto totals = std::async(policy, [&] { return traces::compute_statistics(*loaded->trace); });
  loaded->detail = std::make_shared<traces::LevelOfDetail>(loaded->trace, threads);
  loaded->times = traces::task_times(*loaded->trace);
  order_rows(*loaded);
  loaded->totals = totals.get();
  loaded->profile = busy_profile(*loaded);
  return loaded;
}

traces::Result<std::shared_ptr<const LoadedTrace>> load_trace(const std::filesystem::path& path,
                                                              unsigned threads) {
  traces::Result<traces::ReadTrace> read = traces::read_trace(path);
  if (!read) return read.error();
  return index_trace(std::move(read->trace), path, threads);
}

}  // namespace gusset::viewer
