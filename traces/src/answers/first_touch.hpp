#pragma once
#include <optional>
#include <string>

#include "gusset/traces/analysis/time/first_uses.hpp"

namespace gusset::traces {

/// The type whose first uses of handles took most time beyond later uses, if memory explains that: the first
/// tasks took at least twice as long, and used at least 1 MB.
std::optional<FirstUses> costly_first_uses(const Trace& trace, const TaskTimes& times);

/// "first tasks of `step` took 10.0 times as long as later ones: first touch of 268 MB"; or "16 tasks of
/// `step` with most page faults took 10.0 times as long as the others (medians): first touch of memory (65
/// 536 page faults)".
std::string first_touch_text(const Trace& trace, const FirstUses& uses);

}  // namespace gusset::traces
