#pragma once
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/idle.hpp"
#include "gusset/traces/analysis/causes/message_idle.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::traces {

/// Where the time of all workers went: one row for busy time, one for each cause of idle time in the order of
/// IdleCause, and their sum. The causes that only recordings of threads can have (lock, preempted,
/// outside_regions) have no row if the trace does not know them. A row's target is the longest stretch that
/// one worker lost to the cause.
Table idle_parts(const Trace& trace, const IdleTime& idle);
/// The same for one worker, without targets. The rows sum to the makespan.
Table idle_parts(const IdleTime& idle, WorkerId worker);

/// The answer of `gusset idle`: where the time that was not work went. `idle` is the idle time of `trace`,
/// and `pairs` its message_idle, if it is known.
Answer idle_answer(const Trace& trace, const IdleTime& idle, const std::vector<MessageIdle>& pairs = {});
/// The JSON document of `gusset idle`.
std::string idle_json(const Trace& trace, const IdleTime& idle, const std::string& file,
                      const std::vector<MessageIdle>& pairs = {});

}  // namespace gusset::traces
