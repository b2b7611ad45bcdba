#pragma once
#include <filesystem>
#include <functional>
#include <memory>

#include "gusset/core/engine.hpp"
#include "gusset/core/options.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::core_tracing {

/// Takes a finished recording. What it throws comes out of Engine::finish.
using TraceReceiver = std::function<void(std::shared_ptr<const traces::Trace>)>;

/// An engine that runs tasks as the engine "run" does, and records when each was submitted and ready, when
/// and by which worker it was executed, what it accessed and at which versions. On finish() the receiver gets
/// the trace, whose time starts at the first submission and whose tasks are in order of submission. A task
/// that was not run because another failed has no span. Values of Annotations become attributes, the
/// process's resident memory a counter. Of the settings of `options` "depth" and "trace_memory" are looked
/// at. Throws ConfigurationError.
///
/// Programs that link this library need no call: it brings the engine "record", which writes the trace to the
/// file that GUSSET_TRACE names; a second runtime of the process writes "NAME.2.gus", and so on.
std::unique_ptr<Engine> make_recording_engine(const Options& options, TraceReceiver receiver);

/// The same, into a file that grows while tasks run (traces::RecordingFile), so that memory stays bounded and
/// what has been recorded survives a crash: what is older than a second, as a rule. Where workers write
/// faster than the file takes it they wait, which the trace shows as spans of kind `other`. Where the file
/// can't be written any more the recording stops, not the program, and one line on stderr says so.
std::unique_ptr<Engine> make_recording_engine(const Options& options, const std::filesystem::path& path);

}  // namespace gusset::core_tracing
