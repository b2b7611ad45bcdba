#include <filesystem>
#include <mutex>

#include "gusset/base/numbered_path.hpp"
#include "gusset/base/text.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/core/engine.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core_tracing/recording_engine.hpp"
#include "recorder.hpp"

namespace gusset::core_tracing {

namespace {

constexpr const char* engine_name = "record";
constexpr const char* path_setting = "trace";
constexpr const char* path_variable = "GUSSET_TRACE";

std::unique_ptr<Engine> make(const Options& options) {
  const std::string trace = options.setting(path_setting).value_or("");
  if (trace.empty()) {
    throw ConfigurationError(path_variable, "a path for the trace", "none");
  }
  depth_from(options);  // these two may throw
  memory_bytes_from(options);
  static std::mutex mutex;
  static unsigned recordings = 0;
  const std::lock_guard guard(mutex);
  const std::filesystem::path path = numbered_path(trace, recordings + 1);
  if (!check_writable(path))
    throw ConfigurationError(path_variable, "a file that can be written", double_quoted(path.string()));
  ++recordings;
  return make_recording_engine(options, path);
}

}  // namespace

}  // namespace gusset::core_tracing

/// Every program that links this library requests this symbol (see CMakeLists.txt), so that the linker
/// includes this object file, which registers the engine.
extern "C" const bool gusset_core_tracing_engine;
extern "C" const bool gusset_core_tracing_engine =
    gusset::register_engine({gusset::core_tracing::engine_name,
                             {gusset::core_tracing::depth_setting, gusset::core_tracing::path_setting,
                              gusset::core_tracing::memory_setting},
                             gusset::core_tracing::make});
