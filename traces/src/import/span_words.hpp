#pragma once
#include <string_view>

#include "gusset/traces/trace.hpp"

namespace gusset::traces::import {

/// What a thread does in a state of this name, by the words that StarPU, SimGrid and others use: only `run`
/// is work. What is not known is a task.
SpanKind kind_of_state(std::string_view name);

/// The kind that our own exports name so; run for any other word.
SpanKind kind_of_word(std::string_view word);

}  // namespace gusset::traces::import
