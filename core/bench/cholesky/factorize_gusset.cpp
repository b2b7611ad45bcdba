#include <memory>

#include "factorize.hpp"
#include "gusset/core_tracing/recording_engine.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset_session.hpp"
#include "solver.hpp"

namespace gusset::bench {

std::vector<double> factorize_gusset(Tiles& tiles, unsigned workers, std::size_t repetitions) {
  return time_factorizations<GussetSession>(tiles, workers, repetitions);
}

double idle_share(Tiles& tiles, unsigned workers) {
  std::shared_ptr<const traces::Trace> trace;
  time_factorizations<GussetSession>(tiles, workers, 1);  // loads code and maps OpenBLAS's buffers
  tiles.fill();
  Options options;
  options.threads = workers;
  options.settings["depth"] = "spans";
  GussetSession::open_on(
      core_tracing::make_recording_engine(
          options, [&](std::shared_ptr<const traces::Trace> made) { trace = std::move(made); }),
      tiles.blocks() * tiles.blocks(), [&](GussetSession& session) {
        submit_factorization(session, tiles);
        session.wait();
      });
  const std::int64_t makespan_ns = traces::compute_statistics(*trace).makespan_ns;
  return 1.0 -
         traces::compute_statistics(*trace, makespan_ns / 10, makespan_ns - makespan_ns / 10).busy_share;
}

}  // namespace gusset::bench
