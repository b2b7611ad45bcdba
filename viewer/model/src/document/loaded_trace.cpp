#include "gusset/viewer/model/document/loaded_trace.hpp"

#include <algorithm>
#include <cmath>
#include <future>
#include <numeric>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/exchange/read_trace.hpp"
#include "gusset/traces/model/graph_alone.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "gusset/traces/picture/timeline/row_order.hpp"
#include "gusset/viewer/model/document/task_query.hpp"

namespace gusset::viewer {
namespace {

void order_rows(LoadedTrace& loaded) {
  const traces::Trace& trace = *loaded.trace;
  loaded.row_of_lane.resize(trace.lanes.size());
  for (const traces::LaneId lane : picture::lanes_from_top(trace)) {
    const traces::NodeId node = picture::node_of(trace, lane);
    const bool new_node = loaded.rows.empty() || loaded.rows.back().node != node;
    if (new_node) loaded.node_row_counts.push_back(0);
    ++loaded.node_row_counts.back();
    loaded.row_of_lane[lane.value()] = loaded.rows.size();
    loaded.rows.push_back({lane, node, traces::worker_name(trace, trace.lanes[lane.value()].worker)});
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

/// By type where the trace lacks the facts for what is asked for.
traces::ColourBy possible(const traces::Trace& trace, const traces::ColourBy& by) {
  return traces::parse_colour_by(trace, traces::to_text(by)).ok() ? by : traces::ColourBy();
}

/// Colouring and level of detail of all tasks.
void colour(LoadedTrace& loaded, const traces::ColourBy& by, unsigned threads) {
  loaded.colour_by = by;
  loaded.colouring = traces::make_colouring(*loaded.trace, loaded.colour_by);
  loaded.detail = std::make_shared<traces::LevelOfDetail>(loaded.trace, threads, loaded.colouring.get());
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

void find_nesting(LoadedTrace& loaded) {
  auto nesting = std::make_shared<const traces::Nesting>(*loaded.trace);
  if (nesting->depths() > 1) loaded.nesting = std::move(nesting);
}

// By colouring and filters.
void make_sub_rows(LoadedTrace& loaded, unsigned threads) {
  if (loaded.nesting == nullptr) return;
  loaded.sub_rows = std::make_shared<const std::vector<traces::LevelOfDetail>>(traces::sub_row_details(
      loaded.trace, *loaded.nesting, threads, loaded.colouring.get(), loaded.shown.get()));
}

void filter(LoadedTrace& loaded, const Appearance& appearance, unsigned threads) {
  loaded.shown = nullptr;
  loaded.shown_detail = nullptr;
  loaded.shown_tasks = loaded.totals.tasks;
  if (!appearance.filters()) return;
  const auto shown = std::make_shared<traces::TaskSet>(shown_tasks(loaded, appearance));
  loaded.shown_tasks = 0;
  for (std::size_t task = 0; task < shown->size(); ++task) {
    if ((*shown)[task] && !loaded.times.lane[task].is_none()) ++loaded.shown_tasks;
  }
  loaded.shown = shown;
  loaded.shown_detail =
      std::make_shared<traces::LevelOfDetail>(loaded.trace, threads, loaded.colouring.get(), shown.get());
}

}  // namespace

std::string LoadedTrace::program() const {
  if (!title.empty()) return title;
  return trace->metadata.program.empty() ? name() : trace->metadata.program;
}

bool LoadedTrace::is_graph_alone() const {
  return traces::is_graph_alone(trace->tasks.size(), totals.tasks);
}

std::string LoadedTrace::summary() const {
  if (is_graph_alone()) {
    const std::size_t tasks = trace->tasks.size();
    return "graph of " + count_text(tasks) + (tasks == 1 ? " task" : " tasks") + ", without times";
  }
  const std::size_t workers = trace->workers.size();
  const std::size_t nodes = trace->nodes.size();
  std::string text = count_text(totals.tasks) + (totals.tasks == 1 ? " task" : " tasks");
  text += " · " + count_text(workers) + (workers == 1 ? " worker" : " workers");
  if (nodes > 1) text += " on " + count_text(nodes) + " nodes";
  text += " · " + duration_text_ns(totals.makespan_ns) + " · " + percent_text(totals.busy_share) + " busy";
  return text;
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

const std::string& LoadedTrace::type_name(traces::TaskId task) const {
  return trace->types[trace->tasks.type[task.value()].value()];
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
  colour(*loaded, possible(*loaded->trace, appearance.colour_by), threads);
  find_nesting(*loaded);
  if (!watch.begin(LoadStage::times)) return nullptr;
  loaded->times = traces::task_times(*loaded->trace);
  order_rows(*loaded);
  loaded->totals = totals.get();
  loaded->category_totals = totals_by_category(*loaded, loaded->totals, std::nullopt);
  loaded->profile = busy_profile(*loaded);
  if (!watch.begin(LoadStage::filters)) return nullptr;
  filter(*loaded, appearance, threads);
  make_sub_rows(*loaded, threads);
  return loaded;
}

std::shared_ptr<const LoadedTrace> with_appearance(const LoadedTrace& loaded, const Appearance& appearance,
                                                   unsigned threads) {
  auto result = std::make_shared<LoadedTrace>(loaded);
  const traces::ColourBy by = possible(*loaded.trace, appearance.colour_by);
  if (by != loaded.colour_by) {
    colour(*result, by, threads);
    result->category_totals = totals_by_category(*result, result->totals, std::nullopt);
  }
  filter(*result, appearance, threads);
  if (by != loaded.colour_by || result->shown != loaded.shown) make_sub_rows(*result, threads);
  return result;
}

std::shared_ptr<const LoadedTrace> retitled(const LoadedTrace& loaded, std::string title) {
  auto result = std::make_shared<LoadedTrace>(loaded);
  result->title = std::move(title);
  return result;
}

namespace {

std::vector<CategoryTotal> counts_by_category(const LoadedTrace& loaded) {
  const std::vector<traces::TypeId>& types = loaded.trace->tasks.type;
  const traces::Colouring* const colouring = loaded.colouring.get();
  std::vector<CategoryTotal> totals(colouring == nullptr ? loaded.trace->types.size()
                                                         : colouring->categories().size());
  for (std::size_t task = 0; task < types.size(); ++task) {
    ++totals[colouring == nullptr ? types[task].value() : colouring->category(traces::TaskId(task))].tasks;
  }
  return totals;
}

}  // namespace

std::vector<CategoryTotal> totals_by_category(const LoadedTrace& loaded, const traces::Statistics& statistics,
                                              std::optional<TimeRange> range) {
  if (loaded.is_graph_alone()) return counts_by_category(loaded);
  if (loaded.colouring == nullptr) {
    std::vector<CategoryTotal> totals(loaded.trace->types.size());
    for (const traces::TypeStatistics& type : statistics.types)
      totals[type.type.value()] = {type.tasks, type.busy_ns, type.share};
    return totals;
  }
  constexpr std::int64_t ever_ns = std::int64_t{1} << 62;
  const TimeRange within = range.value_or(TimeRange{-ever_ns, ever_ns});
  std::vector<std::int64_t> busy_ns(loaded.detail->categories(), 0);
  for (std::size_t row = 0; row < loaded.detail->rows(); ++row)
    loaded.detail->add_busy_ns(row, within.begin_ns, within.end_ns, busy_ns);
  std::vector<CategoryTotal> totals(loaded.colouring->categories().size());
  for (std::size_t task = 0; task < loaded.times.begin_ns.size(); ++task) {
    const std::int64_t begin_ns = loaded.times.begin_ns[task];
    if (begin_ns == traces::unknown_time || begin_ns >= within.end_ns) continue;
    if (loaded.times.end_ns[task] > within.begin_ns)
      ++totals[loaded.colouring->category(traces::TaskId(task))].tasks;
  }
  const auto all_ns = static_cast<double>(std::accumulate(busy_ns.begin(), busy_ns.end(), std::int64_t{0}));
  for (std::size_t category = 0; category < totals.size(); ++category) {
    totals[category].busy_ns = busy_ns[category];
    if (all_ns > 0.0) totals[category].share = static_cast<double>(busy_ns[category]) / all_ns;
  }
  return totals;
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
  const std::string number = " #" + std::to_string(task.value());
  return name.ends_with(number) ? name : name + number;
}

}  // namespace gusset::viewer
