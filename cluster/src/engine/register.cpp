#include <cstdio>
#include <string>
#include <utility>

#include "engine/settings.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/engine/value_or_throw.hpp"
#include "gusset/core/errors.hpp"
#include "transport/launch.hpp"
#include "transport/open_transport.hpp"

namespace gusset::cluster {
namespace {

/// Makes the engine of this process, with the other processes that its launcher started.
std::unique_ptr<Engine> make(const Options& options) {
  const Settings settings = Settings::from(options);
  std::unique_ptr<Transport> transport = value_or_throw(
      open_transport(value_or_throw(read_launch()),
                     {options.setting("mpi").value_or(""), options.setting("plugins").value_or("")}));
  return make_distributed_engine(options, settings, std::move(transport));
}

}  // namespace
}  // namespace gusset::cluster

/// Every program that links this library references this symbol (see CMakeLists.txt), so the linker includes
/// this object, which registers the engine.
extern "C" const bool gusset_cluster_engine;
extern "C" const bool gusset_cluster_engine =
    gusset::register_engine({"distribute",
                             {"depth", "mpi", "plugins", "stats", "timeout", "trace", "trace_memory"},
                             gusset::cluster::make});
