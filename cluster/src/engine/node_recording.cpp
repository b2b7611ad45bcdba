#include "engine/node_recording.hpp"

#include <string>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/traces/exchange/part_path.hpp"

namespace gusset::cluster {

std::string clock_of_host() {
  const Result<std::string> text = read_text("/proc/sys/kernel/random/boot_id");
  return text ? text->substr(0, text->find('\n')) : "";
}

std::string clock_of(const Settings& settings, unsigned node) {
  const bool has_error = settings.clock_error.offset_ns != 0 || settings.clock_error.drift != 0.0;
  return clock_of_host() + (has_error ? ", node " + std::to_string(node) : "");
}

std::unique_ptr<NodeEngine> make_inner_engine(
    const Options& options, const Settings& settings, Surroundings& surroundings, ProcessGrid grid,
    unsigned node, std::uint64_t run,
    std::function<std::optional<core_tracing::HandleInParts>(const HandleState&)> identify,
    core_tracing::PartRecorder*& recorder) {
  if (settings.trace_path.empty()) return make_node_engine(options, surroundings);
  core_tracing::NodePart part;
  part.path = traces::part_path(settings.trace_path, node);
  if (const auto possible = check_writable(part.path); !possible)
    throw ConfigurationError("GUSSET_TRACE", "a file that can be written", double_quoted(part.path.string()));
  part.part.node = NodeId(node);
  part.part.grid = {grid.p, grid.q};
  if (grid.r > 1) part.part.grid.push_back(grid.r);
  part.part.run = hex_text(run, 16);
  part.part.host = clock_of(settings, node);
  part.clock_error = settings.clock_error;
  part.identify = std::move(identify);
  core_tracing::RecordingNode recording =
      core_tracing::make_recording_node_engine(options, surroundings, std::move(part));
  recorder = recording.recorder;
  return std::move(recording.engine);
}

}  // namespace gusset::cluster
