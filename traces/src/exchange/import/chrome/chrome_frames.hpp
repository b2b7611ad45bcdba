#pragma once
#include "exchange/import/chrome/chrome_tasks.hpp"
#include "exchange/import/trace_builder.hpp"

namespace gusset::traces::import {

/// Finds frames: slices that enclose all others of their thread, last nearly as long as the whole run, and
/// have a name that no other slice has. A profiler or a main function writes them; they are not tasks. Each
/// stays as a span of kind `other` without a task, and a note names them. Call it before dependencies are
/// added.
void drop_frames(TraceBuilder& builder, ChromeTasks& tasks);

}  // namespace gusset::traces::import
