// An OpenMP program that ran on one thread.
#include <algorithm>

#include "answers/findings/rules.hpp"

namespace gusset::traces::rules {

std::optional<Finding> one_thread(const VerdictFacts& facts) {
  const Trace& trace = facts.trace;
  if (facts.runtime != RuntimeKind::openmp || !trace.recorded.fork_join || trace.workers.size() != 1)
    return {};
  if (std::ranges::count(trace.metadata.notes, asked_for_one_thread) > 0) return {};  // on purpose
  const std::vector<Binding>& bindings = trace.processor_time.bindings;
  const std::uint32_t processors = bindings.size() == 1 ? bindings.front().processors : 0;
  if (processors == 1) return {};  // more threads would not help
  const std::vector<bool>& is_part = facts.is_part;
  const bool has_regions = std::ranges::find(is_part, true) != is_part.end();
  if (!has_regions && !has_created_tasks(facts)) return {};
  const double cost = processors == 0 ? 0.5 : 1.0 - 1.0 / to_double(processors);
  return Finding{
      Kind::little_parallelism,
      cost,
      "One thread ran the whole program" +
          (processors == 0 ? "" : ", although it may use " + count_text(processors, "processor")) +
          (has_regions ? ": no parallel region had a second thread; OMP_NUM_THREADS, num_threads and if "
                         "clauses limit the number of threads."
                       : ": it created its tasks outside of parallel regions; create them in one, by one "
                         "thread (single)."),
      command(facts, "info"),
      {{"processors", to_double(processors)}}};
}

}  // namespace gusset::traces::rules
