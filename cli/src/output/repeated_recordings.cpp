#include "output/repeated_recordings.hpp"

#include <algorithm>
#include <memory>

#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

traces::RunTimes load_times(const std::string& path, bool strict) {
  const std::shared_ptr<traces::SpanSource> spans = load_spans(path, strict);
  const auto statistics = traces::compute_statistics(*spans);
  if (!statistics.ok()) throw Failure(Error{path, statistics.error().expected, statistics.error().found});
  if (statistics->tasks == 0 && spans->tasks() > 0) throw errors::graph_without_times(path, spans->tasks());
  if (statistics->tasks == 0) throw errors::nothing_ran(path);
  return traces::run_times(path, spans->frame(), *statistics);
}

}  // namespace

std::vector<traces::RunTimes> load_runs(const std::vector<std::string>& paths, bool strict) {
  if (paths.size() > traces::max_runs) throw errors::too_many_runs(traces::max_runs, paths.size());
  for (auto path = paths.begin(); path != paths.end(); ++path) {
    const auto is_repeated = [&path](const std::string& earlier) { return is_same_file(earlier, *path); };
    if (std::any_of(paths.begin(), path, is_repeated)) throw errors::trace_given_twice(*path);
  }
  std::vector<traces::RunTimes> runs;
  for (const std::string& path : paths) runs.push_back(load_times(path, strict));
  return runs;
}

const traces::RunTimes& median_run(const std::vector<traces::RunTimes>& runs) {
  std::vector<const traces::RunTimes*> sorted;
  for (const traces::RunTimes& run : runs) sorted.push_back(&run);
  const auto middle = sorted.begin() + (std::ssize(sorted) - 1) / 2;
  std::ranges::nth_element(
      sorted, middle, {}, [](const traces::RunTimes* run) { return run->of(traces::RunQuantity::makespan); });
  return **middle;
}

}  // namespace gusset::cli
