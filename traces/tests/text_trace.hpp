#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::testing {

/// A trace drawn in text, for tests: one line per worker, one character per `ns_per_character`, a run of one
/// letter is one task of the type of that letter, '.' is idle, '|' ends a task so that the next of the same
/// letter begins at once without taking time. Lines may begin with "n0/w1:" to name node and worker (default:
/// node 0, one worker per line); a second line of the same worker is another lane of it. Blanks around lines
/// do not count, empty lines are skipped.
///
/// Further lines, in any order, tell more; their times count characters:
///
///     a1: write x@0, read y@2 [submit 0] [ready 3]   accesses (read, write or add) of the first task of
///     letter a b2: after a1, a2                               explicit dependencies of the second task of
///     letter b x: 800 bytes on n1                             a handle's size and owner (default: 0 bytes on
///     n0) message x@1 n0->n1 3 5                         x's version 1 sent at 3, received at 5
///
/// The n of a task counts from 1 in order of begin (ties: the upper row first). Tasks are numbered in that
/// order too, or by `submit` where every task has one. What no line mentions is not recorded. Types are in
/// alphabetical order of letters, handles in order of appearance. Throws std::invalid_argument, which names
/// the line, on a malformed text.
std::shared_ptr<const Trace> trace_from_text(std::string_view text, std::int64_t ns_per_character = 1000);

}  // namespace gusset::traces::testing
