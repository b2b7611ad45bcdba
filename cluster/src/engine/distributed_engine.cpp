#include "engine/distributed_engine.hpp"

#include <utility>

#include "gusset/core/errors.hpp"

namespace gusset::cluster {
namespace {

ProcessGrid grid_of(const Options& options, unsigned nodes) {
  const ProcessGrid grid = options.grid.value_or(ProcessGrid::squarest(nodes));
  if (grid.nodes() == nodes) return grid;
  throw ConfigurationError("GUSSET_GRID",
                           "a grid of " + std::to_string(nodes) + (nodes == 1 ? " node" : " nodes"),
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
      inner_(make_node_engine(options, messenger_)),
      listeners_(*inner_, messenger_, handles_, counts_),
      replicas_(*inner_, messenger_, handles_, counts_),
      exchange_(messenger_, handles_),
      everywhere_(*inner_),
      divergence_(messenger_, handles_, stream_, stream_lock_,
                  [this](const std::string& text) { break_off(Trouble::divergence, text); }),
      stuck_(messenger_.nodes()) {
  counts_.sent.resize(messenger_.nodes());
  messenger_.begin();
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
