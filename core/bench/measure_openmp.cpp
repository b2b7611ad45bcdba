#include <algorithm>

#include "contestants.hpp"
#include "loop_workload.hpp"
#include "measure_session.hpp"
#include "openmp_session.hpp"

namespace gusset::bench {
namespace {

/// Tasks with `depend`: a task waits for the task of the loop before that wrote its chunk.
void run_loops(LoopWorkload& workload, std::size_t chunk, unsigned workers) {
#pragma omp parallel num_threads(static_cast <int>(workers))
#pragma omp single
  for (std::size_t loop = 0; loop < LoopWorkload::loops; ++loop) {
    for (std::size_t begin = 0; begin < LoopWorkload::iterations; begin += chunk) {
      [[maybe_unused]] double* const from = workload.element(loop + 1, begin);
      [[maybe_unused]] double* const to = workload.element(loop, begin);
      const std::size_t end = std::min(begin + chunk, LoopWorkload::iterations);
#pragma omp task shared(workload) firstprivate(loop, begin, end) depend(in : from[0]) depend(out : to[0])
      workload.run(loop, begin, end);
    }
  }
}

}  // namespace

std::optional<double> measure_openmp(const Row& row, std::chrono::milliseconds budget) {
  if (row.probe == Probe::loops_schedule_share) {
    LoopWorkload workload;
    return measure_share_kept(workload, budget, [&](std::size_t chunk, std::chrono::milliseconds each) {
      return time_tasks(1, each, [&] { run_loops(workload, chunk, row.workers); });
    });
  }
  return measure_session<OpenMpSession>(row, budget);
}

}  // namespace gusset::bench
