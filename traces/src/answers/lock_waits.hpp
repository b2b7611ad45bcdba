#pragma once
#include <cstdint>
#include <string>

#include "gusset/traces/analysis/causes/critical_path.hpp"

namespace gusset::traces {

/// How much of the chain's links of one kind passed while the link's task waited for a lock, in ns.
std::int64_t lock_waits_ns(const Trace& trace, const CriticalChain& chain, ChainLink::Kind kind);

/// How long the program's tasks waited for locks, added up, in ns.
std::int64_t all_lock_waits_ns(const Trace& trace);

/// Whether the lock is the turn of an ordered loop.
bool is_turn(const std::string& lock);

/// Whether there are such locks, and no others.
bool has_only_turns(const Trace& trace);

}  // namespace gusset::traces
