#pragma once
#include <optional>
#include <string_view>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::import {

/// The names of span kinds in Gusset's exports, in SpanKind's order.
inline constexpr std::string_view span_kind_names[] = {"run",  "wait",    "submit", "steal",
                                                       "send", "receive", "other"};

/// The kind of a state with this name, by the names that StarPU, SimGrid and others use. Only `run` is work.
/// An unknown name is a task.
SpanKind kind_of_state(std::string_view name);

/// The kind with this name in Gusset's exports.
std::optional<SpanKind> span_kind_named(std::string_view name);

}  // namespace gusset::traces::import
