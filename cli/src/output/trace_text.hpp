#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gusset/traces/analysis/causes/critical_path.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/answers/critical_path_answer.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/span_source.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::cli {

using TracePointer = std::shared_ptr<const traces::Trace>;

/// A path from which a trace can be read repeatedly, also by another program: "-" becomes standard input's
/// path, and pipes are copied into memory. Throws Failure.
std::string reopenable(const std::string& path);

/// Reads a trace of any known format. Reports each kind of issue in one line on standard error; with
/// `strict`, an issue is a failure. Of a .gus file, reads only `sections`. Throws Failure.
TracePointer load_trace(const std::string& path, bool strict = false,
                        traces::Sections sections = traces::Sections::all());

/// Like load_trace, but reads a complete .gus file lane by lane, so that it need not fit into memory. Throws
/// Failure.
std::shared_ptr<traces::SpanSource> load_spans(const std::string& path, bool strict);

/// Throws Failure if the trace has tasks but none ran. For commands about tasks' times.
void require_runs(const traces::Trace& trace, const std::string& path);

/// Throws Failure if tasks ran on several workers in an OpenMP baseline, and on at least as many as in the
/// trace.
void require_fewer_workers(const traces::Trace& baseline, const std::string& path, const traces::Trace& trace,
                           const std::string& trace_path);

/// Analyses the critical path. Throws Failure if the trace has no dependencies or they are cyclic.
traces::CriticalPathAnalysis known_critical_path(const traces::Trace& trace, const std::string& path);
/// Like require_runs, for pictures, which also need workers for their rows.
void require_rows(const traces::Trace& trace, const std::string& path);

/// "gemm A(3,1)": the type and the first modified handle that has a name, else "gemm #17". Printable.
std::string task_text(const traces::Trace& trace, traces::TaskId task);

/// The critical-path bound in ns. Nothing if dependencies are unknown or cyclic.
std::optional<std::int64_t> bound_ns(const traces::Trace& trace);

/// "t.gus: 123 tasks on 4 workers": for a trace whose tasks need not have been read.
std::string size_line(const traces::Trace& trace, std::uint64_t tasks, const std::string& path);

/// The line printed at the end of a run: tasks, makespan, busy share, critical-path bound.
std::string summary_line(const traces::Trace& trace, const std::string& path);

}  // namespace gusset::cli
