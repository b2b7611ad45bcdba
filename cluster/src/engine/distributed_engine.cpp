#include "engine/distributed_engine.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::cluster {
namespace {

ProcessGrid grid_of(const Options& options, unsigned nodes) {
  const ProcessGrid grid = options.grid.value_or(ProcessGrid::squarest(nodes));
  if (grid.nodes() == nodes) return grid;
  throw ConfigurationError("GUSSET_GRID", "a grid of " + count_text(nodes, "node"),
                           grid.text() + ", which has " + std::to_string(grid.nodes()));
}

}  // namespace

DistributedEngine::DistributedEngine(const Options& options, Settings settings,
                                     std::unique_ptr<Transport> transport, std::shared_ptr<RunCounts> result)
    : options_(options),
      settings_(std::move(settings)),
      grid_(grid_of(options, transport->nodes())),
      messenger_(std::move(transport), *this),
      here_(messenger_.node()),
      result_(std::move(result)),
      inner_(make_inner_engine(
          options, settings_, messenger_, grid_, messenger_.node(), recorded_run(),
          [this](const HandleState& handle) { return identify(handle); }, recorder_)),
      listeners_(*inner_, recorder_, messenger_, handles_, counts_, settings_.broadcast),
      replicas_(*inner_, recorder_, messenger_, handles_, counts_, pool_),
      messages_(messenger_, counts_, recorder_),
      own_tasks_(workers()),
      exchange_(messenger_, handles_, settings_.finds_writes),
      everywhere_(*inner_, recorder_),
      stream_(messenger_.nodes()),
      clocks_(messenger_, recorder_),
      divergence_(messenger_, handles_, stream_, stream_lock_,
                  [this](const std::string& text) { break_off(Trouble::divergence, text); }),
      stuck_(messenger_.nodes()) {
  counts_.sent.resize(messenger_.nodes());
  if (settings_.balance.is_on() && !is_alone())
    balancer_.emplace(settings_.balance, options.seed, *inner_, recorder_, messenger_, pool_);
  messenger_.begin();
  if (compares_clocks_) clocks_.start();
}

/// Node 0 chooses a number that no other run has, and all nodes learn which clock node 0 has.
std::uint64_t DistributedEngine::recorded_run() {
  if (settings_.trace_path.empty()) return 0;
  const std::string clock = clock_of(settings_, messenger_.node());
  const std::uint64_t mine = std::hash<std::string>()(clock);
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  std::uint64_t values[] = {static_cast<std::uint64_t>(now), mine};
  if (messenger_.node() != 0) values[0] = values[1] = 0;
  messenger_.sum_first(values);
  compares_clocks_ = messenger_.node() != 0 && (clock.empty() || values[1] != mine);
  return values[0];
}

/// Identifies a handle of this node among the handles of all nodes, for a recording.
std::optional<core_tracing::HandleInParts> DistributedEngine::identify(const HandleState& handle) {
  if (handle.slot.is_none()) return core_tracing::HandleInParts{.scope = traces::HandleScope::one_node};
  const HandleEntry& entry = handles_[handle];
  if (!entry.is_shared) return core_tracing::HandleInParts{.scope = traces::HandleScope::one_node};
  return core_tracing::HandleInParts{entry.number, handle.owner == every_node
                                                       ? traces::HandleScope::each_node
                                                       : traces::HandleScope::all_nodes};
}

DistributedEngine::~DistributedEngine() {
  messenger_.end();
}

std::unique_ptr<Engine> make_distributed_engine(const Options& options, const Settings& settings,
                                                std::unique_ptr<Transport> transport,
                                                std::shared_ptr<RunCounts> counts) {
  return std::make_unique<DistributedEngine>(options, settings, std::move(transport), std::move(counts));
}

}  // namespace gusset::cluster
