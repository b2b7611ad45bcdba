#pragma once
#include <optional>
#include <string_view>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::import {

/// The kinds as our own exports name them, in SpanKind's order.
inline constexpr std::string_view kind_words[] = {"run",  "wait",    "submit", "steal",
                                                  "send", "receive", "other"};

/// What a thread does in a state of this name, by the words that StarPU, SimGrid and others use: only `run`
/// is work. What is not known is a task.
SpanKind kind_of_state(std::string_view name);

/// The kind that our own exports name so.
std::optional<SpanKind> kind_of_word(std::string_view word);

}  // namespace gusset::traces::import
