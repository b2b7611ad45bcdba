#pragma once
#include "gusset/traces/model/trace.hpp"
#include "task_list.hpp"

namespace gusset::ompt {

/// Turns `depend` clauses into accesses with versions. What siblings depend on is a handle: one for each
/// parent and address, as the clauses of tasks with different parents have nothing to do with each other
/// (OpenMP 5.0, section 2.17.11). `in` is read, `out` and `inout` are write, `mutexinoutset` is add, and
/// `inoutset` is a mode of its own, whose tasks modify side by side. Each access waits for the version that
/// those before it lead to: two reads, a write, three adds and a write wait for 0 0 2 3 3 3 6 [SuperGlue].
///
/// The tools interface also tells pairs of tasks, but only those where the first has not ended yet: another
/// set in every run.
void add_accesses(const TaskList& tasks, traces::Trace& trace);

}  // namespace gusset::ompt
