// Loops whose chunks are so small that fetching them costs too much.
#include <algorithm>
#include <cmath>

#include "answers/findings/rules.hpp"
#include "answers/loop_table.hpp"

namespace gusset::traces::rules {
namespace {

// Chunks of this length cost little to fetch.
constexpr double good_chunk_ns = 10.0 * chunk_fetch_ns;
// With fewer chunks per worker, the last ones may leave other threads waiting.
constexpr double enough_chunks_per_worker = 10.0;

/// How much of its time the loop loses by fetching is unknown. So that findings can be ranked, shorter chunks
/// count more.
double fine_loop_cost(const VerdictFacts& facts, const LoopStatistics& loop) {
  if (!loop.has_fine_chunks()) return 0.0;
  return facts.share(to_double(loop.busy_ns)) * (1.0 - *loop.mean_chunk_ns() / longest_fine_chunk_ns);
}

/// ", for example schedule(dynamic,50)", if there are still enough chunks of the right length for all
/// threads.
std::string example(const VerdictFacts& facts, const LoopStatistics& loop) {
  if (loop.construct.schedule != WorkConstruct::Schedule::dynamic) return "";
  if (loop.iterations == unknown_iterations || loop.executions == 0) return "";
  const double per_chunk = to_double(loop.iterations) / to_double(loop.chunks);
  const double wanted = per_chunk * good_chunk_ns / std::max(1.0, *loop.mean_chunk_ns());
  const double size = std::pow(10.0, std::ceil(std::log10(std::max(1.0, wanted))));
  const double chunks = to_double(loop.iterations) / size / to_double(loop.executions);
  if (chunks < enough_chunks_per_worker * facts.workers()) return "";
  return ", for example schedule(dynamic," + fixed_text(size, 0) + ")";
}

}  // namespace

const LoopStatistics* finest_loop(const VerdictFacts& facts) {
  const auto& loops = facts.loops.loops;
  const auto most = std::ranges::max_element(
      loops, {}, [&](const LoopStatistics& loop) { return fine_loop_cost(facts, loop); });
  if (most == loops.end() || fine_loop_cost(facts, *most) < min_cost) return nullptr;
  return &*most;
}

std::optional<Finding> fine_loop(const VerdictFacts& facts) {
  const LoopStatistics* const loop = finest_loop(facts);
  if (loop == nullptr) return {};
  const std::string schedule = schedule_text(loop->construct);
  const double mean_ns = *loop->mean_chunk_ns();
  return Finding{Kind::too_fine,
                 fine_loop_cost(facts, *loop),
                 "The loop " + at_place(facts.trace, *loop) +
                     (schedule.empty() ? "" : " (" + schedule + ")") + " fetches " +
                     count_text(loop->chunks, "chunk") + ", and threads spend " +
                     duration_text_ns(std::llround(mean_ns)) +
                     " on each on average, with fetching it: fetching may cost more than the work; use "
                     "larger chunks" +
                     example(facts, *loop) + ".",
                 command(facts, "info"),
                 {{"chunks", to_double(loop->chunks)},
                  {"mean_chunk_ns", mean_ns},
                  {"busy_share", facts.share(to_double(loop->busy_ns))}},
                 {Target::of_type(type_name(facts, loop->region), loop->region)}};
}

}  // namespace gusset::traces::rules
