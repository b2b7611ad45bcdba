// Loops whose chunks are so small that fetching them costs too much.
#include <algorithm>
#include <cmath>

#include "answers/findings/rules.hpp"
#include "answers/loop_table.hpp"

namespace gusset::traces::rules {
namespace {

/// How much of its time the loop loses by fetching is unknown. So that findings can be ranked, shorter chunks
/// count more.
double fine_loop_cost(const VerdictFacts& facts, const LoopStatistics& loop) {
  if (!loop.has_fine_chunks()) return 0.0;
  return facts.share(to_double(loop.busy_ns)) * (1.0 - *loop.mean_chunk_ns() / longest_fine_chunk_ns);
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
                     " on each on average, with fetching it: fetching may cost more than the work; try "
                     "chunks that are ten or a hundred times as large.",
                 command(facts, "info"),
                 {{"chunks", to_double(loop->chunks)},
                  {"mean_chunk_ns", mean_ns},
                  {"busy_share", facts.share(to_double(loop->busy_ns))}},
                 {Target::of_type(type_name(facts, loop->region), loop->region)}};
}

}  // namespace gusset::traces::rules
