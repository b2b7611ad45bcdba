#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// The share of the threads' time in which they could run but had no processor. 0 if that was not recorded,
/// or if the makespan is 0.
double share_without_processor(const Trace& trace, std::int64_t makespan_ns);

/// Whether so many threads had no processor that other causes of lost time are doubtful
/// (max_preempted_share).
bool lacks_processors(const Trace& trace, std::int64_t makespan_ns);

/// "had no processor for at least 65.6 % of their time", for a sentence about threads.
std::string without_processor_text(const Trace& trace, std::int64_t makespan_ns);

/// How long the threads of the chosen tasks had no processor during the tasks' runs, if that was recorded.
std::int64_t without_processor_ns(const Trace& trace, const std::function<bool(TaskId)>& is_chosen);
std::int64_t without_processor_ns(const Trace& trace, const std::vector<TaskId>& chosen);

/// How much of the critical path may have passed while its tasks had no processor, at most: where in a task
/// that was does not matter.
std::int64_t without_processor_on_path_ns(const Trace& trace, const CriticalBound& bound);

/// How much faster the run could be at most if no thread ever waited for a processor: of the critical path,
/// only the times in which its tasks had a processor remain, without the process's end. Nothing if the path
/// is unknown.
std::optional<double> most_gain_of_processors(const Trace& trace, const std::optional<CriticalBound>& bound,
                                              std::int64_t makespan_ns);

/// Whether a processor for each thread, which could make the run faster by `most_gain`, would save much less
/// than the share of their time in which they had none: something else limits the run.
bool is_limited_otherwise(double share_without, double most_gain);

/// If more processors would gain less than this, they are not what limits the run.
inline constexpr double min_gain_of_processors = 0.05;

/// What to do about a lack of processors.
inline constexpr const char* own_processor_advice =
    "measure again with a processor of its own for each thread";

/// Likewise, for a trace: the machine may have fewer processors than the program has threads.
std::string processor_advice(const Trace& trace);

}  // namespace gusset::traces
