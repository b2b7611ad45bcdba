#include "gusset/core_tracing/recording_engine.hpp"

#include <utility>

#include "gusset/core/detail/threaded_engine.hpp"
#include "recorder.hpp"

namespace gusset::core_tracing {

std::unique_ptr<Engine> make_recording_engine(const Options& options, TraceReceiver receiver) {
  return std::make_unique<detail::ThreadedEngine<Recorder>>(options, std::move(receiver));
}

}  // namespace gusset::core_tracing
