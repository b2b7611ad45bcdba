#pragma once
#include "gusset/traces/model/trace.hpp"
#include "task_list.hpp"

namespace gusset::ompt {

/// Converts `depend` clauses to accesses with versions. A handle is a pair of parent and address, because the
/// clauses of tasks with different parents are unrelated (OpenMP 5.0, section 2.17.11). `in` becomes read,
/// `out` and `inout` become write, `mutexinoutset` becomes add. `inoutset` has its own mode, whose tasks
/// modify the handle concurrently. Each access waits for the version to which the previous accesses lead: two
/// reads, a write, three adds and a write wait for 0 0 2 3 3 3 6 [SuperGlue].
///
/// The tools interface also reports pairs of dependent tasks, but only while the first one has not ended, so
/// the set differs from run to run.
void add_accesses(const TaskList& tasks, traces::Trace& trace);

}  // namespace gusset::ompt
