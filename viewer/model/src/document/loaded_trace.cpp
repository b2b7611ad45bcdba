#include "gusset/viewer/model/document/loaded_trace.hpp"

#include <algorithm>
#include <future>
#include <numeric>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/exchange/read_trace.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "gusset/viewer/model/document/task_query.hpp"

namespace gusset::viewer {
namespace {

void order_rows(LoadedTrace& loaded) {
  const traces::Trace& trace = *loaded.trace;
  loaded.row_of_lane.resize(trace.lanes.size());
  for (const traces::LaneId lane : picture::lanes_from_top(trace)) {
    const traces::NodeId node = traces::node_of_lane(trace, lane);
    const bool new_node = loaded.rows.empty() || loaded.rows.back().node != node;
    if (new_node) loaded.node_row_counts.push_back(0);
    ++loaded.node_row_counts.back();
    loaded.row_of_lane[lane.value()] = loaded.rows.size();
    loaded.rows.push_back({lane, node, traces::worker_name(trace, trace.lanes[lane.value()].worker)});
  }
}

std::vector<LoadedTrace::ProfilePart> busy_profile(const LoadedTrace& loaded) {
  const std::size_t workers = loaded.trace->workers.size();
  if (loaded.totals.makespan_ns <= 0 || workers == 0) return {};
  const double part = static_cast<double>(loaded.totals.makespan_ns) / LoadedTrace::profile_parts;
  std::vector<std::size_t> rows(loaded.detail->rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::vector<traces::Texel> texels(LoadedTrace::profile_parts);
  std::vector<traces::Stack> stacks(texels.size());
  loaded.visible_detail().texels_together(rows, workers, {0, part}, texels, stacks);
  std::vector<LoadedTrace::ProfilePart> profile(texels.size());
  for (std::size_t i = 0; i < profile.size(); ++i) profile[i] = {texels[i].busy, stacks[i]};
  if (loaded.shown_detail == nullptr) return profile;
  loaded.detail->texels_together(rows, workers, {0, part}, texels, stacks);
  for (std::size_t i = 0; i < profile.size(); ++i) profile[i].busy = texels[i].busy;
  return profile;
}

/// Returns `by` if the trace has the facts for it, else colouring by type.
traces::ColourBy supported(const traces::Trace& trace, const traces::ColourBy& by) {
  return traces::parse_colour_by(trace, traces::to_text(by)).ok() ? by : traces::ColourBy();
}

traces::TaskSet shown_tasks(const LoadedTrace& loaded, const Appearance& appearance) {
  const traces::Trace& trace = *loaded.trace;
  traces::TaskSet shown(trace.tasks.size(), true);
  for (const std::string& condition : appearance.conditions) {
    const Result<TaskQuery> query = TaskQuery::parse(trace, condition);
    const traces::TaskSet found = query ? query->find() : traces::TaskSet(shown.size(), false);
    for (std::size_t task = 0; task < shown.size(); ++task) shown[task] = shown[task] && found[task];
  }
  if (appearance.hidden.empty()) return shown;
  std::vector<bool> is_hidden;
  if (loaded.colouring != nullptr) {
    for (const auto& category : loaded.colouring->categories())
      is_hidden.push_back(appearance.hidden.contains(category.name));
  } else {
    for (const std::string& type : trace.types) is_hidden.push_back(appearance.hidden.contains(type));
  }
  for (std::size_t task = 0; task < shown.size(); ++task) {
    const traces::TaskId id(task);
    const std::size_t category =
        loaded.colouring != nullptr ? loaded.colouring->category(id) : trace.tasks.type[task].value();
    if (is_hidden[category]) shown[task] = false;
  }
  return shown;
}

void filter(LoadedTrace& loaded, const Appearance& appearance, unsigned threads) {
  loaded.shown_tasks = loaded.totals.tasks;
  if (!appearance.filters()) {
    loaded.show(nullptr, threads);
    loaded.profile = busy_profile(loaded);
    return;
  }
  loaded.show(std::make_shared<const traces::TaskSet>(shown_tasks(loaded, appearance)), threads);
  loaded.shown_tasks = 0;
  for (std::size_t task = 0; task < loaded.shown->size(); ++task) {
    if ((*loaded.shown)[task] && !loaded.times.lane[task].is_none()) ++loaded.shown_tasks;
  }
  loaded.profile = busy_profile(loaded);
}

}  // namespace

std::string LoadedTrace::program() const {
  if (!title.empty()) return title;
  return trace->metadata.program.empty() ? name() : trace->metadata.program;
}

std::string LoadedTrace::summary() const {
  if (is_graph_only())
    return "graph of " + count_text(trace->tasks.size(), "task") +
           (trace->recorded.work ? " with durations" : "") + ", not run yet";
  const std::size_t nodes = trace->nodes.size();
  const std::string workers =
      count_text(trace->workers.size(), "worker") + (nodes > 1 ? " on " + count_text(nodes, "node") : "");
  return duration_text_ns(totals.makespan_ns) + " · " + percent_text(totals.busy_share) + " busy · " +
         count_text(totals.tasks, "task") + " · " + workers;
}

std::string LoadedTrace::name() const {
  if (!title.empty()) return title;
  if (!path.empty()) return path.filename().string();
  return trace->metadata.program.empty() ? "trace" : trace->metadata.program;
}

std::optional<std::size_t> LoadedTrace::row_of(traces::TaskId task) const {
  if (task.value() >= times.lane.size() || times.lane[task.value()].is_none()) return std::nullopt;
  return row_of_lane[times.lane[task.value()].value()];
}

std::shared_ptr<const LoadedTrace> index_trace(std::shared_ptr<const traces::Trace> trace,
                                               std::filesystem::path path, unsigned threads,
                                               const Appearance& appearance, const LoadWatch& watch) {
  if (!watch.begin(LoadStage::colours)) return nullptr;
  auto loaded = std::make_shared<LoadedTrace>();
  loaded->path = std::move(path);
  loaded->trace = std::move(trace);
  const auto policy = threads > 1 ? std::launch::async : std::launch::deferred;
  auto totals = std::async(policy, [&] { return traces::compute_statistics(*loaded->trace); });
  loaded->colour_by = supported(*loaded->trace, appearance.colour_by);
  loaded->colour(traces::make_colouring(*loaded->trace, loaded->colour_by), threads);
  loaded->find_nesting();
  loaded->has_unique_names = traces::are_task_names_unique(*loaded->trace);
  if (!watch.begin(LoadStage::times)) return nullptr;
  loaded->times = traces::task_times(*loaded->trace);
  order_rows(*loaded);
  loaded->totals = totals.get();
  loaded->category_totals = picture::totals_by_category(*loaded, loaded->totals);
  if (!watch.begin(LoadStage::filters)) return nullptr;
  filter(*loaded, appearance, threads);
  return loaded;
}

std::shared_ptr<const LoadedTrace> with_appearance(const LoadedTrace& loaded, const Appearance& appearance,
                                                   unsigned threads) {
  auto result = std::make_shared<LoadedTrace>(loaded);
  const traces::ColourBy by = supported(*loaded.trace, appearance.colour_by);
  const bool is_recoloured = by != loaded.colour_by;
  if (is_recoloured) {
    result->colour_by = by;
    result->colour(traces::make_colouring(*loaded.trace, by), threads);
    result->category_totals = picture::totals_by_category(*result, result->totals);
  }
  if (is_recoloured || appearance.filters() || loaded.shown != nullptr) filter(*result, appearance, threads);
  return result;
}

std::shared_ptr<const LoadedTrace> retitled(const LoadedTrace& loaded, std::string title) {
  auto result = std::make_shared<LoadedTrace>(loaded);
  result->title = std::move(title);
  return result;
}

Result<std::shared_ptr<const LoadedTrace>> load_trace(const std::filesystem::path& path, unsigned threads,
                                                      const Appearance& appearance, const LoadWatch& watch) {
  if (!watch.begin(LoadStage::reading)) return std::shared_ptr<const LoadedTrace>();
  if (watch.progress != nullptr) {
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    watch.progress->set_size_bytes(unknown ? 0 : size);
  }
  Result<traces::ReadTrace> read = traces::read_trace(path);
  if (!read) return read.error();
  return index_trace(std::move(read->trace), path, threads, appearance, watch);
}

std::string task_name(const LoadedTrace& loaded, traces::TaskId task) {
  const std::string name = traces::task_name(*loaded.trace, task);
  if (loaded.has_unique_names) return name;
  const std::string number = " #" + std::to_string(task.value());
  return name.ends_with(number) ? name : name + number;
}

}  // namespace gusset::viewer
