#include "gusset/core_tracing/recording_engine.hpp"

#include <utility>

#include "gusset/core/errors.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "recorder.hpp"
#include "threads/threaded_engine.hpp"

namespace gusset::core_tracing {

using RecordingThreadedEngine = detail::ThreadedEngine<Recorder>;

std::unique_ptr<Engine> make_recording_engine(const Options& options, TraceReceiver receiver) {
  const Spiller::Open open = [](const traces::RecordingHead& head) {
    return Result(traces::RecordingFile::in_memory(head));
  };
  return std::make_unique<RecordingThreadedEngine>(
      options, open, [receiver = std::move(receiver)](traces::RecordingFile file) {
        auto trace = traces::read_gus(file.take_bytes(), "recorded trace");
        if (!trace) throw ConfigurationError(trace.error().message());
        receiver(std::move(trace).value());
      });
}

std::unique_ptr<Engine> make_recording_engine(const Options& options, const std::filesystem::path& path) {
  const Spiller::Open open = [path](const traces::RecordingHead& head) {
    return traces::RecordingFile::create(path, head);
  };
  return std::make_unique<RecordingThreadedEngine>(options, open, [](const traces::RecordingFile&) {});
}

}  // namespace gusset::core_tracing
