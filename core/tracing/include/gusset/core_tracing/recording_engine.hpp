#pragma once
#include <filesystem>
#include <functional>
#include <memory>

#include "gusset/core/engine.hpp"
#include "gusset/core/options.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::core_tracing {

/// Receives a finished recording. Engine::finish rethrows what it throws.
using TraceReceiver = std::function<void(std::shared_ptr<const traces::Trace>)>;

/// Makes an engine that runs tasks as the engine "run" does, and records them. For each task it records when
/// the task was submitted and became ready, when and by which worker it was executed, and what it accessed at
/// which versions. On finish() the receiver gets the trace. The trace's time starts at the first submission,
/// and its tasks are in order of submission. A task that was skipped because another failed has no span.
/// Values of Annotations become attributes, and the process's resident memory becomes a counter. Of the
/// settings in `options`, it reads "depth" and "trace_memory". Throws ConfigurationError.
///
/// Programs that link this library need not call this function. The library registers the engine "record",
/// which writes the trace to the file that GUSSET_TRACE names. A second runtime of the process writes
/// "NAME.2.gus", and so on.
std::unique_ptr<Engine> make_recording_engine(const Options& options, TraceReceiver receiver);

/// Does the same with a file that grows while tasks run (traces::RecordingFile). Memory stays bounded, and a
/// crash loses only recent data: usually everything older than a second is in the file. If workers write
/// faster than the file accepts data, they wait, and the trace shows that as spans of kind `other`. If the
/// file becomes unwritable, the recording stops but the program continues, and one line on stderr says so.
std::unique_ptr<Engine> make_recording_engine(const Options& options, const std::filesystem::path& path);

}  // namespace gusset::core_tracing
