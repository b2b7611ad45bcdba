#pragma once
#include <memory>
#include <optional>
#include <string>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/span_source.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::cli {

using TracePointer = std::shared_ptr<const traces::Trace>;

/// Reads a trace of any known format. What could not be kept of it is told on standard error, a line for each
/// kind; with `strict` that is a failure. Of a .gus file only those sections are read. Throws Failure.
TracePointer load_trace(const std::string& path, bool strict = false,
                        traces::Sections sections = traces::Sections::all());

/// The same, of a whole .gus file lane by lane, so that it need not fit into memory. Throws Failure.
std::shared_ptr<traces::SpanSource> load_spans(const std::string& path, bool strict);

/// What is said of tasks' times needs some. Throws Failure where there are tasks, and none ran.
void require_runs(const traces::Trace& trace, const std::string& path);

/// The same of a picture, which needs workers for its rows, too.
void require_rows(const traces::Trace& trace, const std::string& path);

/// "gemm A(3,1)": the type and the first modified handle that has a name, else "gemm #17".
/// Printable.
std::string task_text(const traces::Trace& trace, traces::TaskId task);

/// The critical-path bound in ns; nothing where dependencies are unknown or cyclic.
std::optional<std::int64_t> bound_ns(const traces::Trace& trace);

/// The line that ends a run: tasks, makespan, busy share, critical-path bound.
std::string summary_line(const traces::Trace& trace, const std::string& path);

}  // namespace gusset::cli
