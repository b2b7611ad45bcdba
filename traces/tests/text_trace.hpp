#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::testing {

/// Parses a trace that is drawn as text, for tests. One line is one worker, one character is
/// `ns_per_character`. A run of one letter is one task, whose type is the letter. '.' is idle. '|' takes no
/// time; it separates adjacent tasks of one letter. A line may begin with "n0/w1:" to name node and worker
/// (default: node 0, one worker per line). A second line with the same worker is another lane of that worker.
/// Blanks around lines and empty lines are ignored.
///
/// Further lines, in any order, add facts. Their times count characters:
///
///     a1: write x@0, read y@2      accesses (read, write or add) of the first task with letter a
///     a1: [submit 0] [ready 3]     its times; they may also follow accesses on the same line
///     b2: after a1, a2             explicit dependencies of the second task with letter b
///     x: 800 bytes on n1           a handle's size and owner (default: 0 bytes on n0)
///     message x@1 n0->n1 3 5       version 1 of x, sent at 3, received at 5
///
/// The number after a letter counts tasks from 1 in order of start time (ties: the upper row first). Tasks
/// are numbered in that order too, or by `submit` if every task has a submission time. Facts that no line
/// mentions are not recorded. Types are in alphabetical order of letters, handles in order of appearance.
/// Throws std::invalid_argument, which names the line, if the text is malformed.
std::shared_ptr<const Trace> trace_from_text(std::string_view text, std::int64_t ns_per_character = 1000);

}  // namespace gusset::traces::testing
