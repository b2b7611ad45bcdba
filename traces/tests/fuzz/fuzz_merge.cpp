#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exchange/merge/merge_parts.hpp"
#include "gus/gus_decoder.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/model/validate.hpp"
#include "part_list.hpp"

namespace {

using namespace gusset::traces;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// The file is complete, whatever the parts were. Tables that contradict each other may still make reading
/// fail.
void check_output(const std::vector<std::byte>& bytes, const MergedRanks& merged) {
  const gus::Source source{"merged", bytes};
  require(gus::read_directory(source).ok(), "a merged file is complete");
  const gusset::Result<Trace> trace = gus::read_bytes(source, Sections::all());
  if (!trace) {
    require(!trace.error().where.empty() && !trace.error().expected.empty(), "an error has a place");
    return;
  }
  require(validate(*trace, "merged").ok(), "a trace that was read is valid");
  require(trace->nodes.size() == merged.nodes, "the trace has all nodes");
  require(trace->tasks.size() <= merged.tasks, "no task is made up");
  require(!trace->metadata.part, "a merged trace is not a part");
  (void)check(*trace).ok();
}

}  // namespace

/// Merges the files of the input. Ignores checksums; otherwise only the seeds would get past them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<gus::Source> sources;
  for (const auto part : testing::split_parts(std::as_bytes(std::span(data, size))))
    sources.push_back({"p" + std::to_string(sources.size()), part, gus::Checksums::ignore});
  std::optional<RecordingFile> output;
  const auto merged = merge::merge_parts(
      sources,
      [](const RecordingHead& head) { return gusset::Result<RecordingFile>(RecordingFile::in_memory(head)); },
      output);
  if (merged) {
    check_output(output->take_bytes(), *merged);
  } else {
    require(!merged.error().where.empty() && !merged.error().expected.empty(), "an error has a place");
  }
  return 0;
}
