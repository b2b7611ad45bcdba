#include <optional>
#include <utility>

#include "engine/output_path.hpp"
#include "engine/settings.hpp"
#include "gusset/base/process_rank.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/engine/current_worker.hpp"
#include "gusset/core/engine/value_or_throw.hpp"
#include "gusset/core/errors.hpp"
#include "transport/given_communicator.hpp"
#include "transport/launch.hpp"
#include "transport/loopback.hpp"
#include "transport/open_transport.hpp"

namespace gusset::cluster {
namespace {

/// Whether the calling thread is in a kernel of any runtime.
bool is_in_a_kernel() {
  const detail::CurrentWorker* worker = detail::CurrentWorker::innermost;
  while (worker != nullptr && worker->task == nullptr) worker = worker->outer;
  return worker != nullptr;
}

Settings settings_of(const Options& options, std::optional<unsigned> alone) {
  Settings settings = Settings::from(options);
  settings.statistics_path = next_output_path(settings.statistics_path, alone);
  settings.trace_path = next_output_path(settings.trace_path, alone);
  return settings;
}

/// Other nodes do not run this kernel, so its runtimes belong to this node alone.
std::unique_ptr<Engine> make_in_kernel(Options options) {
  options.grid.reset();
  return make_distributed_engine(options, settings_of(options, process_rank()), make_solo());
}

/// Makes the engine of this process, connected with the other processes that its launcher started.
std::unique_ptr<Engine> make(const Options& options) {
  if (is_in_a_kernel()) return make_in_kernel(options);
  std::unique_ptr<Transport> transport = value_or_throw(
      open_transport(value_or_throw(read_launch()), {.mpi = options.setting("mpi").value_or(""),
                                                     .plugins = options.setting("plugins").value_or(""),
                                                     .communicator = given_communicator()}));
  return make_distributed_engine(options, settings_of(options, std::nullopt), std::move(transport));
}

}  // namespace
}  // namespace gusset::cluster

/// Every program that links this library references this symbol (see CMakeLists.txt), so the linker includes
/// this object, which registers the engine.
extern "C" const bool gusset_cluster_engine;
extern "C" const bool gusset_cluster_engine = gusset::register_engine(
    {"distribute",
     {"balance", "broadcast", "depth", "mpi", "plugins", "stats", "timeout", "trace", "trace_memory"},
     gusset::cluster::make});

/// The command `gusset` looks for this text in the files of programs.
extern "C" [[gnu::used]] const char gusset_cluster_mark[] =
    "gusset::cluster runs this program on several nodes";
